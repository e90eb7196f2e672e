import Glibc
import Testing

@testable import Persistence

/// Mutations that were pending when a program ended.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ResumptionTests {
  let folder = Folder()
  let service = FakeFriendService()

  private func manager(_ store: Store) throws -> MutationManager {
    try MutationManager(
      store, [MutationKind(AddFriend.self, with: service), MutationKind(AddFriendNow.self, with: service)])
  }

  private func names(_ store: Store) throws -> [String] { try store.fetch(Query<Friend>()).map(\.first) }

  private func kept() throws -> Int { Int(try Shell(folder.book).value("SELECT count(*) FROM mutation") ?? "") ?? -1 }

  /// Starts mutations and releases the store before the service has answered.
  private func leaveBehind(_ names: [String]) async throws -> [String] {
    let store = try folder.openStore()
    let manager = try manager(store)
    let count = service.requests.count
    var ids: [String] = []
    for name in names { ids.append(try await manager.start(AddFriend(name))) }
    await service.waitForRequests(count + 1)
    return ids
  }

  @Test func `a resumption repeats the requests with the same ids`() async throws {
    let ids = try await leaveBehind(["ada", "bob"])
    let store = try folder.openStore()
    #expect(try names(store) == ["ada", "bob"] && kept() == 2)
    let next = try manager(store)
    let watch = ManagerWatch(next)
    try await next.resume()
    try await next.resume()
    await service.waitForRequests(2)
    #expect(service.requests == [ids[0], ids[0]])
    // The first request arrived after all. Its answer is ignored.
    service.answer(.success("Nowhere"))
    service.answer(.success("Ada"))
    await service.waitForRequests(3)
    service.answer(.success("Bob"))
    await watch.waitUntilIdle()
    #expect(service.added == [ids[0]: "ada", ids[1]: "bob"])
    #expect(try names(store) == ["Ada", "Bob"] && kept() == 0)
    #expect(watch.failures.isEmpty)
  }

  @Test func `a kind without resumption is rolled back`() async throws {
    do {
      let manager = try manager(folder.openStore())
      try await manager.start(AddFriendNow("ada"))
      await service.waitForRequests(1)
    }
    let store = try folder.openStore()
    let next = try manager(store)
    let watch = ManagerWatch(next)
    try await next.resume()
    #expect(try names(store) == [] && kept() == 0)
    #expect(watch.failures.map(\.isRolledBack) == [true])
    #expect(service.requests.count == 1)
    service.answer(.success("late"))
  }

  @Test func `a program resumes its own mutations and abandoned ones`() async throws {
    let here = try folder.openStore()
    var first: MutationManager? = try manager(here)
    try await first?.start(AddFriend("ada"))
    let second = try manager(folder.openStore())
    let watch = ManagerWatch(second)
    try await second.resume()
    #expect(watch.counts == [0])
    #expect(folder.names.contains("book.db-mutations"))
    await service.waitForRequests(1)
    first = nil
    try await second.resume()
    #expect(watch.counts == [0, 1])
    await service.waitForRequests(2)
    #expect(service.requests[0] == service.requests[1])
    service.answer(.success("Nowhere"))
    service.answer(.success("Ada"))
    await watch.waitUntilIdle()
    #expect(try names(here) == ["Ada"])
  }

  @Test func `simultaneous resumptions take over each mutation once`() async throws {
    let ids = try await leaveBehind((0..<6).map { "F\($0)" })
    service.answer(.success("Nowhere"))
    let managers = try (0..<4).map { _ in try manager(folder.openStore()) }
    let watches = managers.map { ManagerWatch($0) }
    async let a: Void = managers[0].resume()
    async let b: Void = managers[1].resume()
    async let c: Void = managers[2].resume()
    async let d: Void = managers[3].resume()
    _ = try await (a, b, c, d)
    #expect(watches.map { $0.counts.max() ?? 0 }.sorted() == [0, 0, 0, 6])
    for count in 2...7 {
      await service.waitForRequests(count)
      service.answer(.success("done \(count)"))
    }
    for watch in watches { await watch.waitUntilIdle() }
    #expect(Array(service.requests.dropFirst()) == ids)
    #expect(try kept() == 0)
  }

  /// A killed process releases its claims, but cannot clean up.
  @Test func `a killed process's mutations are resumed`() async throws {
    _ = try folder.openStore()
    await #expect(processExitsWith: .signal(SIGKILL)) { @MainActor [path = folder.book as String] in
      let service = FakeFriendService()
      let manager = try MutationManager(Store.open(at: path, friends), [MutationKind(AddFriend.self, with: service)])
      try await manager.start(AddFriend("ada"))
      await service.waitForRequests(1)
      kill(getpid(), SIGKILL)
    }
    #expect(folder.names.contains("book.db-mutations"))
    let store = try folder.openStore()
    #expect(try names(store) == ["ada"])
    var manager: MutationManager? = try manager(store)
    if let manager {
      let watch = ManagerWatch(manager)
      try await manager.resume()
      await service.waitForRequests(1)
      service.answer(.success("Ada"))
      await watch.waitUntilIdle()
    }
    #expect(try names(store) == ["Ada"])
    manager = nil
    await store.close()
    #expect(folder.names == ["book.db"])
  }

  @Test func `a result that cannot be written is kept for later`() async throws {
    let store = try folder.openStore()
    let manager = try manager(store)
    let watch = ManagerWatch(manager)
    try await manager.start(AddFriend("ada"))
    await service.waitForRequests(1)
    rename(folder.book, folder.path + "/away")
    service.answer(.success("Ada"))
    await watch.waitUntilIdle()
    #expect(watch.failures.map(\.isRolledBack) == [false])
    #expect(watch.failures.first?.error as? StoreError == .gone(path: store.path))
    rename(folder.path + "/away", folder.book)
    #expect(try kept() == 1)
    try await manager.resume()
    await service.waitForRequests(2)
    service.answer(.success("Ada"))
    await watch.waitUntilIdle()
    #expect(try names(store) == ["Ada"] && kept() == 0)
  }

  @Test func `a mutation cancelled while resumed is not performed`() async throws {
    let manager = try manager(folder.openStore())
    let watch = ManagerWatch(manager)
    let hanging = try await manager.start(AddFriend("ada"))
    let waiting = try await manager.start(AddFriend("bob"))
    await service.waitForRequests(1)
    // The resumption has read the mutation before it is cancelled.
    let resumption = Task { try await manager.resume() }
    let cancellation = Task { await manager.cancel(waiting) }
    try await resumption.value
    await cancellation.value
    service.answer(.success("Ada"))
    await watch.waitUntilIdle()
    #expect(service.requests == [hanging])
    #expect(watch.failures.map(\.id) == [waiting] && watch.failures.map(\.isRolledBack) == [true])
    #expect(try kept() == 0)
  }

  @Test func `two resumptions end and perform each mutation once`() async throws {
    do {
      let manager = try manager(folder.openStore())
      try await manager.start(AddFriendNow("ada"))
      try await manager.start(AddFriend("bob"))
      await service.waitForRequests(1)
    }
    service.answer(.success("Nowhere"))
    let store = try folder.openStore()
    let next = try manager(store)
    let watch = ManagerWatch(next)
    let resumptions = (0..<3).map { _ in Task { try await next.resume() } }
    for resumption in resumptions { try await resumption.value }
    #expect(watch.failures.map(\.isRolledBack) == [true])
    #expect(watch.counts.max() == 1)
    await service.waitForRequests(2)
    service.answer(.success("Bob"))
    await watch.waitUntilIdle()
    #expect(service.requests.count == 2)
    #expect(watch.failures.count == 1)
    #expect(try names(store) == ["Bob"] && kept() == 0)
  }

  @Test func `a mutation ended elsewhere is not reported as rolled back`() async throws {
    let store = try folder.openStore()
    let manager = try manager(store)
    let watch = ManagerWatch(manager)
    let id = try await manager.start(AddFriend("ada"))
    await service.waitForRequests(1)
    try Shell(folder.book).run("DELETE FROM mutation")
    await manager.cancel(id)
    #expect(watch.failures.isEmpty && watch.counts == [0, 1, 0])
    #expect(try names(store) == ["ada"])
    service.answer(.success("late"))
  }

  @Test func `a cancellation that could not be written is repeated later`()
    async throws
  {
    let store = try folder.openStore()
    let manager = try manager(store)
    let watch = ManagerWatch(manager)
    let id = try await manager.start(AddFriend("ada"))
    await service.waitForRequests(1)
    rename(folder.book, folder.path + "/away")
    await manager.cancel(id)
    #expect(watch.failures.map(\.isRolledBack) == [false])
    rename(folder.path + "/away", folder.book)
    #expect(try kept() == 1)
    try await manager.resume()
    #expect(watch.failures.map(\.isRolledBack) == [false, true])
    #expect(service.requests == [id])
    #expect(try names(store) == [] && kept() == 0)
    service.answer(.success("late"))
  }

  @Test func `a failed cancellation while waiting is repeated`() async throws {
    let store = try folder.openStore()
    let manager = try manager(store)
    let watch = ManagerWatch(manager)
    let hanging = try await manager.start(AddFriend("ada"))
    let waiting = try await manager.start(AddFriend("bob"))
    await service.waitForRequests(1)
    rename(folder.book, folder.path + "/away")
    await manager.cancel(waiting)
    #expect(watch.failures.map(\.isRolledBack) == [false])
    rename(folder.path + "/away", folder.book)
    try await manager.resume()
    try #require(watch.failures.map(\.isRolledBack) == [false, true])
    #expect(try names(store) == ["ada"])
    service.answer(.success("Ada"))
    await watch.waitUntilIdle()
    #expect(service.requests == [hanging])
  }

  @Test func `a resumption with nothing to take over writes nothing`() async throws {
    let store = try folder.openStore()
    let manager = try manager(store)
    let shell = try Shell(folder.book)
    try await manager.start(AddFriend("ada"))
    await service.waitForRequests(1)
    let version = try shell.value("PRAGMA data_version")
    let count = try shell.value("SELECT count(*) FROM tx")
    try await manager.resume()
    #expect(try shell.value("SELECT count(*) FROM tx") == count)
    #expect(try shell.value("PRAGMA data_version") == version)
    service.answer(.success("Ada"))
  }

  @Test func `unknown mutations are kept, and unreadable ones reported`() async throws {
    _ = try await leaveBehind(["ada", "bob"])
    service.answer(.success("Nowhere"))
    let shell = try Shell(folder.book)
    try shell.run("UPDATE mutation SET name = 'send-greetings' WHERE number = 1")
    try shell.run("UPDATE mutation SET body = '{' WHERE number = 2")
    let manager = try manager(folder.openStore())
    let watch = ManagerWatch(manager)
    try await manager.resume()
    #expect(watch.failures.map(\.isRolledBack) == [false])
    #expect(watch.counts == [0] && service.requests.count == 1)
    #expect(try kept() == 2)
    let owners = try shell.run("SELECT DISTINCT owner FROM mutation")
    #expect(owners.count == 2)
  }

  @Test func `an owner that ends leaves the others alive`() throws {
    let first = try MutationClaim(beside: folder.book)
    _ = try MutationClaim(beside: folder.book)
    let last = try MutationClaim(beside: folder.book)
    withExtendedLifetime(first) { #expect(last.isAlive(first.owner)) }
  }
}
