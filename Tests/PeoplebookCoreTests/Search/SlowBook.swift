import PeoplebookCore
import Persistence
import RIV
import RIVTesting
import Reactive
import TestSupport
import Testing

/// A book with lists that open when a test says so, and may fail.
@MainActor
final class SlowBook {
  private let folder = TemporaryBook()
  let store: Store
  /// The searches, in order.
  private(set) var asked: [String] = []
  private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]
  /// Whether results are returned at once.
  var isFast = false
  /// The error of all results from now on.
  var failure: (any Error)?
  /// The names on the screen, for each list that was shown.
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

  /// Like a slow disk, it does not end earlier when it is cancelled.
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
    await yield { waiting[text] != nil }
    for continuation in waiting.removeValue(forKey: text) ?? [] { continuation.resume() }
  }

  /// Lets the main actor run its pending jobs.
  func rest() async {
    for _ in 0..<50 { await Task.yield() }
  }

  func interactor(_ clock: TestClock = TestClock(), recents: [String] = []) -> SearchInteractor {
    SearchInteractor(
      recents: recents, scheduler: clock.scheduler, find: { [self] in try await find($0) }, show: { [self] in show($0) }
    )
  }
}
