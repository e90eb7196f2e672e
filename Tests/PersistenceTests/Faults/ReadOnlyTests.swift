import Glibc
import Persistence
import Testing

/// Root may write to every file.
///
/// Each test therefore gives up root's rights, in a process of its own.
@Suite(.timeLimit(.minutes(5))) struct ReadOnlyTests {
  private static func giveUpRootRights() {
    guard getuid() == 0 else { return }
    setgid(65534)
    setuid(65534)
  }

  @Test(arguments: ["file", "directory", "both"])
  func `a read-only book can be read and is left untouched`(what: String) async throws {
    let folder = Folder()
    let store = try await folder.openStore()
    try await store.write { for number in 0..<100 { try $0.insert(Friend("F\(number)")) } }
    await store.close()
    let bytes = folder.read("book.db")
    chmod(folder.book, what == "directory" ? 0o666 : 0o444)
    chmod(folder.path, what == "file" ? 0o777 : 0o555)
    await #expect(processExitsWith: .success) { @MainActor [path = folder.book as String] in
      ReadOnlyTests.giveUpRootRights()
      try #require(getuid() != 0)
      let store = try Store.open(at: path, friends)
      #expect(store.isReadOnly)
      #expect(try store.fetch(Query<Friend>().search("F9")).count == 11)
      #expect(try store.log(of: Friend.self, limit: 1).first?.changes.count == 100)
      let watcher = Watcher(store.objects(Friend.self))
      await watcher.wait { $0.replayed.count == 100 }
      let refusal = StoreError.readOnly(path: path)
      #expect(refusal.description.contains(path))
      await #expect(throws: refusal) { try await store.write { try $0.insert(Friend("Zoe")) } }
      await #expect(throws: refusal) { try await store.undo() }
      await #expect(throws: refusal) { try await store.redo() }
      #expect(try await store.check() == [])
      await store.close()
    }
    #expect(folder.names == ["book.db"])
    #expect(folder.read("book.db") == bytes)
    chmod(folder.path, 0o700)
    chmod(folder.book, 0o600)
  }

  @Test(arguments: ["at rest", "in use"])
  func `a read-only book shows other programs' changes`(state: String) async throws {
    let folder = Folder()
    chmod(folder.path, 0o777)
    await #expect(processExitsWith: .success) { @MainActor [folder = folder.path as String, state = state as String] in
      ReadOnlyTests.giveUpRootRights()
      try #require(getuid() != 0)
      let parent = folder + "/own"
      let path = parent + "/book.db"
      var writer = try Store.open(at: path, friends)
      try await writer.write { try $0.insert(Friend("Ada")) }
      if state == "at rest" { await writer.close() }
      chmod(path, 0o444)
      chmod(parent, 0o555)
      let store = try Store.open(at: path, friends)
      #expect(store.isReadOnly)
      let watcher = Watcher(store.objects(Friend.self).search("a"))
      await watcher.wait { $0.replayed.count == 1 }
      chmod(parent, 0o755)
      chmod(path, 0o644)
      if state == "at rest" { writer = try Store.open(at: path, friends) }
      for count in 2...3 {
        try await writer.write { try $0.insert(Friend("A\(count)")) }
        await watcher.wait { $0.replayed.count == count }
      }
      #expect(watcher.last?.map(\.first) == ["A2", "A3", "Ada"])
      #expect(watcher.failures.isEmpty && watcher.initials == 1)
      #expect(try store.fetch(Query<Friend>().search("a3")).count == 1)
      // This reader does not keep the writer from merging the log into the file.
      await store.close()
      await writer.close()
      #expect(access(path + "-wal", F_OK) != 0)
    }
  }

  @Test func `a read-only book with outdated keys is shown`() async throws {
    let folder = Folder()
    let store = try await folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    await store.close()
    try Shell(folder.book).run(
      "UPDATE meta SET value = 'old' WHERE key = 'computed'; INSERT INTO friend(first) VALUES ('Zoe');")
    chmod(folder.book, 0o444)
    chmod(folder.path, 0o555)
    await #expect(processExitsWith: .success) { @MainActor [path = folder.book as String] in
      ReadOnlyTests.giveUpRootRights()
      try #require(getuid() != 0)
      let store = try Store.open(at: path, friends)
      #expect(Set(try store.fetch(Query<Friend>()).map(\.first)) == ["Ada", "Zoe"])
      let watcher = Watcher(store.objects(Friend.self))
      await watcher.wait { $0.replayed.count == 2 }
      #expect(watcher.failures.isEmpty)
      await store.close()
    }
    chmod(folder.path, 0o700)
  }

  @Test func `a read-only book with an older format is refused`() async throws {
    let folder = Folder()
    let store = try await folder.openStore()
    await store.close()
    chmod(folder.book, 0o444)
    chmod(folder.path, 0o555)
    await #expect(processExitsWith: .success) { @MainActor [path = folder.book as String] in
      ReadOnlyTests.giveUpRootRights()
      try #require(getuid() != 0)
      let newer = StoreFormat(applicationID: friends.applicationID, version: 2, models: [Friend.self])
      #expect(throws: StoreError.outdated(path: path, version: 1, needed: 2)) { try Store.open(at: path, newer) }
    }
    #expect(folder.names == ["book.db"])
    chmod(folder.path, 0o700)
  }

  @Test func `a read-only directory refuses a new book`() async throws {
    let folder = Folder()
    chmod(folder.path, 0o555)
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      ReadOnlyTests.giveUpRootRights()
      try #require(getuid() != 0)
      for name in ["book.db", "deeper/book.db"] {
        let error = await #expect(throws: StoreError.self) { try await Store.open(at: "\(path)/\(name)", friends) }
        #expect(error == .noPermission(path: "\(path)/\(name)"))
      }
    }
    #expect(folder.names == [])
    chmod(folder.path, 0o700)
  }

  @Test func `a book with an unreadable log is refused`() async throws {
    let folder = Folder()
    let store = try await folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    chmod(folder.path, 0o777)
    chmod(folder.book, 0o666)
    for name in ["-wal", "-shm"] { chmod(folder.book + name, 0) }
    await #expect(processExitsWith: .success) { [path = folder.book as String] in
      ReadOnlyTests.giveUpRootRights()
      try #require(getuid() != 0)
      let error = await #expect(throws: StoreError.self) { try await Store.open(at: path, friends) }
      #expect(error == .noPermission(path: path))
    }
    try await store.write { try $0.insert(Friend("Bob")) }
    #expect(try await store.check() == [])
  }

  @Test func `a book that loses its permissions remains usable`() async throws {
    let folder = Folder()
    chmod(folder.path, 0o777)
    await #expect(processExitsWith: .success) { @MainActor [path = folder.book as String] in
      ReadOnlyTests.giveUpRootRights()
      let store = try Store.open(at: path, friends)
      try await store.write { try $0.insert(Friend("Ada")) }
      chmod(path, 0)
      // A store that has the book open continues; a new one is refused.
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
