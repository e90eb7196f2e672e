import Bindery
import PeoplebookCore
import Persistence
import TUIKit
import TUITesting
import Testing

@testable import peoplebook

/// Each screen is opened, used and closed.
///
/// Afterwards none of its objects is alive.
@Suite @MainActor struct `A screen that one has left` {
  let book: TestBook
  let viewModel: PeopleViewModel
  let navigation = NavigationController(rootViewController: ViewController())
  let pilot: ApplicationPilot

  init() throws {
    book = TestBook()
    try book.add("Ada Lovelace", "Grace Hopper")
    pilot = ApplicationPilot(root: navigation, isMotionEnabled: false)
    viewModel = PeopleViewModel(store: try Book.open(at: book.path), scheduler: pilot.scheduler)
  }

  /// Opens the screen that `make` returns, uses it and closes it.
  ///
  /// Returns the objects that are still alive.
  private func visit<Screen: ViewController>(
    make: () -> Screen, presented: Bool = false, use: (Screen) throws -> Void
  ) throws -> Screen? {
    weak var left: Screen?
    func stay() throws {
      let screen = make()
      left = screen
      if presented { navigation.present(screen) } else { navigation.push(screen) }
      try pilot.settle()
      try use(screen)
      try pilot.settle()
    }
    try stay()
    if presented { navigation.dismiss() } else { navigation.pop() }
    try pilot.settle()
    return left
  }

  @Test func `is freed: the list`() throws {
    let left = try visit {
      let settings = ScreenSettings(kept: ScreenPreferences(), options: ScreenOptions()) { _, _ in }
      return PeopleViewController(viewModel: viewModel, settings: settings) {}
    } use: { _ in
      try pilot.waitFor("Ada Lovelace")
      try pilot.press(.down)
      try pilot.type(" /gra")
      try pilot.waitFor("Grace")
      try pilot.press(.escape)
    }
    #expect(left == nil)
  }

  @Test func `is freed: the form of a new and of an existing person`() throws {
    let new = try visit {
      PersonFormViewController(
        viewModel: viewModel.makeAddForm(), onSaved: { _ in })
    } use: { _ in
      try pilot.waitFor("First name")
      try pilot.type("Hedy\tLamarr")
      try pilot.waitFor("Lamarr")
    }
    #expect(new == nil)
    let person = try #require(viewModel.person(at: 0))
    let edited = try visit {
      PersonFormViewController(
        viewModel: viewModel.makeEditForm(for: person), onSaved: { _ in }, successor: { {} })
    } use: { _ in
      try pilot.waitFor("Lovelace")
      try pilot.type("!\t\t")
    }
    #expect(edited == nil)
  }

  @Test func `is freed: a question, and an import`() throws {
    let question = try visit(
      make: { PromptViewController(.init(title: "Tag", need: "Type a tag")) { _ in } }, presented: true,
      use: { _ in try pilot.type("friend") })
    #expect(question == nil)
    let importing = try visit(
      make: { ImportViewController(path: book.folder + "/nothing.vcf", feature: viewModel.makeImport()) { _ in } },
      presented: true, use: { _ in })
    #expect(importing == nil)
  }
}
