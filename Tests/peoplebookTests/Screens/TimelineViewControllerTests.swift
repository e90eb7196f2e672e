import Glibc
import PeoplebookCore
import Reactive
import TUIKit
import TUITesting
import TestSupport
import Testing

@testable import peoplebook

/// The timeline on the screen, from the key to the book.
@Suite(.timeLimit(.minutes(2))) struct TimelineViewControllerTests {
  private let book = TestBook()

  private func open() throws -> ProgramPilot {
    try book.add("Ada Lovelace", "Bea Yota")
    try book.run("edit", "Ada Lovelace", "--title", "Countess")
    try book.run("remove", "Bea Yota")
    let pilot = try book.open("--no-motion")
    try pilot.waitFor("1 of 1")
    try pilot.press("U")
    try pilot.waitUntil("the present") { $0.contains("Timeline") && $0.contains("Deleted Bea Yota") }
    return pilot
  }

  @Test func `walking moves the list, Esc returns to now, and the book stays`() throws {
    let pilot = try open()
    try pilot.press(.left)
    try pilot.waitUntil("Bea is back") {
      screen in
      screen.contains("bea@example.org") && screen.contains("title: + Countess")
        && screen.lines.contains { $0.split(separator: " ").joined(separator: " ") == "│ · · ● ·" }
    }
    try pilot.press(.left)
    try pilot.press(.left)
    try pilot.waitUntil("Ada alone") { !$0.contains("bea@example.org") && $0.contains("3 changes ago") }
    try pilot.press(.right)
    try pilot.waitFor("2 changes ago")
    try pilot.press(.escape)
    try pilot.waitUntil("the list") { $0.contains("Peoplebook") && $0.contains("1 of 1") && !$0.contains("Bea Yota") }
    #expect(!(try book.run("list").output.contains("Bea")))
  }

  @Test func `the book is one file also after a walk`() throws {
    let pilot = try open()
    try pilot.press(.left)
    try pilot.waitFor("bea@example.org")
    try pilot.press("c", .control)
    #expect(try pilot.waitForEnd() == .killed(signal: SIGINT))
    #expect(ProgramFixture.names(in: book.folder).filter { $0.hasPrefix("people.db") } == ["people.db"])
  }

  @Test func `the help names what Enter does`() throws {
    let pilot = try open()
    try pilot.press("?")
    try pilot.type("enter")
    try pilot.waitUntil("the key") { screen in
      screen.lines.contains { $0.contains(/r +enter +Restore the state/) } && !screen.contains("Open the selected row")
    }
  }

  @Test func `Enter takes a state back, and u undoes it`() throws {
    let pilot = try open()
    try pilot.press(.left)
    try pilot.press(.left)
    try pilot.waitFor("2 changes ago")
    try pilot.press(.enter)
    try pilot.waitFor("Restored the state 2 changes ago: 2 people")
    #expect(try book.run("list").output.contains("Bea"))
    #expect(!(try book.run("show", "Ada").output.contains("Countess")))
    try pilot.press("u")
    try pilot.waitFor("Undid “Restored the state 2 changes ago”")
    #expect(try book.run("show", "Ada").output.contains("Countess"))
  }

  @Test func `keys typed before the first state is shown act on it`() throws {
    let pilot = try open()
    try pilot.press(.escape)
    try pilot.waitFor("1 of 1")
    try pilot.send(Array("U\u{1B}[D\u{1B}[D\r".utf8))
    try pilot.waitFor("Restored the state 2 changes ago: 2 people")
    #expect(try book.run("list").output.contains("Bea"))
    try pilot.press("u")
    try pilot.waitFor("Undid “Restored the state 2 changes ago”")
  }

  @Test @MainActor func `Esc ends a restore that waits`() async throws {
    try book.add("Ada Lovelace", "Bea Yota")
    let navigation = NavigationController(rootViewController: ViewController())
    let pilot = ApplicationPilot(root: navigation, isMotionEnabled: false)
    let people = PeopleViewModel(store: try Book.open(at: book.path), scheduler: pilot.scheduler)
    let viewModel = people.makeTimeline(around: nil)
    // Lives on, as it does during the transition.
    let timeline = TimelineViewController(viewModel, people: people)
    navigation.push(timeline)
    var actions: [String] = []
    let token = people.actions.states.sink { if let running = $0.running { actions.append(running.title) } }
    await yield { !viewModel.state.value.isReading }
    try pilot.press(.left)
    try pilot.press(.enter)
    pilot.scheduler.advance(by: .seconds(10))
    #expect(viewModel.state.value.isReading && pilot.screen.contains("Reading that state…"))
    try pilot.type("d")
    try pilot.press(.escape)
    pilot.scheduler.advance(by: .seconds(1))
    #expect(navigation.topViewController !== timeline && pilot.screen.contains("Ignored keys: d"))
    #expect(!pilot.application.window.isInputHeld)
    await yield { !viewModel.state.value.isReading }
    #expect(actions.isEmpty)
    withExtendedLifetime((timeline, token)) {}
  }

  @Test func `Enter restores an empty book, and says so now`() throws {
    let pilot = try open()
    try pilot.press(.enter)
    try pilot.waitFor("This is the current state")
    try pilot.press("[")
    try pilot.waitUntil("the beginning") { $0.contains("The book was empty") && $0.contains("4 changes ago") }
    try pilot.press(.enter)
    try pilot.waitFor("Restored the state 4 changes ago")
    #expect(try book.run("list", "--format", "json").output.isEmpty)
    try pilot.press("u")
    try pilot.waitUntil("all are back") {
      $0.contains("Undid “Restored the state 4 changes ago”") && $0.contains("1 of 1")
    }
  }
}
