import Glibc
import TestSupport
import Testing

@testable import Persistence

@MainActor
@Suite(.timeLimit(.minutes(5))) struct OpeningTests {
  let folder = Folder()

  /// Expects that opening fails and changes nothing in the folder.
  private func refuses(_ name: String, _ matches: (StoreError) -> Bool) {
    let path = folder.path + "/" + name
    let before = folder.names
    let bytes = folder.read(name)
    do {
      _ = try Store.open(at: path, friends)
      Issue.record("opened \(name)")
    } catch {
      #expect(matches(error), "\(error)")
      #expect(error.description.contains(path))
    }
    #expect(folder.names == before)
    #expect(folder.read(name) == bytes)
  }

  /// The bytes of a book in one file, `whole.db`.
  private func valid() async throws -> [UInt8] {
    let origin = Folder()
    let store = try origin.openStore()
    try await store.write { for number in 0..<500 { try $0.insert(Friend("Ada \(number)", "Lovelace")) } }
    try Shell(origin.book).run("VACUUM INTO '\(folder.path)/whole.db'")
    return folder.read("whole.db")
  }

  @Test func `a missing book is created empty, with its folders`() throws {
    let store = try Store.open(at: folder.path + "/a/b/c.db", friends)
    #expect(store.isNew)
    #expect(try store.count(Friend.self) == 0)
    #expect(store.objects(Friend.self).items.isEmpty)
  }

  @Test func `a missing book is an error when it may not be created`() {
    #expect(throws: StoreError.missing(path: folder.book)) { try Store.open(at: folder.book, friends, create: false) }
    #expect(folder.names == [])
  }

  @Test func `a file that is not a database is refused`() {
    folder.write(Array("hello, I am a letter to a friend".utf8), to: "letter.txt")
    refuses("letter.txt") { if case .notABook = $0 { true } else { false } }
    folder.write(Array(repeating: 0, count: 8192), to: "zeros")
    refuses("zeros") { if case .notABook = $0 { true } else { false } }
  }

  @Test func `another program's database is refused`() throws {
    try Shell(folder.path + "/other.db").run("CREATE TABLE t (x); INSERT INTO t VALUES (1)")
    refuses("other.db") { if case .foreign = $0 { true } else { false } }
  }

  @Test func `half a file is refused`() async throws {
    let bytes = try await valid()
    folder.write(Array(bytes[..<(bytes.count / 2)]), to: "half.db")
    refuses("half.db") { if case .damaged = $0 { true } else { false } }
    folder.write(Array(bytes[..<60]), to: "start.db")
    refuses("start.db") { if case .notABook = $0 { true } else { false } }
  }

  @Test func `a damaged schema is refused`() async throws {
    var bytes = try await valid()
    for index in 100..<4096 { bytes[index] = 0xFF }
    folder.write(bytes, to: "damaged.db")
    refuses("damaged.db") { if case .damaged = $0 { true } else { false } }
  }

  @Test func `a newer book is refused`() async throws {
    _ = try await valid()
    try Shell(folder.path + "/whole.db").run("PRAGMA user_version = 7")
    refuses("whole.db") { $0 == .newer(path: folder.path + "/whole.db", version: 7, understood: 1) }
  }

  @Test func `a directory is refused`() {
    mkdir(folder.path + "/folder", 0o700)
    refuses("folder") { if case .directory = $0 { true } else { false } }
  }

  @Test func `a file without permission is refused`() async throws {
    _ = try await valid()
    chmod(folder.path + "/whole.db", 0)
    chmod(folder.path, 0o755)
    let error = withoutRootRights {
      #expect(throws: StoreError.self) { try Store.open(at: folder.path + "/whole.db", friends) }
    }
    #expect(error == .noPermission(path: folder.path + "/whole.db"))
  }

  @Test func `unusual names and symbolic links work`() async throws {
    for name in ["file:odd?mode=memory&x=1.db", "two words.db", "böök #1%.db"] {
      let store = try Store.open(at: folder.path + "/" + name, friends)
      try await store.write { try $0.insert(Friend("Ada")) }
      #expect(folder.names.contains(name))
    }
    symlink("two words.db", folder.path + "/link.db")
    let store = try Store.open(at: folder.path + "/link.db", friends)
    #expect(store.path.hasSuffix("/two words.db"))
    #expect(try store.count(Friend.self) == 1)
    symlink("later.db", folder.path + "/dangling.db")
    _ = try Store.open(at: folder.path + "/dangling.db", friends)
    #expect(folder.names.contains("later.db"))
  }

  @Test func `an empty file becomes a book`() throws {
    folder.write([], to: "empty.db")
    #expect(throws: StoreError.missing(path: folder.path + "/empty.db")) {
      try Store.open(at: folder.path + "/empty.db", friends, create: false)
    }
    #expect(try Store.open(at: folder.path + "/empty.db", friends).isNew)
    #expect(try Store.open(at: folder.path + "/empty.db", friends).isNew == false)
  }

  @Test func `a draft that no link can name is renamed`() {
    folder.write([1], to: "draft")
    folder.write([2], to: "taken")
    let draft = folder.path + "/draft"
    #expect(BookFile.move(draft, toNew: folder.path + "/taken") == EEXIST)
    #expect(folder.read("taken") == [2])
    #expect(BookFile.move(draft, toNew: folder.book) == 0)
    #expect(folder.read("book.db") == [1])
    #expect(folder.names == ["book.db", "taken"])
  }

  @Test func `a book may have the largest pages`() async throws {
    _ = try await valid()
    let path = folder.path + "/whole.db"
    let shell = try Shell(path)
    try shell.run("PRAGMA journal_mode = DELETE; PRAGMA page_size = 65536; VACUUM; PRAGMA journal_mode = WAL")
    #expect(try shell.value("PRAGMA page_size") == "65536")
    #expect(try Store.open(at: path, friends).count(Friend.self) == 500)
  }
}
