import Glibc
import Persistence
import Testing

/// Root may write everything, so whoever runs this as root becomes nobody first, in a process of its own.
@Suite struct ReadOnlyTests {
  private static func becomeNobody() {
    guard getuid() == 0 else { return }
    setgid(65534)
    setuid(65534)
  }

  @Test(arguments: ["file", "directory", "both"])
  func `what may only be read is refused with a sentence, and left as it was`(what: String) async throws {
    let folder = Folder()
    let store = try await folder.openStore()
    try await store.write { for number in 0..<100 { try $0.insert(Friend("F\(number)")) } }
    await store.close()
    let bytes = folder.read("book.db")
    chmod(folder.book, what == "directory" ? 0o666 : 0o444)
    chmod(folder.path, what == "file" ? 0o777 : 0o555)
    await #expect(processExitsWith: .success) { [path = folder.book as String] in
      ReadOnlyTests.becomeNobody()
      try #require(getuid() != 0)
      let error = await #expect(throws: StoreError.self) { try await Store.open(at: path, friends) }
      #expect(error == .noPermission(path: path))
      #expect(error?.description.contains(path) == true)
    }
    #expect(folder.names == ["book.db"])
    #expect(folder.read("book.db") == bytes)
    chmod(folder.path, 0o700)
    chmod(folder.book, 0o600)
  }

  @Test func `no book is made in a directory that may not be written`() async throws {
    let folder = Folder()
    chmod(folder.path, 0o555)
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      ReadOnlyTests.becomeNobody()
      try #require(getuid() != 0)
      for name in ["book.db", "deeper/book.db"] {
        let error = await #expect(throws: StoreError.self) { try await Store.open(at: "\(path)/\(name)", friends) }
        #expect(error == .noPermission(path: "\(path)/\(name)"))
      }
    }
    #expect(folder.names == [])
    chmod(folder.path, 0o700)
  }

  @Test func `a book whose log belongs to somebody else is refused with a sentence`() async throws {
    let folder = Folder()
    let store = try await folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    chmod(folder.path, 0o777)
    chmod(folder.book, 0o666)
    for name in ["-wal", "-shm"] { chmod(folder.book + name, 0) }
    await #expect(processExitsWith: .success) { [path = folder.book as String] in
      ReadOnlyTests.becomeNobody()
      try #require(getuid() != 0)
      let error = await #expect(throws: StoreError.self) { try await Store.open(at: path, friends) }
      #expect(error == .noPermission(path: path))
    }
    try await store.write { try $0.insert(Friend("Bob")) }
    #expect(try await store.check() == [])
  }

  @Test func `a book that loses its permissions while it is open stays as good as it was`() async throws {
    let folder = Folder()
    chmod(folder.path, 0o777)
    await #expect(processExitsWith: .success) { @MainActor [path = folder.book as String] in
      ReadOnlyTests.becomeNobody()
      let store = try Store.open(at: path, friends)
      try await store.write { try $0.insert(Friend("Ada")) }
      chmod(path, 0)
      // Whoever has it open may go on; whoever comes now is refused.
      try await store.write { try $0.insert(Friend("Bob")) }
      #expect(try store.fetch(Query<Friend>()).map(\.first) == ["Ada", "Bob"])
      #expect(throws: StoreError.noPermission(path: path)) { try Store.open(at: path, friends) }
      chmod(path, 0o600)
      await store.close()
    }
    let store = try await folder.openStore()
    #expect(try await store.check() == [])
  }
}
