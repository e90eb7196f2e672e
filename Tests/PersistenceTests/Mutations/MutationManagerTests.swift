import Glibc
import Persistence
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct MutationManagerTests {
  let folder = Folder()
  let service = FakeFriendService()

  private func manager(_ store: Store) throws -> MutationManager {
    try MutationManager(store, [MutationKind(AddFriend.self, with: service)])
  }

  private func names(_ store: Store) throws -> [String] { try store.fetch(Query<Friend>()).map(\.first) }

  /// The number of pending mutations in the book.
  private func kept() throws -> Int { Int(try Shell(folder.book).value("SELECT count(*) FROM mutation") ?? "") ?? -1 }

  @Test func `a mutation shows at once, its answer when it arrives`() async throws {
    let store = try folder.openStore()
    let list = Watcher(store.objects(Friend.self))
    let manager = try manager(store)
    let watch = ManagerWatch(manager)
    let id = try await manager.start(AddFriend("ada"))
    #expect(list.last?.map(\.first) == ["ada"])
    #expect(try kept() == 1)
    await service.waitForRequests(1)
    #expect(service.requests == [id])
    service.answer(.success("Ada"))
    await watch.waitUntilIdle()
    #expect(list.last?.map(\.first) == ["Ada"])
    #expect(try kept() == 0)
    #expect(watch.counts == [0, 1, 0] && watch.failures.isEmpty)
    #expect(try await store.check() == [])
  }

  @Test(arguments: [0o600, 0o640, 0o666] as [mode_t])
  func `the file beside the book is for those who may read the book`(mode: mode_t) async throws {
    let store = try folder.openStore()
    try #require(chmod(folder.book, mode) == 0)
    let manager = try manager(store)
    _ = try await manager.start(AddFriend("ada"))
    var status = stat()
    #expect(stat(folder.book + "-mutations", &status) == 0)
    let mask = umask(0)
    umask(mask)
    #expect(status.st_mode & 0o777 == mode & ~mask)
  }

  @Test func `a failed mutation is rolled back, not retried`() async throws {
    let store = try folder.openStore()
    let list = Watcher(store.objects(Friend.self))
    let manager = try manager(store)
    let watch = ManagerWatch(manager)
    let id = try await manager.start(AddFriend("ada"))
    await service.waitForRequests(1)
    service.answer(.failure(FakeFriendService.Refusal()))
    await watch.waitUntilIdle()
    #expect(list.last?.isEmpty == true)
    #expect(watch.failures.map(\.id) == [id])
    #expect(watch.failures[0].name == "add-friend" && watch.failures[0].isRolledBack)
    #expect(watch.failures[0].error is FakeFriendService.Refusal)
    #expect(try kept() == 0)
    try await manager.resume()
    #expect(service.requests.count == 1)
  }

  @Test func `a mutation that its service has ended is not answered`() async throws {
    let store = try folder.openStore()
    let manager = try manager(store)
    let watch = ManagerWatch(manager)
    let id = try await manager.start(AddFriend("ada"))
    await service.waitForRequests(1)
    try await store.write { transaction in
      try transaction.insert(Friend("Bob"))
      try transaction.endMutation(id)
    }
    #expect(try kept() == 0)
    service.answer(.success("Ada"))
    await watch.waitUntilIdle()
    #expect(try names(store) == ["ada", "Bob"])
    #expect(watch.failures.isEmpty)
  }

  @Test func `mutations run in the order of their starts`() async throws {
    let store = try folder.openStore()
    let manager = try manager(store)
    let watch = ManagerWatch(manager)
    var ids: [String] = []
    for name in ["ada", "bob", "cyd"] { ids.append(try await manager.start(AddFriend(name))) }
    await service.waitForRequests(1)
    #expect(service.requests == [ids[0]])
    #expect(try names(store) == ["ada", "bob", "cyd"])
    service.answer(.failure(FakeFriendService.Refusal()))
    for count in 2...3 {
      await service.waitForRequests(count)
      #expect(service.requests == Array(ids[..<count]))
      service.answer(.success("\(count)"))
    }
    await watch.waitUntilIdle()
    #expect(try names(store) == ["2", "3"])
  }

  @Test func `a mutation without an answer can be cancelled for good`() async throws {
    let store = try folder.openStore()
    let manager = try manager(store)
    let watch = ManagerWatch(manager)
    let hanging = try await manager.start(AddFriend("ada"))
    let waiting = try await manager.start(AddFriend("bob"))
    try await manager.start(AddFriend("cyd"))
    await service.waitForRequests(1)
    await manager.cancel(waiting)
    #expect(try names(store) == ["ada", "cyd"])
    await manager.cancel(hanging)
    await manager.cancel(hanging)
    await manager.cancel("nobody")
    #expect(try names(store) == ["cyd"])
    #expect(watch.failures.map(\.id) == [waiting, hanging])
    #expect(watch.failures.allSatisfy { $0.error is CancellationError && $0.isRolledBack })
    // The service never received the mutation that was still waiting.
    await service.waitForRequests(2)
    service.answer(.success("Too late"))
    service.answer(.success("Cyd"))
    await watch.waitUntilIdle()
    #expect(try names(store) == ["Cyd"])
    #expect(service.requests.count == 2)
  }

  @Test func `a record deleted before the answer is not restored`() async throws {
    let store = try folder.openStore()
    let manager = try manager(store)
    let watch = ManagerWatch(manager)
    try await manager.start(AddFriend("ada"))
    await service.waitForRequests(1)
    // A started mutation is in the log and can be undone like any other change.
    try await store.undo()
    #expect(try names(store) == [])
    service.answer(.success("Ada"))
    await watch.waitUntilIdle()
    #expect(try names(store) == [])
    // This mutation has no record to add its answer to, and fails.
    #expect(watch.failures.first?.error as? StoreError == .noSuchRecord(id: "friend-ada"))
    #expect(try kept() == 0)
  }

  @Test func `a start that fails leaves nothing`() async throws {
    let store = try folder.openStore()
    let manager = try manager(store)
    let watch = ManagerWatch(manager)
    try await store.write { try $0.insert(Friend.withTakenID) }
    await #expect(throws: StoreError.self) { try await manager.start(AddFriend("ada")) }
    #expect(try kept() == 0 && names(store) == ["taken"])
    #expect(watch.counts == [0] && service.requests.isEmpty)
  }

  @Test func `an unreadable mutation is reported with its id and name`() async throws {
    do {
      let manager = try manager(folder.openStore())
      try await manager.start(AddFriend("ada"))
      await service.waitForRequests(1)
    }
    service.answer(.success("Nowhere"))
    let shell = try Shell(folder.book)
    try shell.run("UPDATE mutation SET body = '{'")
    let next = try manager(folder.openStore())
    let watch = ManagerWatch(next)
    try await next.resume()
    let id = try #require(try shell.value("SELECT id FROM mutation"))
    #expect(watch.failures.map(\.id) == [id])
    #expect(watch.failures.map(\.name) == ["add-friend"])
  }

  @Test func `a mutation that ends during a resumption is not repeated`() async throws {
    func manager(_ store: Store) throws -> MutationManager {
      try MutationManager(
        store, [MutationKind(AddFriend.self, with: service), MutationKind(AddFriendNow.self, with: service)])
    }
    do {
      let first = try manager(folder.openStore())
      for name in ["ada", "eve", "fay"] { try await first.start(AddFriendNow(name)) }
      await service.waitForRequests(1)
    }
    service.answer(.success("Nowhere"))
    let store = try folder.openStore()
    let next = try manager(store)
    let watch = ManagerWatch(next)
    try await next.start(AddFriend("bob"))
    await service.waitForRequests(2)
    // The resumption has read all four, and rolls the others back while the answer is written.
    let resumption = Task { try await next.resume() }
    service.answer(.success("Bob"))
    try await resumption.value
    try #require(watch.counts.count { $0 > 0 } == 1)
    await watch.waitUntilIdle()
    #expect(try names(store) == ["Bob"] && kept() == 0)
    #expect(service.requests.count == 2 && watch.failures.count == 3)
  }

  @Test func `pending mutations are neither logged nor published`() async throws {
    let store = try folder.openStore(author: "me")
    let list = Watcher(store.objects(Friend.self))
    let manager = try manager(store)
    let watch = ManagerWatch(manager)
    try await manager.start(AddFriend("Ada"))
    await service.waitForRequests(1)
    // The answer equals the request, so only the pending mutation is deleted.
    service.answer(.success("Ada"))
    await watch.waitUntilIdle()
    #expect(try kept() == 0)
    #expect(try store.log(of: Friend.self, limit: 9).map(\.changes.count) == [1])
    #expect(list.changesets.count == 1)
    try await store.undo()
    await #expect(throws: StoreError.nothingToUndo) { try await store.undo() }
    try await store.redo()
    #expect(try names(store) == ["Ada"])
    #expect(try await store.check() == [])
  }
}

extension Friend {
  /// A record with the id that another one is about to get.
  fileprivate static var withTakenID: Friend {
    var friend = Friend("taken")
    friend.id = "friend-ada"
    return friend
  }
}
