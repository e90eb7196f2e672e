import Glibc
import Persistence
import Testing

/// What was under way when a program ended.
@MainActor
@Suite struct ResumptionTests {
  let folder = Folder()
  let kennel = Kennel()

  private func manager(_ store: Store) throws -> MutationManager {
    try MutationManager(
      store, [MutationKind(AddFriend.self, with: kennel), MutationKind(AddFriendNow.self, with: kennel)])
  }

  private func names(_ store: Store) throws -> [String] { try store.fetch(Query<Friend>()).map(\.first) }

  private func kept() throws -> Int { Int(try Shell(folder.book).value("SELECT count(*) FROM mutation") ?? "") ?? -1 }

  /// Starts mutations, and is gone before anybody has answered.
  private func leaveBehind(_ names: [String]) async throws -> [String] {
    let store = try folder.openStore()
    let manager = try manager(store)
    let count = kennel.requests.count
    var ids: [String] = []
    for name in names { ids.append(try await manager.start(AddFriend(name))) }
    await kennel.waitForRequests(count + 1)
    return ids
  }

  @Test func `the next one asks again with the same ids, and nobody is added twice`() async throws {
    let ids = try await leaveBehind(["ada", "bob"])
    let store = try folder.openStore()
    #expect(try names(store) == ["ada", "bob"] && kept() == 2)
    let next = try manager(store)
    let watch = ManagerWatch(next)
    try await next.resume()
    try await next.resume()
    await kennel.waitForRequests(2)
    #expect(kennel.requests == [ids[0], ids[0]])
    // The first request was heard after all. Its answer goes nowhere.
    kennel.answer(.success("Nowhere"))
    kennel.answer(.success("Ada"))
    await kennel.waitForRequests(3)
    kennel.answer(.success("Bob"))
    await watch.waitUntilIdle()
    #expect(kennel.added == [ids[0]: "ada", ids[1]: "bob"])
    #expect(try names(store) == ["Ada", "Bob"] && kept() == 0)
    #expect(watch.failures.isEmpty)
  }

  @Test func `a kind that is not to be resumed is rolled back`() async throws {
    do {
      let manager = try manager(folder.openStore())
      try await manager.start(AddFriendNow("ada"))
      await kennel.waitForRequests(1)
    }
    let store = try folder.openStore()
    let next = try manager(store)
    let watch = ManagerWatch(next)
    try await next.resume()
    #expect(try names(store) == [] && kept() == 0)
    #expect(watch.failures.map(\.isRolledBack) == [true])
    #expect(kennel.requests.count == 1)
    kennel.answer(.success("late"))
  }

  @Test func `of two programs each goes on with its own, and with what the other leaves behind`() async throws {
    let here = try folder.openStore()
    var first: MutationManager? = try manager(here)
    try await first?.start(AddFriend("ada"))
    let second = try manager(folder.openStore())
    let watch = ManagerWatch(second)
    try await second.resume()
    #expect(watch.counts == [0])
    #expect(folder.names.contains("book.db-mutations"))
    await kennel.waitForRequests(1)
    first = nil
    try await second.resume()
    #expect(watch.counts == [0, 1])
    await kennel.waitForRequests(2)
    #expect(kennel.requests[0] == kennel.requests[1])
    kennel.answer(.success("Nowhere"))
    kennel.answer(.success("Ada"))
    await watch.waitUntilIdle()
    #expect(try names(here) == ["Ada"])
  }

  @Test func `many that come at once take over each mutation once`() async throws {
    let ids = try await leaveBehind((0..<6).map { "F\($0)" })
    kennel.answer(.success("Nowhere"))
    let managers = try (0..<4).map { _ in try manager(folder.openStore()) }
    let watches = managers.map { ManagerWatch($0) }
    async let a: Void = managers[0].resume()
    async let b: Void = managers[1].resume()
    async let c: Void = managers[2].resume()
    async let d: Void = managers[3].resume()
    _ = try await (a, b, c, d)
    #expect(watches.map { $0.counts.max() ?? 0 }.sorted() == [0, 0, 0, 6])
    for count in 2...7 {
      await kennel.waitForRequests(count)
      kennel.answer(.success("done \(count)"))
    }
    for watch in watches { await watch.waitUntilIdle() }
    #expect(Array(kennel.requests.dropFirst()) == ids)
    #expect(try kept() == 0)
  }

