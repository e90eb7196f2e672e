import Algorithms
import Testing

@testable import Persistence

/// The words of records that were deleted in bulk stay in the index until the log forgets the deletion.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct KeptWordsTests {
  let folder = Folder()

  private func makeStore(_ count: Int, _ format: StoreFormat = friends) async throws -> Store {
    let store = try Store.open(at: folder.book, format, author: "me")
    try await store.write { transaction in
      for number in 0..<count { try transaction.insert(Friend("F\(number)", "Old", tags: ["t\(number % 5)"])) }
    }
    return store
  }

  private func found(_ text: String, in store: Store) throws -> [String] {
    try store.fetch(Query<Friend>().search(text)).map(\.first).sorted()
  }

  /// Computes what another program's records lack, as the first live list would.
  private func complete() throws {
    let connection = try Connection(file: BookFile(folder.book), format: friends)
    try connection.complete()
    connection.close()
  }

  private func keptCount() throws -> Int {
    Int(try Shell(folder.book).value("SELECT count(*) FROM friend_kept_words") ?? "") ?? -1
  }

  @Test func `a search skips kept words and an undo uses them`() async throws {
    let store = try await makeStore(1_000)
    let rows = try store.fetch(Query<Friend>()).map(\.row).filter { $0 % 10 != 0 }
    try await store.write { try $0.delete(Friend.self, rows: rows) }
    #expect(try keptCount() == 900)
    #expect(try found("old", in: store).count == 100)
    #expect(try found("f11", in: store) == ["F119"])
    #expect(try await store.check() == [])
    try await store.undo()
    #expect(try keptCount() == 0)
    #expect(try found("f11", in: store).count == 11)
    #expect(try await store.check() == [])
    try Shell(folder.book).check()
  }

  @Test func `another program's record in the row has no old words`() async throws {
    let store = try await makeStore(600)
    try await store.write { try $0.delete(Friend.self, rows: Array(1...600)) }
    try Shell(folder.book).run("INSERT INTO friend(row, first) VALUES (7, 'New')")
    #expect(try keptCount() == 599)
    try complete()
    #expect(try found("f6", in: store) == [])
    #expect(try found("new", in: store) == ["New"])
    #expect(try await store.check() == [])
  }

  @Test func `forgetting a deletion removes its words`() async throws {
    var format = friends
    format.log.count = 10
    let store = try await makeStore(600, format)
    try await store.write { try $0.delete(Friend.self, rows: Array(1...590)) }
    for _ in 0..<20 { try await store.write { try $0.insert(Friend("G")) } }
    await store.close()
    let again = try Store.open(at: folder.book, format, author: "me")
    _ = try again.fetch(Query<Friend>())
    // Pruning runs after the requested work.
    while try keptCount() != 0 { try await again.write { _ in } }
    #expect(try Shell(folder.book).value("SELECT count(*) FROM friend_words WHERE friend_words MATCH 'old'") == "10")
    #expect(try found("old", in: again).count == 10)
    #expect(try await again.check() == [])
  }

  @Test func `an undo after a change of ICU leaves the words to upkeep`() async throws {
    let store = try await makeStore(600)
    try await store.write { try $0.delete(Friend.self, rows: Array(1...600)) }
    await store.close()
    try Shell(folder.book).run("UPDATE meta SET value = 'format 1, ICU 1, locale ' WHERE key = 'computed'")
    let again = try folder.openStore()
    try await again.write { try $0.insert(Friend("G")) }
    try await again.undo()
    try await again.undo()
    #expect(try found("old", in: again).count == 600)
    #expect(try await again.check() == [])
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `any history leaves a sound index`(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let store = try await makeStore(700)
    let shell = try Shell(folder.book)
    for _ in 0..<25 {
      let rows = try store.fetch(Query<Friend>()).map(\.row)
      let chosen = rows.filter { _ in Bool.random(using: &generator) }
      let row = Int64.random(in: 1...700, using: &generator)
      let step = Int.random(in: 0..<7, using: &generator)
      switch step {
      case 0, 1:
        try await store.write { try $0.delete(Friend.self, rows: chosen) }
      case 2:
        try await store.write { transaction in
          try transaction.update(Friend.self, rows: chosen) { $0.last = "Changed" }
          try transaction.delete(Friend.self, rows: chosen)
        }
      case 3: try shell.run("INSERT OR IGNORE INTO friend(row, first) VALUES (\(row), 'Else')")
      case 4: try shell.run("UPDATE friend SET first = 'Other' WHERE row = \(row)")
      case 5: _ = try? await store.redo()
      default: _ = try? await store.undo()
      }
      try complete()
      try #require(try await store.check() == [], "after \(step)")
      for word in ["old", "else", "other", "changed", "f1", "t3"] {
        let expected = try store.fetch(Query<Friend>()).filter { friend in
          SearchWords(word).words.allSatisfy { Friend.table.search(for: friend).contains(" " + $0) }
        }
        try #require(try store.fetch(Query<Friend>().search(word)).map(\.row).sorted() == expected.map(\.row).sorted())
      }
    }
    try shell.check()
  }
}
