import Algorithms
import Glibc
import Testing

@testable import Persistence

/// A write-ahead log that is missing, belongs to another book or is malformed.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct LogFileTests {
  let folder = Folder()

  /// Copies an open book as a killed program leaves it: some of its content in the file, the rest in the log.
  private func makeKilled(_ name: String, _ friends: [String], in other: Folder) async throws {
    let store = try other.openStore()
    try await store.write { for first in friends { try $0.insert(Friend(first)) } }
    try Shell(other.book).run("PRAGMA wal_checkpoint(TRUNCATE)")
    try await store.write { try $0.insert(Friend("\(friends[0]) in the log")) }
    folder.write(other.read("book.db"), to: "\(name).db")
    folder.write(other.read("book.db-wal"), to: "\(name).db-wal")
    await store.close()
  }

  private func open(_ name: String) throws -> Store { try Store.open(at: folder.path + "/\(name).db", friends) }

  @Test func `a book without its log has its earlier content`() async throws {
    try await makeKilled("one", ["Ada", "Bob"], in: Folder())
    try await makeKilled("two", ["Ada", "Bob"], in: Folder())
    unlink(folder.path + "/two.db-wal")
    for (name, count) in [("one", 3), ("two", 2)] {
      let store = try open(name)
      #expect(try store.count(Friend.self) == count)
      #expect(try await store.check() == [])
      try await store.write { try $0.insert(Friend("Cyd")) }
      #expect(try store.count(Friend.self) == count + 1)
    }
  }

  @Test func `a malformed log is ignored`() async throws {
    try await makeKilled("one", ["Ada", "Bob"], in: Folder())
    var generator = SeededGenerator(seed: 1)
    let whole = folder.read("one.db-wal")
    for log in [
      [1, 2, 3], (0..<50_000).map { _ in UInt8.random(in: 0...255, using: &generator) }, Array(whole.prefix(5_000)),
      Array(whole.prefix(32)), Array(repeating: 0, count: 8_192),
    ] {
      folder.write(folder.read("one.db"), to: "odd.db")
      folder.write(log, to: "odd.db-wal")
      let store = try open("odd")
      #expect(try store.count(Friend.self) == 2)
      #expect(try await store.check() == [])
      await store.close()
    }
  }

  /// A power cut can truncate the log or fill the rest of it with garbage.
  @Test func `a log cut anywhere restores the book as of some transaction`() async throws {
    let other = Folder()
    let store = try other.openStore()
    try Shell(other.book).run("PRAGMA wal_checkpoint(TRUNCATE)")
    var ends: [Int] = [0]
    for number in 1...6 {
      try await store.write { for offset in 0..<10 { try $0.insert(Friend("F\(number)-\(offset)", tags: ["t"])) } }
      ends.append(other.size("book.db-wal"))
    }
    let (book, log) = (other.read("book.db"), other.read("book.db-wal"))
    for (index, end) in stride(from: 0, through: log.count, by: 5_003).enumerated() {
      folder.write(book, to: "cut.db")
      let lost = index.isMultiple(of: 2) ? [] : Array(repeating: UInt8(0xA5), count: log.count - end)
      folder.write(Array(log[..<end]) + lost, to: "cut.db-wal")
      let cut = try open("cut")
      // Each commit waited for the disk, so every write confirmed before the cut is there.
      let confirmed = ends.lastIndex { $0 <= end } ?? 0
      #expect(try cut.count(Friend.self) == confirmed * 10, "at \(end)")
      #expect(try await cut.check() == [], "at \(end)")
      await cut.close()
    }
    await store.close()
  }

  @Test func `a commit waits for the disk`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    #expect(try await store.engine.setting("synchronous") == 2)
  }

  /// SQLite cannot recognise that a log belongs to another file.
  ///
  /// The result may be any mixture of both, but never a crash and never a book that passes a check with wrong content.
  @Test func `another book's log gives a clear error or a finding`() async throws {
    let crowd = (0..<800).map { "Somebody \($0)" }
    try await makeKilled("small", ["Ada"], in: Folder())
    try await makeKilled("large", crowd, in: Folder())
    for (file, log) in [("small", "large"), ("large", "small")] {
      folder.write(folder.read("\(file).db"), to: "mixed.db")
      folder.write(folder.read("\(log).db-wal"), to: "mixed.db-wal")
      do {
        let store = try open("mixed")
        let watcher = Watcher(store.objects(Friend.self))
        _ = watcher.last?.map(\.first)
        _ = try store.fetch(Query<Friend>())
        #expect(try await store.check() != [])
        await store.close()
      } catch let error as StoreError {
        guard case .damaged = error else {
          Issue.record("\(error)")
          continue
        }
      }
      for name in ["mixed.db", "mixed.db-wal", "mixed.db-shm"] { unlink(folder.path + "/" + name) }
    }
  }
}

extension Engine {
  fileprivate func setting(_ name: String) throws -> Int64? {
    try open().database.firstInteger("PRAGMA \(name)")
  }
}
