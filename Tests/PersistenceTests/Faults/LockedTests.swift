import Dispatch
import Glibc
import Reactive
import TestSupport
import Testing

@testable import Persistence

@MainActor
@Suite(.timeLimit(.minutes(5))) struct LockedTests {
  let folder = Folder()

  @Test func `a write that waits too long for a lock fails`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    try await store.engine.waitForOthers(attempts: 3)
    let shell = try Shell(folder.book)
    try shell.run("BEGIN IMMEDIATE; UPDATE friend SET age = 1")
    await #expect(throws: StoreError.locked(path: store.path)) {
      try await store.write { try $0.insert(Friend("Bob")) }
    }
    // Reading never waits for a lock.
    #expect(try store.fetch(Query<Friend>()).map(\.first) == ["Ada"])
    try shell.run("COMMIT")
    try await store.write { try $0.insert(Friend("Cyd")) }
    #expect(try store.fetch(Query<Friend>()).map { "\($0.first) \($0.age)" } == ["Ada 1", "Cyd 0"])
    #expect(try store.log(of: Friend.self, limit: 5).count == 3)
    #expect(try await store.check() == [])
  }

  /// A store that cannot complete a record of another program, which keeps the book locked after writing it.
  private func lockedStore() async throws -> (store: Store, list: Watcher<Friend>, results: Results<Friend>, Shell) {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    try await store.engine.waitForOthers(attempts: 3)
    let results = store.objects(Friend.self)
    let list = Watcher(results)
    return (store, list, results, try await lock(store, after: "INSERT INTO friend(first) VALUES ('Bob')"))
  }

  /// Has another program write, and keep the book locked, before the store reads what it wrote.
  private func lock(_ store: Store, after statements: String) async throws -> Shell {
    // The store's queue observes the lists and feeds by then.
    try await store.write { _ in }
    let gate = DispatchSemaphore(value: 0)
    store.engine.perform { _ in gate.wait() }
    defer { gate.signal() }
    let shell = try Shell(folder.book)
    try shell.run("\(statements); BEGIN IMMEDIATE")
    return shell
  }

  @Test func `a list that failed on a lock is live again after the lock`() async throws {
    let (store, list, results, shell) = try await lockedStore()
    await list.wait { !$0.failures.isEmpty }
    #expect(list.failures as? [StoreError] == [.locked(path: store.path)])
    #expect(results.failure == .locked(path: store.path))
    #expect(list.replayed == [1])
    let late = Watcher(results)
    #expect(late.failures.count == 1 && late.replayed == [1])
    try shell.run("ROLLBACK")
    await list.wait { $0.replayed.count == 2 }
    #expect(results.failure == nil)
    #expect(late.replayed == list.replayed)
    #expect(list.failures.count == 1)
    try await store.write { try $0.insert(Friend("Cyd")) }
    await list.wait { $0.replayed.count == 3 }
    #expect(!list.changesets.isEmpty)
    #expect(list.last?.map(\.first) == ["Ada", "Bob", "Cyd"])
  }

  @Test(.timeLimit(.minutes(10)))
  func `commits and a record that meet a lock continue after it`() async throws {
    let store = try folder.openStore()
    let ada = try await store.write { try $0.insert(Friend("Ada")) }
    try await store.engine.waitForOthers(attempts: 3)
    var ends = 0
    var ages: [Int] = []
    var tokens: [AnyCancellable] = []
    store.propertyValuePublisher(\.age, of: ada).sink { _ in
      ends += 1
    } receiveValue: {
      ages.append($0)
    }.store(in: &tokens)
    let (commits, continuation) = AsyncStream.makeStream(of: [Friend].self)
    store.changes(of: Friend.self).sink { _ in
      ends += 1
    } receiveValue: {
      continuation.yield($0.changes.compactMap(\.after))
    }.store(in: &tokens)
    // A list reports the lock, which the feeds meet as well.
    let list = Watcher(store.objects(Friend.self))
    let shell = try await lock(store, after: "INSERT INTO friend(first) VALUES ('Bob'); UPDATE friend SET age = 1")
    await list.wait { !$0.failures.isEmpty }
    #expect(ends == 0 && ages == [0])
    try shell.run("ROLLBACK")
    var names: [String] = []
    for await friends in commits {
      names += friends.map { "\($0.first) \($0.age)" }
      if names.contains("Ada 1") { break }
    }
    #expect(names.contains { $0.hasPrefix("Bob") })
    await yield { ages.count >= 2 }
    #expect(ends == 0 && ages == [0, 1])
    tokens = []
  }

  @Test func `commits continue after a lock also without a list`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    try await store.engine.waitForOthers(attempts: 3)
    let (names, continuation) = AsyncStream.makeStream(of: String.self)
    let token = store.changes(of: Friend.self).sink { _ in
      continuation.finish()
    } receiveValue: { commit in
      for friend in commit.changes.compactMap(\.after) { continuation.yield(friend.first) }
    }
    let shell = try await lock(store, after: "INSERT INTO friend(first) VALUES ('Bob')")
    await yield { await store.engine.isRetryScheduled }
    try shell.run("ROLLBACK")
    var name = names.makeAsyncIterator()
    #expect(await name.next() == "Bob")
    token.cancel()
  }

  @Test func `a list with a locked first load opens after the lock`() async throws {
    let (store, _, _, shell) = try await lockedStore()
    let search = store.objects(Friend.self).search("bob")
    await #expect(throws: StoreError.locked(path: store.path)) { try await search.load() }
    // Its query changes before it is loaded.
    search.query = Query<Friend>().search("ada")
    let list = Watcher(search)
    #expect(list.failures.count == 1)
    try shell.run("ROLLBACK")
    await list.wait { $0.replayed == [1] }
    #expect(search.failure == nil)
  }

  @Test func `a claim on mutations does not wait forever for its lock`() throws {
    let store = try folder.openStore()
    let descriptor = open(folder.book + "-mutations", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    // `F_OFD_SETLK`: a lock that belongs to the open file, as the store's locks do.
    #expect(fcntl(descriptor, 37, &lock) == 0)
    #expect(throws: StoreError.locked(path: store.path)) { try MutationClaim(beside: store.path, attempts: 3) }
    lock.l_type = Int16(F_UNLCK)
    #expect(fcntl(descriptor, 37, &lock) == 0)
    #expect(throws: Never.self) { try MutationClaim(beside: store.path, attempts: 3) }
  }
}

extension Engine {
  fileprivate func waitForOthers(attempts: Int) throws {
    try open().database.lockWait.attempts = attempts
  }
}
