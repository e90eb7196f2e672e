import Bindery
import FoundationEssentials
import PeoplebookCore
import Persistence
import Reactive
import TUIKit
import TUITesting
import TestSupport
import Testing

@testable import peoplebook

/// Keys typed in a burst lead to the state that the same keys lead to when each is typed after the program is at rest.
@Suite(.timeLimit(.minutes(5))) @MainActor struct BurstTests {
  /// How the keys of a script are typed.
  enum Rhythm: CaseIterable {
    /// All at once.
    case burst
    /// Each after a few turns of the main queue, whatever is under way.
    case hasty
    /// Each when the program is at rest.
    case slow
  }

  /// The screen of a book, and another process that changes the titles of people, which no script searches for.
  @MainActor
  private final class Session {
    let folder = TemporaryFolder()
    let pilot: ApplicationPilot
    let viewModel: PeopleViewModel
    let list: PeopleViewController
    let input: ActionInput
    private let other: Store
    private var turns = 0
    /// The turns since the list began to wait for the book.
    private var waits = 0
    /// What the status line has said.
    private var notices: [String] = []
    private var token: AnyCancellable?

    init() async throws {
      let path = "\(folder.path)/people.db"
      try await FileManager.default.copyItem(atPath: BurstTests.template.value.path + "/people.db", toPath: path)
      other = try Book.open(at: path)
      let navigation = NavigationController(rootViewController: ViewController())
      pilot = ApplicationPilot(root: navigation, size: Size(width: 60, height: 14), isMotionEnabled: false)
      viewModel = PeopleViewModel(store: try Book.open(at: path), scheduler: pilot.scheduler)
      let settings = ScreenSettings(kept: ScreenPreferences(), options: ScreenOptions()) { _, _ in }
      list = PeopleViewController(viewModel: viewModel, settings: settings) {}
      input = ActionInput(viewModel.actions, in: pilot.application.window)
      token = viewModel.notices.sink { [weak self] in self?.notices.append("\($0)") }
      navigation.push(list)
      try pilot.waitFor("1 of \(BurstTests.people.count)")
      try await rest()
    }

    isolated deinit {}

    /// Less than ``SearchInteractor/patience``, and more than a frame.
    private static let mostWaits = 50

    private var isAtRest: Bool {
      !pilot.application.window.isInputHeld && viewModel.actions.domain.running == nil
        && !viewModel.search.state.isPending && list.isListComplete
    }

    /// Lets everything that is due happen, and the other process commit.
    ///
    /// The clock stops before the program acts on an unfinished list, which it does where the book is slow.
    func turn() async throws {
      waits = viewModel.search.state.isPending || !list.isListComplete ? waits + 1 : 0
      pilot.scheduler.advance(by: waits < Self.mostWaits ? .milliseconds(1) : .zero)
      turns += 1
      guard turns.isMultiple(of: 4) else { return await Task.yield() }
      try await other.write(author: "other") { [turns] transaction in
        guard var person = try transaction.get(Person.self, row: Int64(turns % 80 + 1)) else { return }
        person.title = "Captain \(turns)"
        try transaction.update(person)
      }
    }

    func rest() async throws {
      repeat {
        try await turn()
        await viewModel.actions.settled()
      } while !isAtRest && !Task.isCancelled
      pilot.scheduler.advance()
    }

    /// Types keys at once.
    func send(_ keys: String...) {
      var decoder = InputDecoder()
      pilot.application.send(decoder.feed(keys.flatMap(\.utf8)))
    }

    func type(_ keys: [TypedScript.Key], _ rhythm: Rhythm) async throws {
      var decoder = InputDecoder()
      switch rhythm {
      case .burst: pilot.application.send(decoder.feed(keys.flatMap(\.bytes)))
      case .hasty:
        for (index, key) in keys.enumerated() {
          pilot.application.send(decoder.feed(key.bytes))
          if index.isMultiple(of: 2) { try await turn() }
        }
      case .slow:
        for key in keys {
          pilot.application.send(decoder.feed(key.bytes))
          try await rest()
        }
      }
      try await rest()
    }

    /// The search, the selected and the marked people, and all people of the book.
    var state: [String] {
      get throws {
        let marked = list.tracked.marked.rows.sorted().map { "\($0)" }.joined(separator: " ")
        let people = try other.fetch(Query<Person>().sorted(by: .name)).map { "\($0.row) \($0.name) \($0.tags)" }
        let selected = list.selectedPerson?.name ?? ""
        return [
          "search \(viewModel.search.text.value)", "selected \(selected)", "marked \(marked)",
        ] + notices.enumerated().map { "\($0 + 1). \($1)" } + people
      }
    }
  }

  /// More people than are read at once, also when their tag is searched for.
  private nonisolated static let people = [
    "Lovelace", "Hopper", "Turing", "Dijkstra", "Liskov", "Knuth", "Hamilton", "Allen",
  ].flatMap { last in
    [
      "Ada", "Grace", "Alan", "Edsger", "Barbara", "Donald", "Åsa", "Dennis", "Margaret", "José", "Frances", "Søren",
      "Radia", "Timothée", "Anita", "Niklaus", "Ελένη", "Юлия", "花子", "Zoë",
    ].map { first in
      var person = Person()
      person.firstName = first
      person.lastName = last
      person.tags = first < "K" ? ["friend"] : []
      return person
    }
  }

  /// A closed book of ``people``, made once.
  private static let template = Task { @MainActor in
    let folder = TemporaryFolder()
    let store = try Book.open(at: "\(folder.path)/people.db")
    try await store.write(author: "import") { transaction in
      for person in people { _ = try transaction.insert(person) }
    }
    await store.close()
    return folder
  }

  private func state(after keys: [TypedScript.Key], _ rhythm: Rhythm) async throws -> [String] {
    let session = try await Session()
    try await session.type(keys, rhythm)
    return try session.state
  }

  @Test(arguments: 0..<20) func `a burst of keys ends as the same keys typed slowly`(seed: Int) async throws {
    let script = TypedScript(seed: UInt64(seed), count: 60)
    let slow = try await state(after: script.keys, .slow)
    for rhythm in [Rhythm.burst, .hasty] {
      let state = try await state(after: script.keys, rhythm)
      #expect(Set(state).symmetricDifference(slow) == [], "\(rhythm)")
    }
  }

  @Test func `a list that comes between two keys of a search keeps the person`() async throws {
    let session = try await Session()
    for _ in 0..<5 { session.send("j") }
    let selected = try #require(session.list.selectedPerson?.name)
    session.send("/", "d")
    try await session.rest()
    #expect(session.list.selectedPerson?.name != selected)
    session.send("\u{7F}")
    await yield { !session.viewModel.search.state.isPending }
    // The list of all people is there, and the table shows it when the next key arrives.
    session.send("z")
    session.send("\u{7F}")
    try await session.rest()
    session.send("\u{1B}[27u")
    try await session.rest()
    #expect(session.list.selectedPerson?.name == selected)
  }

  @Test func `a move waits for the rest of a list, unless that takes a while`() async throws {
    let session = try await Session()
    let (list, pilot) = (session.list, session.pilot)
    list.isListComplete = false
    list.updateSearchHold()
    try pilot.press("j")
    #expect(pilot.application.window.discardWaitingInput() == [.key(KeyEvent(.character("j")))])
    pilot.scheduler.advance(by: SearchInteractor.patience)
    try pilot.press("j")
    #expect(list.table.selectedPosition == 1)
  }
}
