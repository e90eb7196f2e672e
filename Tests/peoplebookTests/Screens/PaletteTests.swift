import Bindery
import PeoplebookCore
import Persistence
import TUIKit
import TUITesting
import Testing

@testable import peoplebook

/// The palette runs the command that its user reads.
@Suite(.timeLimit(.minutes(5))) @MainActor struct PaletteTests {
  private let book: TestBook
  private let pilot: ApplicationPilot

  /// A list of three people, two of them marked.
  init() throws {
    book = TestBook()
    try book.add("Ada Lovelace", "Bea Undorf", "Cleo Adams")
    let navigation = NavigationController(rootViewController: ViewController())
    pilot = ApplicationPilot(root: navigation, isMotionEnabled: false)
    let viewModel = PeopleViewModel(store: try Book.open(at: book.path), scheduler: pilot.scheduler)
    let settings = ScreenSettings(kept: ScreenPreferences(), options: ScreenOptions()) { _, _ in }
    navigation.push(PeopleViewController(viewModel: viewModel, settings: settings) {})
    try pilot.settle()
    try pilot.waitFor("Ada Lovelace")
    try pilot.type("  ")
    try pilot.press("p", .control)
  }

  /// A query, and the title of the command that Enter then runs; empty when none is selected.
  private static let expectations: [(query: String, title: String)] = [
    ("undo", "Undo"), ("und", "Undo"), ("take back", "Undo"), ("revert", "Undo"), ("history", "History"),
    ("redo", "Redo"), ("again", "Redo"), ("rdo", "Redo"),
    ("sort", "Sort"), ("order", "Sort"), ("so", "Sort"), ("by last name", "Sort"), ("arrange", "Sort"),
    ("theme", "Theme"), ("dark", "Theme"), ("light", "Theme"), ("colours", "Theme"), ("color", "Theme"),
    ("export", "Export…"), ("exp", "Export…"), ("save", "Export…"), ("write", "Export…"), ("write file", "Export…"),
    ("merge", "Merge"), ("combine", "Merge"), ("duplicates", "Duplicates"), ("mer", "Merge"),
    ("new person", "Add"), ("add", "Add"), ("add person", "Add"), ("create", "Add"), ("new", "Add"),
    ("edit", "Edit"), ("rename", "Edit"), ("modify", "Edit"), ("edit person", "Edit"),
    ("delete", "Delete"), ("del", "Delete"), ("remove", ""), ("erase", ""),
    ("search", "Search"), ("find", "Search"), ("look up", "Search"),
    ("tags", "Tags"), ("tag", "Tags"), ("change tags", "Change tags…"), ("label", "Change tags…"), ("group", "Tags"),
    ("import", "Import"), ("load", "Import"), ("contacts", "Import"), ("json", "Export…"),
    ("quit", "Quit"), ("exit", "Quit"), ("help", "Keys"), ("keys", "Keys"), ("shortcuts", "Keys"),
    ("mark", "Mark"), ("mark all", "Mark all"), ("select all", "Mark all"), ("unmark", "Unmark"),
    ("columns", "Columns"), ("hide", "Columns"), ("motion", "Motion"), ("animation", "Motion"), ("actions", "Actions"),
    ("ma", "Mark"), ("SORT", "Sort"), ("zzz", ""),
    ("dark mode", "Theme"), ("light mode", "Theme"), ("settings", "Settings"), ("preferences", "Settings"),
    ("options", "Settings"), ("backup", "Export…"), ("back up", "Export…"), ("filter", "Search"),
    ("filter tag", "Tags"), ("select", "Mark"), ("select none", "Unmark"), ("vcard", "Export…"), ("csv", "Export…"),
    ("phone", "Card"), ("call", "Card"), ("copy", "Card"), ("email", "Card"), ("e-mail", "Card"), ("card", "Card"),
    ("print", ""), ("trash", "Deleted people"), ("activity", "Changes"),
    ("dl", "Deleted people"), ("delte", "Deleted people"), ("sp", "Tags"), ("a p", "Add"), ("ct", "Change tags…"),
    ("remove tags", "Change tags…"), ("delete tag", "Change tags…"), ("marked tags", "Change tags…"),
    ("cc", "Theme"), ("mode", "Theme"), ("style", "Style"), ("scenes", "Style"), ("design", "Style"),
  ]

  @Test func `each query selects the expected command`() throws {
    #expect(Self.expectations.count >= 60)
    for (query, title) in Self.expectations {
      try pilot.type(query)
      #expect(selectedTitle == title, "“\(query)”")
      for _ in query { try pilot.press(.backspace) }
    }
  }

  /// The beginning of the palette's selected row.
  ///
  /// The rows of the list behind it have no letter there.
  private var selectedTitle: String {
    for line in pilot.screen.lines {
      guard let mark = line.firstRange(of: "▌ "), line[mark.upperBound...].first?.isUppercase == true else { continue }
      let rest = line[mark.upperBound...]
      return String(rest[..<(rest.firstRange(of: "  ")?.lowerBound ?? rest.endIndex)])
    }
    return ""
  }

  @Test func `people follow the commands, and Enter opens them`() async throws {
    try pilot.type("undorf")
    for _ in 0..<1_000 where !pilot.screen.contains("▌ Bea Undorf") {
      await Task.yield()
      try pilot.settle()
    }
    #expect(pilot.screen.lines.contains { $0.contains("▌ Bea Undorf") && $0.contains("person") })
    try pilot.press(.enter)
    try pilot.waitFor("2 of 3")
  }
}
