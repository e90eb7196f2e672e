import Glibc
import Persistence
import Testing

@MainActor
@Suite struct MutationManagerTests {
  let folder = Folder()
  let kennel = Kennel()

  private func manager(_ store: Store) throws -> MutationManager {
    try MutationManager(store, [MutationKind(AddFriend.self, with: kennel)])
  }

  private func names(_ store: Store) throws -> [String] { try store.fetch(Query<Friend>()).map(\.first) }

  /// How many mutations the book keeps.
  private func kept() throws -> Int { Int(try Shell(folder.book).value("SELECT count(*) FROM mutation") ?? "") ?? -1 }

  @Test func `what is started is seen at once, and the answer is added when it comes`() async throws {
    let store = try folder.openStore()
    let list = Watcher(store.objects(Friend.self))
    let manager = try manager(store)
    let watch = ManagerWatch(manager)
    let id = try await manager.start(AddFriend("ada"))
    #expect(list.last?.map(\.first) == ["ada"])
    #expect(try kept() == 1)
    await kennel.waitForRequests(1)
    #expect(kennel.requests == [id])
    kennel.answer(.success("Ada"))
    await watch.waitUntilIdle()
    #expect(list.last?.map(\.first) == ["Ada"])
    #expect(try kept() == 0)
    #expect(watch.counts == [0, 1, 0] && watch.failures.isEmpty)
    #expect(try await store.check() == [])
  }

  @Test func `what fails is taken back and told, and not tried again`() async throws {
    let store = try folder.openStore()
    let list = Watcher(store.objects(Friend.self))
    let manager = try manager(store)
    let watch = ManagerWatch(manager)
    let id = try await manager.start(AddFriend("ada"))
    await kennel.waitForRequests(1)
    kennel.answer(.failure(Kennel.Refusal()))
    await watch.waitUntilIdle()
    #expect(list.last?.isEmpty == true)
    #expect(watch.failures.map(\.id) == [id])
    #expect(watch.failures[0].name == "add-friend" && watch.failures[0].isRolledBack)
    #expect(watch.failures[0].error is Kennel.Refusal)
    #expect(try kept() == 0)
    try await manager.resume()
    #expect(kennel.requests.count == 1)
  }

  @Test func `mutations are performed one after the other, in the order of their starts`() async throws {
    let store = try folder.openStore()
    let manager = try manager(store)
    let watch = ManagerWatch(manager)
    var ids: [String] = []
    for name in ["ada", "bob", "cyd"] { ids.append(try await manager.start(AddFriend(name))) }
    await kennel.waitForRequests(1)
    #expect(kennel.requests == [ids[0]])
    #expect(try names(store) == ["ada", "bob", "cyd"])
    kennel.answer(.failure(Kennel.Refusal()))
    for count in 2...3 {
      await kennel.waitForRequests(count)
      #expect(kennel.requests == Array(ids[..<count]))
      kennel.answer(.success("\(count)"))
    }
    await watch.waitUntilIdle()
    #expect(try names(store) == ["2", "3"])
  }

  @Test func `one that hangs can be cancelled, and what is answered later counts no more`() async throws {
    let store = try folder.openStore()
    let manager = try manager(store)
    let watch = ManagerWatch(manager)
    let hanging = try await manager.start(AddFriend("ada"))
    let waiting = try await manager.start(AddFriend("bob"))
    try await manager.start(AddFriend("cyd"))
    await kennel.waitForRequests(1)
    await manager.cancel(waiting)
    #expect(try names(store) == ["ada", "cyd"])
    await manager.cancel(hanging)
    await manager.cancel(hanging)
    await manager.cancel("nobody")
    #expect(try names(store) == ["cyd"])
    #expect(watch.failures.map(\.id) == [waiting, hanging])
    #expect(watch.failures.allSatisfy { $0.error is CancellationError && $0.isRolledBack })
    // The service was not asked for the one that never had its turn.
    await kennel.waitForRequests(2)
    kennel.answer(.success("Too late"))
    kennel.answer(.success("Cyd"))
    await watch.waitUntilIdle()
    #expect(try names(store) == ["Cyd"])
    #expect(kennel.requests.count == 2)
  }

  @Test func `what was deleted meanwhile stays deleted`() async throws {
    let store = try folder.openStore()
    let manager = try manager(store)
    let watch = ManagerWatch(manager)
    try await manager.start(AddFriend("ada"))
    await kennel.waitForRequests(1)
    // The start is a change like any other, and can be undone like any other.
    try await store.undo()
    #expect(try names(store) == [])
    kennel.answer(.success("Ada"))
    await watch.waitUntilIdle()
    #expect(try names(store) == [])
    // This mutation cannot add its answer to nobody, and says so.
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
    #expect(watch.counts == [0] && kennel.requests.isEmpty)
  }

  @Test func `that it is kept is no change of a record: nothing to log, to undo or to tell lists`() async throws {
    let store = try folder.openStore(author: "me")
    let list = Watcher(store.objects(Friend.self))
    let manager = try manager(store)
    let watch = ManagerWatch(manager)
    try await manager.start(AddFriend("Ada"))
    await kennel.waitForRequests(1)
    // The answer is what was asked for: only the mutation goes.
    kennel.answer(.success("Ada"))
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
  /// Somebody who has the id that another is to get.
  fileprivate static var withTakenID: Friend {
    var friend = Friend("taken")
    friend.id = "friend-ada"
    return friend
  }
}
