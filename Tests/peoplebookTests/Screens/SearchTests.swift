import FoundationEssentials
import PeoplebookCore
import Persistence
import RIV
import RIVTesting
import TUIKit
import TUITesting
import Testing
import Time

@testable import peoplebook

@Suite struct `The search` {
  private let book: TestBook

  init() throws {
    book = TestBook()
    try book.add("Ada Lovelace", "Alan Turing", "Grace Hopper")
  }

  @Test func `filters while typing, highlights matches, and ends on Esc`() throws {
    let pilot = try book.open()
    try pilot.waitFor("1 of 3")
    #expect(pilot.screen.rendition(of: "Lovelace")?.attributes.contains(.bold) == false)
    try pilot.press("/")
    try pilot.type("a")
    try pilot.waitFor("1 of 2")
    try pilot.type("da")
    try pilot.waitUntil("Ada alone") { $0.contains("1 of 1") && !$0.contains("Turing") }
    try pilot.waitUntil("what was found to be bold") { screen in
      guard let y = screen.row(of: "Lovelace"), let x = screen.point(of: "Ada Lovelace")?.x else { return false }
      return (x..<x + 3).allSatisfy { screen[$0, y].rendition.attributes.contains(.bold) }
        && !screen[x + 4, y].rendition.attributes.contains(.bold)
    }
    try pilot.press(.escape)
    try pilot.waitFor("of 3")
  }

  @Test func `an action after a search is for its best match`() throws {
    try book.run("add", "Ada Turing")
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 4")
    // The search finds Alan Turing, who is selected, too.
    try pilot.press(.down)
    try pilot.press(.down)
    try pilot.waitFor("3 of 4")
    try pilot.type("/turing a\nd")
    try pilot.waitFor("Deleted Ada Turing")
  }

  @Test(arguments: ["\t", "\u{1B}[Z"]) func `a key after Tab waits for the result, too`(key: String) throws {
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 3")
    try pilot.send(Array("/grace\(key)d".utf8))
    try pilot.waitFor("Deleted Grace Hopper")
  }

  @Test func `a click on the list keeps the search`() throws {
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 3")
    try pilot.type("/a")
    try pilot.waitFor("of 2")
    try pilot.click(on: "Turing")
    try pilot.waitUntil("the search in the title") { $0.contains("“a” ✕") && $0.contains("2 of 2") }
    try pilot.press("d")
    try pilot.waitFor("Deleted Alan Turing")
  }

  @Test func `the palette selects a person whom the search hides`() throws {
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 3")
    try pilot.type("/ada\n")
    try pilot.waitFor("“ada” ✕")
    try pilot.press("p", .control)
    try pilot.type("hopper")
    try pilot.waitFor("Grace Hopper")
    try pilot.press(.enter)
    try pilot.press("d")
    try pilot.waitFor("Deleted Grace Hopper")
  }

  @Test func `the palette selects a person without the tag that the list shows`() throws {
    try book.run("edit", "Ada Lovelace", "--tag", "work")
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 3")
    try pilot.press("t")
    try pilot.waitFor("all people")
    try pilot.press(.down)
    try pilot.press(.enter)
    try pilot.waitFor("work ✕")
    try pilot.press("p", .control)
    try pilot.type("hopper")
    try pilot.waitFor("Grace Hopper")
    try pilot.press(.enter)
    try pilot.press("d")
    try pilot.waitFor("Deleted Grace Hopper")
  }

  @Test func `Ctrl-N goes on when the saved person is no longer found`() throws {
    for last in ["Adams", "Adler", "Adorno"] { try book.run("add", "--first", "Zoe", "--last", last) }
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("of 6")
    try pilot.type("/zoe\n")
    try pilot.waitFor("1 of 3")
    try pilot.press("e")
    for name in ["Adams", "Adler", "Adorno"] {
      try pilot.waitUntil("the form of \(name)") { $0.contains("Edit person") && $0.contains(name) }
      try pilot.press(.home)
      try pilot.type("x")
      try pilot.waitFor("xZoe")
      try pilot.press("n", .control)
    }
    try pilot.waitFor("That was the last person")
  }

