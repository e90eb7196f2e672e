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
