import Algorithms
import Bindery
import PeoplebookCore
import Persistence
import TUIKit
import TUITesting
import Testing

@testable import peoplebook

/// Two users who change one book at random, each in a terminal of their own.
@Suite(.timeLimit(.minutes(10))) @MainActor struct TwoTerminalsTests {
  /// A user with a terminal.
  @MainActor
  private final class User {
    let pilot: ApplicationPilot
    let viewModel: PeopleViewModel
    let navigation: NavigationController
    private let list: PeopleViewController
    private let input: ActionInput
    private var generator: SeededGenerator

    init(seed: UInt64, book path: String) throws {
      generator = SeededGenerator(seed: seed)
      pilot = ApplicationPilot(
        root: ViewController(), size: Size(width: 100, height: 24), isMotionEnabled: false)
      viewModel = PeopleViewModel(
        store: try Book.open(at: path, author: "user\(seed)@test"), scheduler: pilot.scheduler)
      let settings = ScreenSettings(kept: ScreenPreferences(), options: ScreenOptions()) { _, _ in }
      navigation = makePeopleScreens(viewModel, settings: settings) {}
      list = try #require(navigation.rootViewController as? PeopleViewController)
      input = ActionInput(viewModel.actions, in: pilot.application.window)
      pilot.application.window.rootViewController = navigation
    }

    isolated deinit {}

    private var isAtRest: Bool {
      !pilot.application.window.isInputHeld && viewModel.actions.domain.running == nil
        && !viewModel.search.state.isPending && list.isListComplete
    }

    func turn() async {
      pilot.scheduler.advance(by: .milliseconds(1))
      await Task.yield()
    }

    func rest() async {
      repeat {
        await turn()
        await viewModel.actions.settled()
      } while !isAtRest && !Task.isCancelled
    }

    private func type(_ text: String) {
      var decoder = InputDecoder()
      pilot.application.send(decoder.feed(Array(text.utf8)))
    }

    private func pick(_ texts: [String]) -> String { texts.randomElement(using: &generator) ?? "" }

    /// Does one thing: moves, marks, deletes, tags, merges, edits, adds, undoes or redoes.
    func step() async {
      switch Int.random(in: 0..<100, using: &generator) {
      case 0..<30: type(pick(["j", "k", "g", "G", "\u{1B}[6~", "\u{1B}[5~"]))
      case 30..<40: type(" j")
      case 40..<45: await answer("d")
      case 45..<54: await answer("u")
      case 54..<58: await answer("\u{12}")
      case 58..<68: await answer("T" + pick(["math", "work", "friend, -math", "-work"]) + "\r")
      case 68..<72: await answer("  j j m")
      case 72..<84: await fill("e", with: pick(["x", "\u{7F}", "\tz", "\t\t\tq"]))
      case 84..<97: await fill("a", with: pick(["Ada", "Bob", "Zoe", "Åsa"]) + "\t" + pick(["Moss", "Lee", "Öst"]))
      default: type(pick(["/a\r", "/zz\r", "\u{1B}[27u"]))
      }
    }

    /// Types keys after which there may be a question, and answers it.
    private func answer(_ keys: String) async {
      type(keys)
      await rest()
      if navigation.presentedViewController != nil { type(pick(["\u{1B}[27u", "\u{1B}[C\r"])) }
      // Two marked people are side by side.
      if navigation.topViewController !== list { type("\u{13}") }
      await goHome()
    }

    /// Fills a form and saves it.
    private func fill(_ key: String, with text: String) async {
      type(key)
      await rest()
      // Without a selected person no form opens, and the list would take the text for its keys.
      if navigation.topViewController === list { return }
      type(text + "\u{13}")
      await rest()
      // A conflict with the other user, or a person without a name, keeps the form open.
      if navigation.topViewController !== list { type(pick(["\u{0F}\u{13}", "\u{14}\u{13}"])) }
      await goHome()
    }

    private func goHome() async {
      await rest()
      // Keys that waited for an action may lead away again.
      while navigation.presentedViewController != nil || navigation.topViewController !== list {
        if navigation.presentedViewController != nil { navigation.dismiss() }
        if navigation.topViewController !== list { navigation.popToRoot(animated: false) }
        await rest()
      }
    }

    /// Shows the beginning of the whole list, without marks and messages.
    func showAll() async {
      await goHome()
      for key in ["/\u{15}\r", "\u{1B}[27u", "\u{1B}[27u", "G", "g"] {
        type(key)
        await rest()
      }
      pilot.scheduler.advance(by: .seconds(60))
    }

    /// The rows of the list, without the title and the lines at the bottom.
    var rows: [String] { Array(pilot.screen.lines.dropFirst().dropLast(2)) }

    var count: Int { list.table.numberOfRows }
  }

  @Test func `3,000 random steps of two users end with the same screen`() async throws {
    let book = TestBook()
    try book.run("import", "-", input: (0..<40).map { "{\"firstName\":\"P\($0)\"}\n" }.joined())
    let users = [try User(seed: 1, book: book.path), try User(seed: 2, book: book.path)]
    var generator = SeededGenerator(seed: 3)
    for user in users { await user.rest() }
    for _ in 0..<3_000 {
      let index = Int.random(in: 0..<2, using: &generator)
      await users[index].step()
      await users[1 - index].turn()
    }
    for user in users { await user.showAll() }
    let present = try Book.open(at: book.path).fetch(Query<Person>().sorted(by: .name))
    // The last changes of the other user are on their way.
    while users.contains(where: { $0.count != present.count }) || users[0].rows != users[1].rows {
      for user in users {
        await user.rest()
        user.pilot.scheduler.advance(by: .seconds(60))
      }
    }
    #expect(present.count > 5)
    let doctor = try book.shell("peoplebook doctor")
    #expect(doctor.status == 0, "\(doctor.output)")
  }
}
