import Persistence
import TestSupport
import Testing

/// The deleted records in the change log: read, restored and erased.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct DeletedRecordsTests {
  let folder = Folder()

  private func deleted(_ store: Store) async throws -> [DeletedRecord<Friend>] {
    var records: [DeletedRecord<Friend>] = []
    var position: Int64?
    repeat {
      let page = try await store.deletedRecords(of: Friend.self, from: position, limit: 2)
      records += page.records
      position = page.next
    } while position != nil
    return records
  }

  @Test func `deleted records are listed last first, with lists and author`() async throws {
    let store = try folder.openStore(author: "me")
    let friends = try await store.write { transaction in
      try ["Ada", "Bob", "Cy", "Di"].map { try transaction.insert(Friend($0, tags: ["t"])) }
    }
    for friend in friends.dropLast() { try await store.write(author: "you") { try $0.delete(friend) } }
    try Shell(folder.book).run("DELETE FROM friend WHERE first = 'Di'")
    let records = try await deleted(store)
    #expect(records.map(\.record) == friends.reversed())
    #expect(records.map(\.author) == [nil, "you", "you", "you"])
  }

  @Test func `a page reaches back 50,000 entries`() async throws {
    let store = try folder.openStore()
    let friends = try await store.write { transaction in
      try ["Ada", "Bob"].map { try transaction.insert(Friend($0)) }
    }
    for friend in friends { try await store.write { try $0.delete(friend) } }
    try Shell(folder.book).run("UPDATE change SET seq = 60000 WHERE seq = (SELECT max(seq) FROM change)")
    let first = try await store.deletedRecords(of: Friend.self, limit: 9)
    #expect(first.records.map(\.record.first) == ["Bob"])
    #expect(first.next != nil)
    let second = try await store.deletedRecords(of: Friend.self, from: first.next, limit: 9)
    #expect(second.records.map(\.record.first) == ["Ada"])
    #expect(second.next == nil)
  }

  @Test func `a record is restored once, in its row, and the undo deletes it again`() async throws {
    let store = try folder.openStore()
    let ada = try await store.write { try $0.insert(Friend("Ada", tags: ["t"])) }
    try await store.write { try $0.delete(ada) }
    #expect(try await store.write { try $0.restoreDeleted(Friend.self, rows: [ada.row]) } == 1)
    #expect(try store.get(Friend.self, row: ada.row) == ada)
    #expect(try await deleted(store).isEmpty)
    #expect(try await store.write { try $0.restoreDeleted(Friend.self, rows: [ada.row]) } == 0)
    try await store.undo()
    #expect(try await deleted(store).map(\.record) == [ada])
  }

  @Test func `a record whose addition was undone is not a deleted one`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    try await store.undo()
    #expect(try await deleted(store).isEmpty)
    try await store.redo()
    #expect(try store.count(Friend.self) == 1)
  }

  @Test func `records in the book are not erased, and nothing is written`() async throws {
    let store = try folder.openStore()
    let friend = try await store.write { try $0.insert(Friend("Ada")) }
    let shell = try Shell(folder.book)
    let before = try shell.run("PRAGMA data_version")
    let result = try await store.write { try $0.eraseDeleted(Friend.self, rows: [friend.row, friend.row + 1]) }
    #expect(result == ErasureResult())
    #expect(try shell.run("PRAGMA data_version") == before)
  }

  @Test func `an erased record leaves the file, and an undo restores the others`() async throws {
    let store = try folder.openStore()
    let friends = try await store.write { transaction in
      try ["Adalinda", "Bob"].map { try transaction.insert(Friend($0, tags: ["secretive"])) }
    }
    try await store.write { try $0.update(Friend.self, rows: [friends[0].row]) { $0.last = "Zyx" } }
    try await store.write { try $0.delete(Friend.self, rows: friends.map(\.row)) }
    #expect(try await store.write { try $0.eraseDeleted(Friend.self, rows: [friends[0].row]) }.erased == 1)
    #expect(try await deleted(store).map(\.record.first) == ["Bob"])
    let traces = try Shell(folder.book).run(
      "SELECT count(*) FROM change WHERE image LIKE '%Adalinda%' OR image LIKE '%Zyx%'")
    #expect(traces == [["0"]])
    let named = try store.log(of: Friend.self, limit: 9).flatMap(\.changes).map { $0.before ?? $0.after }
    #expect(named.map { $0?.first } == ["Bob", "Bob"])
    #expect(try await store.check() == [])
    try await store.undo()
    #expect(store.objects(Friend.self).items.map(\.first) == ["Bob"])
    #expect(try await store.check() == [])
  }

  @Test func `a deletion that a shared book has not exported stays`() async throws {
    let store = try folder.openStore()
    let rows = try await store.write { transaction in
      let rows = try ["Ada", "Bob"].map { try transaction.insert(Friend($0)).row }
      try transaction.delete(Friend.self, rows: [rows[0]])
      return rows
    }
    try await store.write { try $0.keepLog(after: try $0.logPosition()) }
    try await store.write { try $0.delete(Friend.self, rows: [rows[1]]) }
    let result = try await store.write { try $0.eraseDeleted(Friend.self, rows: rows) }
    #expect(result == ErasureResult(erased: 1, unexported: 1))
    #expect(try await deleted(store).map(\.record.first) == ["Bob"])
    try await store.write { try $0.keepLog(after: try $0.logPosition()) }
    #expect(try await store.write { try $0.eraseDeleted(Friend.self, rows: rows) } == ErasureResult(erased: 1))
    #expect(try await deleted(store).isEmpty)
  }

  /// Waits for the upkeep after an erasure, which runs after the requested work.
  private func waitUntilErased(_ store: Store) async throws {
    let shell = try Shell(folder.book)
    while try shell.value("SELECT count(*) FROM meta WHERE key = 'erased'") != "0" { try await store.write { _ in } }
  }

  /// Whether the file or SQLite's log beside it contains a text, in any case of its letters.
  private func isInFiles(_ text: String) -> Bool {
    ["book.db", "book.db-wal"].contains { name in
      folder.read(name).withUnsafeBytes { $0.contains(text, ignoringCase: true) }
    }
  }

  @Test(arguments: [1, 2_000]) func `the text of erased records leaves the files`(count: Int) async throws {
    let store = try folder.openStore()
    let secrets = (0..<count).map { "quixotry\($0 * 7_919 % 10_007)zz" }
    // The log is not truncated while another connection may read it.
    let people = try await store.write { transaction in
      for number in 0..<2_000 { try transaction.insert(Friend("Kept\(number)", tags: ["kept"])) }
      return try secrets.map { secret in
        var friend = Friend("\(secret)first", "\(secret)last", tags: ["\(secret)tag"])
        friend.mails = [Mail("home", "\(secret)@example.org")]
        friend.nickname = String(repeating: "\(secret)nick", count: 300)
        return try transaction.insert(friend)
      }
    }
    let rows = people.map(\.row)
    try await store.write { try $0.update(Friend.self, rows: rows) { $0.last += "quixotrychanged" } }
    try await store.write { try $0.delete(Friend.self, rows: rows) }
    #expect(isInFiles("quixotry"))
    #expect(try await store.write { try $0.eraseDeleted(Friend.self, rows: rows) }.erased == count)
    try await waitUntilErased(store)
    #expect(!isInFiles("quixotry"))
    #expect(store.objects(Query<Friend>().search("kept77")).items.count == 11)
    #expect(try await store.check() == [])
    await store.close()
    #expect(!isInFiles("quixotry"))
  }

  @Test func `a program that ends early leaves the erasing to the next`() async throws {
    let store = try folder.openStore()
    let friend = try await store.write { try $0.insert(Friend("quixotry")) }
    try await store.write { try $0.delete(friend) }
    // Another reader keeps the log.
    let reader = try Shell(folder.book)
    try reader.run("BEGIN; SELECT count(*) FROM friend")
    #expect(try await store.write { try $0.eraseDeleted(Friend.self, rows: [friend.row]) }.erased == 1)
    await store.close()
    #expect(isInFiles("quixotry"))
    try reader.run("COMMIT")
    let again = try folder.openStore()
    try await again.write { try $0.insert(Friend("Ada")) }
    try await waitUntilErased(again)
    #expect(!isInFiles("quixotry"))
  }

  @Test func `an erased record is not updated, but can be added again`() async throws {
    let store = try folder.openStore()
    let ada = try await store.write { try $0.insert(Friend("Ada", tags: ["t"])) }
    try await store.write { try $0.delete(ada) }
    #expect(try await store.write { try $0.eraseDeleted(Friend.self, rows: [ada.row]) }.erased == 1)
    let missing = StoreError.noSuchRecord(id: ada.id)
    await #expect(throws: missing) { try await store.write { try $0.update(ada) } }
    await #expect(throws: missing) { try await store.write { try $0.update(ada, editedFrom: ada) } }
    #expect(try await store.write { try $0.insert(ada) } == ada)
    #expect(try store.get(Friend.self, row: ada.row) == ada)
    #expect(try await deleted(store).isEmpty)
    #expect(try await store.check() == [])
  }

  @Test func `undo passes over what was erased, and reverses the change before`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Bob")) }
    let ada = try await store.write { try $0.insert(Friend("Ada")) }
    try await store.write { try $0.delete(ada) }
    let number = try await store.undoableTransaction(of: Friend.self, scope: .own)?.number ?? 0
    #expect(try await store.write { try $0.eraseDeleted(Friend.self, rows: [ada.row]) }.erased == 1)
    await #expect(throws: StoreError.nothingToUndo) { try await store.undo(transaction: number) }
    #expect(try await store.edits(limit: 9).count == 1)
    #expect(try await store.undo().count == 1)
    #expect(try store.count(Friend.self) == 0)
    await #expect(throws: StoreError.nothingToUndo) { try await store.undo() }
    #expect(try await store.redo().count == 1)
    #expect(store.objects(Friend.self).items.map(\.first) == ["Bob"])
    #expect(try await deleted(store).isEmpty)
  }

  @Test func `what was erased is not counted, nor among the changes`() async throws {
    let store = try folder.openStore()
    let friends = try await store.write { transaction in
      try ["Ada", "Bob", "Cy"].map { try transaction.insert(Friend($0)) }
    }
    try await store.write { try $0.delete(Friend.self, rows: friends.map(\.row)) }
    #expect(try await store.write { try $0.eraseDeleted(Friend.self, rows: [friends[0].row]) }.erased == 1)
    let deletion = try await store.undoableTransaction(of: Friend.self, scope: .anyone)
    #expect(deletion?.count == 2)
    #expect(deletion?.changes.map(\.before) == [friends[1], friends[2]])
    #expect(try store.log(of: Friend.self, limit: 9).flatMap(\.changes).count == 4)
    #expect(try await store.undo().count == 2)
    #expect(try await store.undo().count == 2)
    #expect(try store.count(Friend.self) == 0)
  }

  @Test func `many records of one deletion are erased with their kept words`() async throws {
    let store = try folder.openStore()
    let rows = try await store.write { transaction in
      try (0..<500).map { try transaction.insert(Friend("Ada\($0)")).row }
    }
    try await store.write { try $0.delete(Friend.self, rows: rows) }
    #expect(try await deleted(store).count == 500)
    #expect(try await store.write { try $0.eraseDeleted(Friend.self, rows: rows) }.erased == 500)
    #expect(try await deleted(store).isEmpty)
    #expect(try await store.check() == [])
  }

  @Test func `one undo reverts a change that has erased records`() async throws {
    let store = try folder.openStore()
    let ada = try await store.write { try $0.insert(Friend("Ada")) }
    try await store.write { try $0.delete(ada) }
    let erased = try await store.write { transaction in
      try transaction.insert(Friend("Bob"))
      let result = try transaction.eraseDeleted(Friend.self, rows: [ada.row])
      try transaction.insert(Friend("Cy"))
      return result.erased
    }
    #expect(erased == 1)
    #expect(try await store.edits(limit: 9).count == 1)
    #expect(try await store.undo().count == 2)
    #expect(try store.count(Friend.self) == 0)
    #expect(try await store.redo().count == 2)
    #expect(store.objects(Friend.self).items.map(\.first) == ["Bob", "Cy"])
    #expect(try await store.check() == [])
  }
}