  @Test @MainActor func `says that it runs until it ends`() throws {
    let navigation = NavigationController(rootViewController: ViewController())
    let pilot = ApplicationPilot(root: navigation, isMotionEnabled: false)
    let people = PeopleViewModel(store: try Book.open(at: book.path), scheduler: pilot.scheduler)
    let settings = ScreenSettings(kept: ScreenPreferences(), options: ScreenOptions()) { _, _ in }
    let list = PeopleViewController(viewModel: people, settings: settings) {}
    navigation.push(list)
    try pilot.settle()
    list.searchDidChange(SearchViewState(isPending: true, isWaiting: true))
    pilot.scheduler.advance(by: .seconds(60))
    #expect(pilot.screen.contains("Searching…"))
    list.searchDidChange(SearchViewState())
    pilot.scheduler.advance(by: .seconds(1))
    #expect(!pilot.screen.contains("Searching…"))
  }

  @Test func `reports that no person matches`() throws {
    let pilot = try book.open()
    try pilot.waitFor("1 of 3")
    try pilot.press("/")
    try pilot.type("xyz")
    try pilot.waitFor("No people match “xyz”")
    try pilot.press(.backspace)
    try pilot.press(.backspace)
    try pilot.press(.backspace)
    try pilot.waitFor("1 of 3")
  }

  @Test func `signs are searched for like letters, as in the list command`() throws {
    try book.run("edit", "Ada Lovelace", "--note", "50 % \"off\" * -now")
    let pilot = try book.open()
    try pilot.waitFor("1 of 3")
    for sign in ["*", "%", "\"", "-now", "*  %"] {
      try pilot.type("/\(sign)")
      try pilot.waitUntil("Ada alone for \(sign)") { $0.contains("1 of 1") && $0.contains("Ada Lovelace") }
      #expect(try book.run("list", "--search", sign, "--format", "csv").output.contains("Lovelace"))
      try pilot.press(.escape)
      try pilot.waitFor("of 3")
    }
    try pilot.type("/#")
    try pilot.waitFor("No people match “#”")
  }

  @Test func `typing after a second slash replaces the search`() throws {
    let pilot = try book.open()
    try pilot.waitFor("1 of 3")
    try pilot.type("/ada\n")
    try pilot.waitFor("“ada” ✕")
    try pilot.type("/grace")
    try pilot.waitUntil("Grace alone") { $0.contains("1 of 1") && $0.contains("Grace Hopper") && !$0.contains("ada") }
  }

  @Test func `offers kept searches again, also at the next start`() throws {
    let first = try book.open()
    try first.waitFor("1 of 3")
    try first.press("/")
    try first.type("ada")
    try first.waitFor("1 of 1")
    try first.press(.enter)
    try first.press(.escape)
    try first.waitFor("of 3")
    try first.press("q")
    try first.waitForEnd()

    let second = try book.open()
    try second.waitFor("1 of 3")
    try second.press("/")
    try second.press(.down)
    try second.waitUntil("the searches that were kept") { $0.contains("▌ ada") }
    try second.press(.enter)
    try second.waitUntil("Ada alone") { $0.contains("1 of 1") && !$0.contains("Turing") }
  }

  @Test @MainActor func `finds the same people in a replay of its recording`()
    async throws
  {
    let file = "\(book.folder)/recording.jsonl"
    let pilot = try book.open("--record", file)
    try pilot.waitFor("1 of 3")
    try pilot.press("/")
    for letter in ["a", "d"] {
      try pilot.type(letter)
      try pilot.waitFor(letter == "a" ? "1 of 2" : "1 of 1")
    }
    try pilot.press(.enter)
    try pilot.press(.escape)
    try pilot.waitFor("of 3")
    try pilot.press("q")
    try pilot.waitForEnd()

    let recording = try Recording<SearchAction, SearchDomain>(
      jsonLines: String(contentsOfFile: file, encoding: .utf8))
    let actions = recording.entries.compactMap { if case .action(let action, _) = $0 { action } else { nil } }
    #expect(actions == [.type("a"), .type("ad"), .keep, .clear])
    let store = try Book.open(at: book.path)
    let search = SearchInteractor(
      scheduler: ManualScheduler(), find: { store.people(matching: $0) }, refine: { _, _ in nil }, show: { _ in })
    try await recording.replay(on: search)
  }
}
