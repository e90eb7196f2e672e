import Dispatch
import Testing

@testable import Persistence

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ClosingTests {
  let folder = Folder()

  @Test func `a closed book is one file`() async throws {
    let store = try folder.openStore()
    let watcher = Watcher(store.objects(Friend.self))
    try await store.write { for number in 0..<3_000 { try $0.insert(Friend("Friend \(number)")) } }
    await watcher.wait { $0.replayed.count == 3_000 }
    #expect(folder.names == ["book.db", "book.db-wal", "book.db-shm"])
    await store.close()
    #expect(folder.names == ["book.db"])
    #expect(watcher.failures as? [StoreError] == [.closed(path: folder.book)])
    await #expect(throws: StoreError.closed(path: folder.book)) { try await store.write { try $0.insert(Friend()) } }
    #expect(throws: StoreError.closed(path: folder.book)) { try store.count(Friend.self) }
    #expect(try folder.openStore().count(Friend.self) == 3_000)
  }

  @Test func `a book closed before an exit is one file, with its earlier writes`() async throws {
    let store = try folder.openStore()
    try await store.write { for number in 0..<3_000 { try $0.insert(Friend("Friend \(number)")) } }
    let last = Task.immediate { try await store.write { try $0.insert(Friend("Last")) } }
    store.closeAtExit(waitingFor: .seconds(60))
    #expect(folder.names == ["book.db"])
    store.closeAtExit()
    _ = try await last.value
    #expect(try folder.openStore().count(Friend.self) == 3_001)
  }

  @Test func `an exit waits no longer than its limit for what is under way`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    let mayEnd = DispatchSemaphore(value: 0)
    store.engine.perform { _ in mayEnd.wait() }
    store.closeAtExit(waitingFor: .milliseconds(10))
    #expect(folder.names == ["book.db", "book.db-wal", "book.db-shm"])
    mayEnd.signal()
    store.closeAtExit(waitingFor: .seconds(60))
    #expect(folder.names == ["book.db"])
  }

  @Test func `after one store closes, another one continues`() async throws {
    let store = try folder.openStore()
    let other = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    await store.close()
    await store.close()
    try await other.write { try $0.insert(Friend("Bob")) }
    #expect(try other.count(Friend.self) == 2)
  }

  @Test func `a long log is truncated`() async throws {
    let store = try folder.openStore()
    try await store.write { for number in 0..<30_000 { try $0.insert(Friend("Friend \(number)")) } }
    for number in 0..<3 { try await store.write { try $0.insert(Friend("Late \(number)")) } }
    #expect(folder.size("book.db-wal") < 5_000_000)
    #expect(folder.size("book.db") > 4_000_000)
  }
}
