import Glibc
import Reactive
import TestSupport
import Testing

@testable import Persistence

/// Errors of the system that end by themselves, such as those of a network disk.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct TransientErrorTests {
  let folder = Folder()

  /// Fails all lists and feeds of a store, as an error of the disk does.
  private func fail(_ store: Store, _ error: StoreError) {
    store.engine.perform { engine in engine.queries?.fail(error) }
  }

  private func diskError(_ store: Store) -> StoreError {
    .inputOutput(path: store.path, detail: "disk I/O error, 1")
  }

  /// A store with a record, and a list that the store's queue keeps.
  private func observedStore() async throws -> (store: Store, results: Results<Friend>, list: Watcher<Friend>) {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    let results = store.objects(Friend.self)
    let list = Watcher(results)
    try await store.write { _ in }
    return (store, results, list)
  }

  /// The commits that a store publishes.
  @MainActor
  private final class Commits {
    private(set) var names: [String] = []
    private(set) var hasEnded = false
    private var token: AnyCancellable?

    init(of store: Store) {
      token = store.changes(of: Friend.self).sink { [weak self] _ in
        self?.hasEnded = true
      } receiveValue: { [weak self] in
        self?.names += $0.changes.compactMap(\.after?.first)
      }
    }

    isolated deinit {}
  }

  /// The pause after a lock is the shortest.
  @Test func `a list is live again after a pause`() async throws {
    let (store, results, list) = try await observedStore()
    let error = StoreError.locked(path: store.path)
    fail(store, error)
    await list.wait { !$0.failures.isEmpty }
    #expect(results.failure == error)
    await list.wait { $0.initials == 2 }
    #expect(results.failure == nil && list.failures.count == 1)
    try await store.write { try $0.insert(Friend("Bob")) }
    await list.wait { $0.replayed.count == 2 }
  }

  @Test func `a commit ends the pause before the next attempt`() async throws {
    let (store, results, list) = try await observedStore()
    fail(store, diskError(store))
    await list.wait { !$0.failures.isEmpty }
    try await store.write { try $0.insert(Friend("Bob")) }
    #expect(await store.engine.waitingLists.isEmpty)
    await list.wait { $0.initials == 2 }
    #expect(results.failure == nil && list.replayed.count == 2)
  }

  @Test func `a list has one pending attempt, however often it fails`() async throws {
    let store = try folder.openStore()
    // No list has this number.
    let listener = 1_000
    await store.engine.offerRetry(to: listener, after: .seconds(60))
    let first = try #require(await store.engine.waitingLists[listener])
    try await store.write { try $0.insert(Friend("Ada")) }
    #expect(await store.engine.waitingLists.isEmpty)
    await store.engine.offerRetry(to: listener, after: .seconds(60))
    let second = try #require(await store.engine.waitingLists[listener])
    // The timer of the first attempt.
    await store.engine.retry(listener, attempt: first)
    #expect(first != second)
    #expect(await store.engine.waitingLists == [listener: second])
    await store.engine.retry(listener, attempt: second)
    #expect(await store.engine.waitingLists.isEmpty)
  }

  @Test func `the failures of all rows of a page are one`() async throws {
    let (store, results, list) = try await observedStore()
    store.engine.perform { [id = results.id, error = diskError(store)] engine in
      for _ in 0..<9 { engine.deliver(Delivery(listener: id, content: .failure(error))) }
    }
    await list.wait { !$0.failures.isEmpty }
    #expect(await store.engine.attempts == 1)
  }

  @Test func `commits bring attempts forward at most once per second`() async throws {
    let store = try folder.openStore()
    let engine = store.engine
    let second: UInt64 = 1_000_000_000
    for (time, isEarly) in [(10 * second, true), (11 * second - 1, false), (11 * second, true)] {
      await engine.offerRetry(to: 1_000, after: .seconds(60))
      await engine.retryAfterCommit(at: time)
      #expect(await engine.waitingLists.isEmpty == isEarly)
    }
  }

  @Test func `commits continue after a transient error`() async throws {
    let (store, _, _) = try await observedStore()
    let commits = Commits(of: store)
    try await store.write { _ in }
    fail(store, diskError(store))
    try await store.write { try $0.insert(Friend("Bob")) }
    await yield { commits.names == ["Bob"] }
    #expect(!commits.hasEnded)
  }

  @Test func `the reason why commits wait is published`() async throws {
    let (store, _, _) = try await observedStore()
    var failures: [StoreError?] = []
    let commits = store.changes(of: Friend.self).sink { _ in
    } receiveValue: { _ in
    }
    let token = store.changesFailurePublisher.sink { failures.append($0) }
    try await store.write { _ in }
    let error = diskError(store)
    for _ in 0..<2 { fail(store, error) }
    try await store.write { try $0.insert(Friend("Bob")) }
    await yield { failures == [nil, error, nil] }
    commits.cancel()
    token.cancel()
  }

  @Test func `no reason is left when the store is closed`() async throws {
    let (store, _, _) = try await observedStore()
    var failures: [StoreError?] = []
    let commits = Commits(of: store)
    let token = store.changesFailurePublisher.sink { failures.append($0) }
    try await store.write { _ in }
    let error = diskError(store)
    fail(store, error)
    await yield { failures.count >= 2 }
    await store.close()
    await yield { failures == [nil, error, nil] && commits.hasEnded }
    token.cancel()
  }

  @Test func `no reason is left when nothing waits for commits`() async throws {
    let first = try folder.openStore()
    try await first.write { try $0.insert(Friend("Ada")) }
    await first.close()
    let store = try folder.openStore()
    var failures: [StoreError?] = []
    let token = store.changesFailurePublisher.sink { failures.append($0) }
    // The store's queue has not opened the book yet, and cannot open it now.
    #expect(rename(folder.book, folder.book + ".moved") == 0)
    let commits = store.changes(of: Friend.self).sink { _ in
    } receiveValue: { _ in
    }
    await yield { failures.count == 2 }
    #expect(failures[1] != nil)
    commits.cancel()
    await yield { failures.count == 3 }
    #expect(failures[2] == nil)
    token.cancel()
    #expect(rename(folder.book + ".moved", folder.book) == 0)
  }

  @Test func `commits that are requested during a transient error are followed`() async throws {
    let first = try folder.openStore()
    try await first.write { try $0.insert(Friend("Ada")) }
    await first.close()
    let store = try folder.openStore()
    // The store's queue has not opened the book yet, and cannot open it now.
    #expect(rename(folder.book, folder.book + ".moved") == 0)
    let commits = Commits(of: store)
    await yield { await store.engine.isRetryScheduled }
    #expect(rename(folder.book + ".moved", folder.book) == 0)
    try await store.write { try $0.insert(Friend("Bob")) }
    await yield { commits.names == ["Bob"] }
    #expect(!commits.hasEnded)
  }
}
