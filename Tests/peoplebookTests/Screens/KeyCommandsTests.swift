import PeoplebookCore
import TUIKit
import TUITesting
import Testing

@testable import peoplebook

/// The keys of the screens, as the bottom line, the help and the palette show them.
@Suite(.timeLimit(.minutes(2))) @MainActor struct KeyCommandsTests {
  private let book: TestBook
  private let navigation: NavigationController
  private let pilot: ApplicationPilot

  init() throws {
    book = TestBook()
    try book.add("Ada Lovelace", "Bea Undorf")
    pilot = ApplicationPilot(root: ViewController(), isMotionEnabled: false)
    let viewModel = PeopleViewModel(store: try Book.open(at: book.path), scheduler: pilot.scheduler)
    let settings = ScreenSettings(kept: ScreenPreferences(), options: ScreenOptions()) { _, _ in }
    navigation = makePeopleScreens(viewModel, settings: settings) {}
    pilot.application.window.rootViewController = navigation
    try pilot.waitFor("Ada Lovelace")
  }

  @Test func `each key has a short name and a sentence of its own`() throws {
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
