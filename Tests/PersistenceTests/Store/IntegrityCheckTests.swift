import Persistence
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct IntegrityCheckTests {
  let folder = Folder()

  /// Changes that a plain shell can make without the triggers, each with a word of the resulting finding.
  private nonisolated static let damages: [(sql: String, word: String)] = [
    ("UPDATE counter SET value = 7", "the counter says"),
    ("DROP TRIGGER friend_deleted; DELETE FROM friend WHERE row = 1", "elements without a record: 2"),
    ("DROP TRIGGER friend_reworded; UPDATE friend SET search = 'xyz' WHERE row = 2", "search index is incomplete"),
    ("INSERT INTO tx(author, time, open) VALUES ('me', 0, 1)", "left open"),
    ("DELETE FROM tx WHERE id = 1; DELETE FROM change WHERE tx = 1 AND seq > 1", "entries without an author: 1"),
    ("UPDATE change SET image = '{' WHERE op = 'update'", "entries that cannot be read: 1"),
    ("DELETE FROM change WHERE op = 'delete'", "rows that differ from their last entry: 1"),
    ("INSERT INTO change(time, entity, row, op) VALUES (0, 'friend', 1, 'insert')", "contradict those before them: 1"),
    ("INSERT INTO change(time, entity, row, op) VALUES (0, 'friend', 1, 'delete')", "differ from their last entry: 1"),
  ]

  @Test(arguments: 0..<9) func `each contradiction is found`(index: Int) async throws {
    let store = try folder.openStore()
    try await store.write { transaction in
      for name in ["Ada", "Bob", "Cyd"] { try transaction.insert(Friend(name, tags: ["a", "b"])) }
    }
    try await store.write { transaction in
      guard var ada = try transaction.get(Friend.self, row: 1) else { return }
      ada.age = 36
      try transaction.update(ada)
      try transaction.delete(transaction.get(Friend.self, row: 3) ?? ada)
    }
    #expect(try await store.check() == [])
    let damage = Self.damages[index]
    try Shell(folder.book).run(damage.sql)
    let findings = try await store.check()
    #expect(findings.contains { $0.contains(damage.word) }, "\(findings)")
    // A check changes nothing.
    #expect(try await store.check() == findings)
  }

  @Test func `undo, REPLACE, other programs and pruning are consistent`() async throws {
    let store = try folder.openStore()
    let shell = try Shell(folder.book)
    try await store.write { for number in 0..<300 { try $0.insert(Friend("F\(number)", tags: ["t"])) } }
    try shell.run("INSERT OR REPLACE INTO friend(id, first) SELECT id, 'New' FROM friend WHERE row < 5")
    try shell.run("INSERT OR IGNORE INTO friend(row, first) SELECT row, 'Nobody' FROM friend WHERE row > 290")
    try shell.run("DELETE FROM friend WHERE row = 20; UPDATE friend SET id = 'me' WHERE row = 21")
    #expect(try await store.check() == [])
    try await store.undo()
    try await store.undo()
    #expect(try await store.check() == [])
    try await store.redo()
    try shell.run("DELETE FROM change WHERE seq < 290")
    #expect(try await store.check() == [])
  }
}
