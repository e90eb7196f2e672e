import Glibc
import Testing

@testable import Persistence

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

  @Test func `a book is opened while another program closes it`() async throws {
    await (try folder.openStore()).close()
    let path = folder.book
    let opening = Task.detached {
      while !Task.isCancelled {
        _ = try BookFile(path).inspect(applicationID: friends.applicationID, version: friends.version)
      }
    }
    // Each makes the file longer, and deletes the log when it ends.
    for number in 0..<400 { try Shell(path).run("INSERT INTO meta VALUES ('\(number)', hex(randomblob(20000)))") }
    opening.cancel()
    try await opening.value
  }
}
