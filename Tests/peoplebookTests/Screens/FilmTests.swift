import Bindery
import FoundationEssentials
import Glibc
import PeoplebookCore
import Persistence
import TUIKit
import TUITesting
import TestSupport
import Testing

@testable import peoplebook

/// The film of the README: another program changes the book while it is on the screen.
@Suite(.timeLimit(.minutes(2))) @MainActor struct FilmTests {
  private static let root = (#filePath as String).split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
  private static let step = Duration.milliseconds(40)

  private let book: TestBook
  private let pilot: ApplicationPilot
  private let viewModel: PeopleViewModel
  private let other: Store

  init() throws {
    book = TestBook("family.db")
    #expect(try book.run("import", "\(Self.root)/Resources/sample.vcf").status == 0)
    other = try Book.open(at: book.path)
    pilot = ApplicationPilot(root: ViewController(), size: Size(width: 84, height: 18))
    viewModel = PeopleViewModel(store: try Book.open(at: book.path), scheduler: pilot.scheduler)
    let settings = ScreenSettings(kept: ScreenPreferences(), options: ScreenOptions()) { _, _ in }
    let list = PeopleViewController(viewModel: viewModel, settings: settings) {}
    pilot.application.window.rootViewController = NavigationController(rootViewController: list)
  }

  /// The screens of the film.
  private struct Film {
    private(set) var frames: [(screen: ScreenContents, duration: Duration)] = []

    mutating func add(_ screen: ScreenContents, _ duration: Duration) {
      if let last = frames.last, last.screen == screen {
        frames[frames.count - 1].duration += duration
      } else {
        frames.append((screen, duration))
      }
    }
  }

  private func changePerson(named name: String, _ change: @Sendable @escaping (inout Person) -> Void) async throws {
    try await other.write(author: "cron@home") { transaction in
      guard var person = try transaction.fetch(Query<Person>().search(name), limit: 1).first else { return }
      change(&person)
      try transaction.update(person)
    }
  }

  /// Lets the store and the queues work until the list has people as expected, with the clock at rest.
  private func wait(_ isExpected: ([Person]) -> Bool) async {
    await yield {
      viewModel.actions.domain.running == nil && isExpected((0..<10).compactMap(viewModel.person(at:)))
    }
  }

  /// Adds the animation to the film, then shows the screen for a while.
  private func record(_ film: inout Film, showing sentence: String) throws {
    for _ in 0..<40 where pilot.scheduler.nextInstant != nil {
      pilot.scheduler.advance(by: Self.step)
      film.add(pilot.screen, Self.step)
    }
    #expect(pilot.screen.contains(sentence))
    film.add(pilot.screen, .milliseconds(1_200))
  }

  @Test func `a picture of changes as they happen`() async throws {
    var film = Film()
    await wait { $0.first?.firstName == "Ada" }
    try pilot.waitFor("1 of 62")
    try pilot.press(.down)
    try pilot.waitFor("2 of 62")
    film.add(pilot.screen, .milliseconds(1_500))

    try await changePerson(named: "ada lovelace") { $0.phones[0].value = "+44 1632 960 012" }
    await wait { $0.first?.phones.first?.value == "+44 1632 960 012" }
    try record(&film, showing: "cron@home")

    try await changePerson(named: "åsa öström") { $0.firstName = "Elsa" }
    await wait { people in people.contains { $0.firstName == "Elsa" } }
    try record(&film, showing: "Elsa Öström")

    try pilot.press("d")
    await wait { people in !people.contains { $0.firstName == "Alan" } }
    try record(&film, showing: "Deleted Alan Turing")

    try pilot.press("u")
    await wait { people in people.contains { $0.firstName == "Alan" } }
    try record(&film, showing: "Alan Turing")

    let svg = ScreenPicture(title: "peoplebook").svg(of: film.frames)
    #expect(svg.utf8.count < 200_000)
    let path = "\(Self.root)/Resources/pictures/changes.svg"
    if getenv("RECORD_PICTURES") != nil { try svg.write(toFile: path, atomically: true, encoding: .utf8) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == svg, "run `make pictures` and check the difference")
  }
}
