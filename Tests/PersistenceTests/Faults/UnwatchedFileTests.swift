import Glibc
import Persistence
import Testing

/// A file that is deleted or replaced while it is not observed: the next write fails.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct UnwatchedFileTests {
  let folder = Folder()

  @Test(arguments: ["deleted", "moved", "replaced by a book"])
  func `a write into a deleted or replaced file fails`(how: String) async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    let other = Folder()
    if how == "replaced by a book" {
      let another = try other.openStore()
      try await another.write { try $0.insert(Friend("Zoe")) }
      await another.close()
    }
    let log = folder.read("book.db-wal")
    switch how {
    case "deleted": unlink(folder.book)
    case "moved": rename(folder.book, folder.path + "/elsewhere.db")
    default: rename(other.book, folder.book)
    }
    let bytes = folder.read("book.db")
    let gone = StoreError.gone(path: store.path)
    await #expect(throws: gone) { try await store.write { try $0.insert(Friend("Bob")) } }
    await #expect(throws: gone) { try await store.undo() }
    await #expect(throws: gone) { try await store.redo() }
    // The open store can still read its content, but the book cannot be opened again.
    #expect(try store.fetch(Query<Friend>()).map(\.first) == ["Ada"])
    #expect(folder.read("book.db") == bytes && folder.read("book.db-wal") == log)
    #expect(!folder.names.contains("book.db") == (how != "replaced by a book"))
  }
}
