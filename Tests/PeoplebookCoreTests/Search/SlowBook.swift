import PeoplebookCore
import Persistence
import RIV
import RIVTesting
import Reactive
import Testing

/// A book with lists that open when a test says so, and may fail.
@MainActor
final class SlowBook {
  private let folder = TemporaryBook()
  let store: Store
  /// The searches, in order.
  private(set) var asked: [String] = []
  private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]
  /// Answers at once.
  var isFast = false
  /// What answers from now on fail with.
  var failure: (any Error)?
  /// The names on the screen, each time another list is shown.
  private(set) var shown: [[String]] = []

  struct Refusal: Error, CustomStringConvertible { let description = "The disk is tired." }

  init() async throws {
    store = try folder.open()
    for name in ["Ada", "Adam", "Barbara"] {
      var person = Person()
      person.firstName = name
      _ = try await store.add(person)
    }
  }

  /// As slow as a slow disk: it does not end sooner for being cancelled.
  func find(_ text: String) async throws -> Results<Person> {
    asked.append(text)
    if !isFast { await withCheckedContinuation { waiting[text, default: []].append($0) } }
    if let failure { throw failure }
    return store.people(matching: text)
  }

  func show(_ list: Results<Person>) {
    shown.append(list.items.map(\.name))
  }

  /// Answers the searches for `text`.
  func answer(_ text: String) async {
    while waiting[text] == nil { await Task.yield() }
    for continuation in waiting.removeValue(forKey: text) ?? [] { continuation.resume() }
  }

  /// Lets the main actor finish what it has begun.
  func rest() async {
    for _ in 0..<50 { await Task.yield() }
  }

  func interactor(_ clock: TestClock = TestClock(), recents: [String] = []) -> SearchInteractor {
    SearchInteractor(
      recents: recents, scheduler: clock.scheduler, find: { [self] in try await find($0) }, show: { [self] in show($0) }
    )
  }
}
