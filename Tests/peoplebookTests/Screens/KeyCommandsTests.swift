import PeoplebookCore
import TUIKit
import TUITesting
import Testing

@testable import peoplebook

/// The keys of the screens, as the bottom line, the help and the palette show them.
@Suite(.timeLimit(.minutes(2))) @MainActor struct KeyCommandsTests {
  /// The program with a book of these people.
  @MainActor private struct Program {
    let navigation: NavigationController
    let list: PeopleViewController
    let pilot: ApplicationPilot
    private let book = TestBook()

    init(_ names: String...) throws {
      for name in names { try book.add(name) }
      pilot = ApplicationPilot(root: ViewController(), isMotionEnabled: false)
      let viewModel = PeopleViewModel(store: try Book.open(at: book.path), scheduler: pilot.scheduler)
      let settings = ScreenSettings(kept: ScreenPreferences(), options: ScreenOptions()) { _, _ in }
      navigation = makePeopleScreens(viewModel, settings: settings) {}
      list = try #require(navigation.rootViewController as? PeopleViewController)
      pilot.application.window.rootViewController = navigation
      try pilot.settle()
    }

    func isOffered(_ title: String) -> Bool {
      list.keyCommands.contains { $0.title == title && $0.isEnabled() }
    }
  }

  @Test func `the demo is offered while the book is empty`() throws {
    for (program, isEmpty) in [(try Program(), true), (try Program("Ada Lovelace"), false)] {
      #expect(!program.isOffered("demo"))
      program.list.showDemo = {}
      #expect(program.isOffered("demo") == isEmpty)
    }
  }

  @Test func `an empty list offers no action on people`() async throws {
    let program = try Program("Ada Lovelace")
    let titles = ["edit", "favourite", "delete", "export…", "card", "history"]
    #expect(titles.filter(program.isOffered) == titles)
    program.list.viewModel.search.send(.type("zzz"))
    while program.list.table.numberOfRows > 0, !Task.isCancelled {
      await Task.yield()
      try program.pilot.settle()
    }
    #expect(titles.filter(program.isOffered) == [])
    #expect(program.isOffered("add"))
  }

  @Test func `the menu of a row acts on that row`() throws {
    let program = try Program("Ada Lovelace", "Bea Undorf")
    try program.pilot.type(".")
    let table = program.list.table
    table.selectRow(at: table.indexPath(atPosition: 1))
    try program.pilot.type("d")
    #expect(program.list.viewModel.actions.domain.running?.title == "Deleting Ada Lovelace")
  }

  @Test func `a mark off the selection asks first`() throws {
    let program = try Program("Ada Lovelace", "Bea Undorf")
    let (list, pilot) = (program.list, program.pilot)
    // The next row is selected.
    try pilot.type(" d")
    #expect(list.window?.topViewController is Alert && list.viewModel.actions.domain.running == nil)
    try pilot.settle()
    #expect(pilot.screen.contains("Delete Ada Lovelace?"))
    try pilot.press(.escape)
    try pilot.type("m")
    #expect(!(list.window?.topViewController is Alert))
    try pilot.press(.home)
    try pilot.type("d")
    #expect(list.viewModel.actions.domain.running?.title == "Deleting Ada Lovelace")
  }

  @Test func `Ctrl-C above a changed form closes what covers it`() throws {
    let program = try Program("Ada Lovelace")
    let pilot = program.pilot
    try pilot.press("e")
    try pilot.type("x")
    for key in [KeyEvent(.function(1)), KeyEvent(.character("p"), .control)] {
      try pilot.press(key.key, key.modifiers)
      try pilot.settle()
      #expect(program.navigation.window?.topViewController !== program.navigation)
      try pilot.press("c", .control)
      #expect(program.navigation.window?.topViewController === program.navigation)
    }
    #expect(pilot.screen.contains("Edit person") && pilot.application.exitStatus == nil)
    // The form asks, and the question has to be answered.
    try pilot.press("c", .control)
    #expect(program.navigation.window?.topViewController is Alert)
    try pilot.settle()
    try pilot.press("c", .control)
    #expect(pilot.application.exitStatus == nil && program.navigation.window?.topViewController is Alert)
  }

  @Test func `each key has a short name and a sentence of its own`() throws {
    let program = try Program("Ada Lovelace", "Bea Undorf")
    let (navigation, pilot) = (program.navigation, program.pilot)
    for key in ["", "H", "U", "D", "B", "F", "M", "h", "a", "e", "enter"] {
      if key == "enter" { try pilot.press(.enter) } else { try pilot.type(key) }
      try pilot.settle()
      let controller = try #require(navigation.topViewController)
      let commands = controller.keyCommands
      #expect(!commands.isEmpty, "\(type(of: controller))")
      for command in commands {
        #expect(command.title.first?.isUppercase == false && command.title.count <= 20, "\(command.title)")
        #expect(command.detail.first?.isUppercase == true || command.detail == command.title, "\(command.detail)")
      }
      guard !key.isEmpty else { continue }
      #expect(navigation.viewControllers.count == 2, "\(key) opens a screen")
      navigation.pop()
      try pilot.settle()
    }
  }
}
