import Glibc
import Persistence
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct TwoStoresTests {
  let folder = Folder()

  @Test func `two books in one process are independent`() async throws {
    let other = Folder()
    let (here, there) = (try folder.openStore(), try other.openStore())
    let (hereWatcher, thereWatcher) = (Watcher(here.objects(Friend.self)), Watcher(there.objects(Friend.self)))
    async let ada = here.write { try $0.insert(Friend("Ada")) }
    async let others: Void = there.write { for name in ["Bob", "Cyd"] { try $0.insert(Friend(name)) } }
    _ = try await (ada, others)
    await hereWatcher.wait { $0.replayed.count == 1 }
    await thereWatcher.wait { $0.replayed.count == 2 }
    try await there.undo()
    await thereWatcher.wait { $0.replayed.isEmpty }
    #expect(hereWatcher.last?.map(\.first) == ["Ada"] && hereWatcher.changesets.count == 1)
    await there.close()
    try await here.write { try $0.insert(Friend("Abe")) }
    #expect(try here.count(Friend.self) == 2)
    for store in [here, try other.openStore()] { #expect(try await store.check() == []) }
  }

  /// POSIX drops all of a process's locks on a file when the process closes any descriptor of it.
  ///
  /// A book must therefore be read through SQLite only. Otherwise the next program that closes the book deletes the log
  /// that this one still uses.
  @Test func `two stores of one book in a process keep their locks`() async throws {
    let first = try folder.openStore()
    try await first.write { try $0.insert(Friend("Ada")) }
    let second = try folder.openStore()
    #expect(try second.count(Friend.self) == 1)
    await second.close()
    #expect(throws: StoreError.self) {
      try Store.open(at: folder.book, StoreFormat(applicationID: 1, version: 1, models: []))
    }
    #expect(try WriterProcess(folder.book, name: "other", count: 1).waitForEnd() == 0)
    #expect(folder.names.contains("book.db-wal"))
    try await first.write { try $0.insert(Friend("Zoe")) }
    // A new connection sees all writes.
    #expect(try Shell(folder.book).value("SELECT count(*) FROM friend WHERE first IN ('Ada', 'Zoe')") == "2")
    await first.close()
    #expect(try await folder.openStore().check() == [])
    #expect(try folder.openStore().count(Friend.self) == 4)
  }
}