  /// A process that is killed releases what it looked after, and cannot clean up.
  @Test func `what a killed process had begun is resumed`() async throws {
    _ = try folder.openStore()
    await #expect(processExitsWith: .signal(SIGKILL)) { @MainActor [path = folder.book as String] in
      let kennel = Kennel()
      let manager = try MutationManager(Store.open(at: path, friends), [MutationKind(AddFriend.self, with: kennel)])
      try await manager.start(AddFriend("ada"))
      await kennel.waitForRequests(1)
      kill(getpid(), SIGKILL)
    }
    #expect(folder.names.contains("book.db-mutations"))
    let store = try folder.openStore()
    #expect(try names(store) == ["ada"])
    var manager: MutationManager? = try manager(store)
    if let manager {
      let watch = ManagerWatch(manager)
      try await manager.resume()
      await kennel.waitForRequests(1)
      kennel.answer(.success("Ada"))
      await watch.waitUntilIdle()
    }
    #expect(try names(store) == ["Ada"])
    manager = nil
    await store.close()
    #expect(folder.names == ["book.db"])
  }

  @Test func `what cannot be written is kept, and can be ended later`() async throws {
    let store = try folder.openStore()
    let manager = try manager(store)
    let watch = ManagerWatch(manager)
    try await manager.start(AddFriend("ada"))
    await kennel.waitForRequests(1)
    rename(folder.book, folder.path + "/away")
    kennel.answer(.success("Ada"))
    await watch.waitUntilIdle()
    #expect(watch.failures.map(\.isRolledBack) == [false])
    #expect(watch.failures.first?.error as? StoreError == .gone(path: store.path))
    rename(folder.path + "/away", folder.book)
    #expect(try kept() == 1)
    try await manager.resume()
    await kennel.waitForRequests(2)
    kennel.answer(.success("Ada"))
    await watch.waitUntilIdle()
    #expect(try names(store) == ["Ada"] && kept() == 0)
  }

  @Test func `what is cancelled while others are resumed is not performed`() async throws {
    let manager = try manager(folder.openStore())
    let watch = ManagerWatch(manager)
    let hanging = try await manager.start(AddFriend("ada"))
    let waiting = try await manager.start(AddFriend("bob"))
    await kennel.waitForRequests(1)
    // What is resumed has been read of before the other is cancelled.
    let resumption = Task { try await manager.resume() }
    let cancellation = Task { await manager.cancel(waiting) }
    try await resumption.value
    await cancellation.value
    kennel.answer(.success("Ada"))
    await watch.waitUntilIdle()
    #expect(kennel.requests == [hanging])
    #expect(watch.failures.map(\.id) == [waiting] && watch.failures.map(\.isRolledBack) == [true])
    #expect(try kept() == 0)
  }

  @Test func `two resumptions at once end and perform each mutation once`() async throws {
    do {
      let manager = try manager(folder.openStore())
      try await manager.start(AddFriendNow("ada"))
      try await manager.start(AddFriend("bob"))
      await kennel.waitForRequests(1)
    }
    kennel.answer(.success("Nowhere"))
    let store = try folder.openStore()
    let next = try manager(store)
    let watch = ManagerWatch(next)
    let resumptions = (0..<3).map { _ in Task { try await next.resume() } }
    for resumption in resumptions { try await resumption.value }
    #expect(watch.failures.map(\.isRolledBack) == [true])
    #expect(watch.counts.max() == 1)
    await kennel.waitForRequests(2)
    kennel.answer(.success("Bob"))
    await watch.waitUntilIdle()
    #expect(kennel.requests.count == 2)
    #expect(watch.failures.count == 1)
    #expect(try names(store) == ["Bob"] && kept() == 0)
  }

  @Test func `what somebody else has ended is not told as rolled back`() async throws {
    let store = try folder.openStore()
    let manager = try manager(store)
    let watch = ManagerWatch(manager)
    let id = try await manager.start(AddFriend("ada"))
    await kennel.waitForRequests(1)
    try Shell(folder.book).run("DELETE FROM mutation")
    await manager.cancel(id)
    #expect(watch.failures.isEmpty && watch.counts == [0, 1, 0])
    #expect(try names(store) == ["ada"])
    kennel.answer(.success("late"))
  }

  @Test func `what was cancelled when the book could not be written is rolled back by the next resumption`()
    async throws
  {
    let store = try folder.openStore()
    let manager = try manager(store)
    let watch = ManagerWatch(manager)
    let id = try await manager.start(AddFriend("ada"))
    await kennel.waitForRequests(1)
    rename(folder.book, folder.path + "/away")
    await manager.cancel(id)
    #expect(watch.failures.map(\.isRolledBack) == [false])
    rename(folder.path + "/away", folder.book)
    #expect(try kept() == 1)
    try await manager.resume()
    #expect(watch.failures.map(\.isRolledBack) == [false, true])
    #expect(kennel.requests == [id])
    #expect(try names(store) == [] && kept() == 0)
    kennel.answer(.success("late"))
  }

  @Test func `a resumption with nothing to take over writes nothing`() async throws {
    let store = try folder.openStore()
    let manager = try manager(store)
    let shell = try Shell(folder.book)
    try await manager.start(AddFriend("ada"))
    await kennel.waitForRequests(1)
    let version = try shell.value("PRAGMA data_version")
    let count = try shell.value("SELECT count(*) FROM tx")
    try await manager.resume()
    #expect(try shell.value("SELECT count(*) FROM tx") == count)
    #expect(try shell.value("PRAGMA data_version") == version)
    kennel.answer(.success("Ada"))
  }

  @Test func `what this program does not know is left alone, and what it cannot read is told`() async throws {
    _ = try await leaveBehind(["ada", "bob"])
    kennel.answer(.success("Nowhere"))
    let shell = try Shell(folder.book)
    try shell.run("UPDATE mutation SET name = 'send-greetings' WHERE number = 1")
    try shell.run("UPDATE mutation SET body = '{' WHERE number = 2")
    let manager = try manager(folder.openStore())
    let watch = ManagerWatch(manager)
    try await manager.resume()
    #expect(watch.failures.map(\.isRolledBack) == [false])
    #expect(watch.counts == [0] && kennel.requests.count == 1)
    #expect(try kept() == 2)
    let owners = try shell.run("SELECT DISTINCT owner FROM mutation")
    #expect(owners.count == 2)
  }
}
