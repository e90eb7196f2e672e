import Glibc
import Persistence
import Testing

/// Several programs that start at the same time.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ConcurrentStartTests {
  let folder = Folder()

  private func startMany() throws {
    let writers = try (0..<5).map { try WriterProcess(folder.book, name: "writer\($0)", count: 3) }
    for writer in writers {
      #expect(writer.waitForEnd() == 0, "\(writer.name)")
      #expect(writer.confirmed == 3)
    }
  }

  @Test func `programs that create the same book at once share one`() async throws {
    try startMany()
    #expect(folder.names == ["book.db"])
    let store = try folder.openStore()
    // Each writer keeps two of its three pairs.
    #expect(try store.count(Friend.self) == 5 * 4)
    #expect(try await store.check() == [])
  }

  @Test func `programs that open an older book at once migrate it once`() async throws {
    let older = try folder.openStore()
    try await older.write { try $0.insert(Friend("Ada")) }
    await older.close()
    try Shell(folder.book).run("PRAGMA user_version = 0")
    try startMany()
    #expect(folder.names == ["book.db", "book.db.version-0"])
    let store = try folder.openStore()
    #expect(try store.count(Friend.self) == 5 * 4 + 1)
    #expect(try await store.check() == [])
  }
}
