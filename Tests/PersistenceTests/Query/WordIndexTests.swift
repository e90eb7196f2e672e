import Algorithms
import Testing

@testable import Persistence

/// The word index that is read from its pages gives the same rows as FTS5.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct WordIndexTests {
  let folder = Folder()

  /// Short words of few letters, so that many share a prefix; long ones; numbers; words of unspaced scripts.
  private func word(_ generator: inout SeededGenerator) -> String {
    let alphabet = [
      Array("abc"), Array("abcdefghijklmnopqrstuvwxyz"), Array("0123456789"), Array("山田太郎明あいう"), Array("łøשנé"),
    ]
    let letters = alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
    return String(
      (0..<Int.random(in: 1...9, using: &generator)).map { _ in
        letters[Int.random(in: 0..<letters.count, using: &generator)]
      })
  }

  private func friend(_ generator: inout SeededGenerator) -> Friend {
    var friend = Friend(word(&generator), word(&generator))
    if Int.random(in: 0..<10, using: &generator) == 0 {
      friend.nickname = String(repeating: word(&generator), count: 40)
    }
    friend.tags = ["every", word(&generator)]
    return friend
  }

  private func asked(_ word: String, in store: Store) throws -> Set<Int64> {
    Set(
      try store.reader.map(
        "SELECT rowid FROM friend_words WHERE friend_words MATCH ?", [.text("\"\(word)\"*")]
      ) { $0.integer(0) })
  }

  private func read(_ word: String, in store: Store) throws -> Set<Int64>? {
    try store.reader.transaction(.deferred) { () throws(StoreError) in
      try WordIndex("friend_words", in: store.reader)?.rows(withWord: word).map { Set($0.rows) }
    }
  }

  /// Compares all prefixes of some words in the book and of some that may not occur.
  private func compare(_ store: Store, _ generator: inout SeededGenerator) throws {
    var words: Set<String> = ["every", "e", "everyone"]
    let texts = try store.fetch(Query<Friend>()).shuffled(using: &generator).prefix(6).map(Friend.table.search)
    for text in texts + (0..<6).map({ _ in word(&generator) }) {
      for word in SearchWords(text).words {
        for count in 1...min(word.count, 12) { words.insert(String(word.prefix(count))) }
      }
    }
    for word in words { #expect(try read(word, in: store) == asked(word, in: store), "\(word)") }
  }

  /// Pages with only a few words, so that lists and words cross their edges, and pages of the usual size.
  @Test(arguments: [(40, 1), (64, 2), (200, 3), (1_000, 4), (4_050, 5), (64, 6), (100, 7)] as [(Int, UInt64)])
  func `the index agrees with FTS5 after any changes and merges`(leaf: Int, seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let store = try folder.openStore()
    let shell = try Shell(folder.book)
    func configure(_ command: String) throws {
      try shell.run("INSERT INTO friend_words(friend_words, rank) VALUES (\(command))")
    }
    try configure("'pgsz', \(leaf)")
    #expect(try read("a", in: store) == [])
    for step in 0..<15 {
      switch Int.random(in: 0..<9, using: &generator) {
      case 0: try configure("'merge', \(Int.random(in: -4...16, using: &generator))")
      case 1: try configure("'automerge', \(Int.random(in: 0...4, using: &generator))")
      case 2: try configure("'crisismerge', \(Int.random(in: 2...6, using: &generator))")
      case 3 where step % 3 == 0: try shell.run("INSERT INTO friend_words(friend_words) VALUES ('optimize')")
      default: break
      }
      let friends = (0..<Int.random(in: 1...60, using: &generator)).map { _ in friend(&generator) }
      let picks = (0..<30).map { _ in Int.random(in: 1...(40 * (step + 1)), using: &generator) }
      try await store.write { transaction in
        for friend in friends { try transaction.insert(friend) }
        for (offset, pick) in picks.enumerated() {
          guard var old = try transaction.get(Friend.self, row: Int64(pick)) else { continue }
          if offset % 3 == 0 {
            try transaction.delete(old)
          } else {
            old.last = friends[offset % friends.count].last
            if offset % 5 == 0 { old.tags = ["never"] }
            try transaction.update(old)
          }
        }
      }
      if step % 5 == 4 { try compare(store, &generator) }
    }
    #expect(try await store.check() == [])
  }

  @Test func `row numbers may be extreme`() async throws {
    let store = try folder.openStore()
    let rows: [Int64] = [.min, -1, 1, 127, 128, 1 << 26 - 1, 1 << 26, 1 << 40, .max]
    try await store.write { transaction in
      for row in rows {
        var friend = Friend("Ada", "Long\(row.magnitude)")
        friend.row = row
        try transaction.insert(friend)
      }
    }
    #expect(try read("ada", in: store) == Set(rows))
    #expect(try read("long", in: store) == Set(rows))
  }

  @Test func `an unknown or unfinished index is left to FTS5`() async throws {
    let store = try folder.openStore()
    try await store.write { transaction in
      for number in 0..<600 { try transaction.insert(Friend("F\(number)", "Smith")) }
      try transaction.insert(Friend("Zoe", "Newcomer"))
      #expect(try transaction.fetch(Query<Friend>().search("newc")).map(\.first) == ["Zoe"])
    }
    #expect(try read("newc", in: store) == [601])
    let shell = try Shell(folder.book)
    try shell.run("UPDATE friend_words_config SET v = 5 WHERE k = 'version'")
    #expect(try read("newc", in: store) == nil)
    try shell.run("UPDATE friend_words_config SET v = 4 WHERE k = 'version'")
    try shell.run("DROP TABLE friend_words")
    try shell.run("CREATE VIRTUAL TABLE friend_words USING fts5(search, content = 'friend', content_rowid = 'row')")
    try shell.run("INSERT INTO friend_words(friend_words) VALUES ('rebuild')")
    #expect(try read("newc", in: store) == nil)
    #expect(try store.fetch(Query<Friend>().search("newc")).map(\.first) == ["Zoe"])
  }

  @Test func `a damaged leaf never causes a crash`() async throws {
    var generator = SeededGenerator(seed: 11)
    let store = try folder.openStore()
    let shell = try Shell(folder.book)
    try shell.run("INSERT INTO friend_words(friend_words, rank) VALUES ('pgsz', 100)")
    let friends = (0..<60).map { _ in friend(&generator) }
    try await store.write { for friend in friends { try $0.insert(friend) } }
    let count = Int(try shell.value("SELECT count(*) FROM friend_words_data") ?? "") ?? 0
    #expect(count > 20)
    var refused = 0
    for _ in 0..<400 {
      let block = "(SELECT id FROM friend_words_data LIMIT 1 OFFSET \(Int.random(in: 0..<count, using: &generator)))"
      let kept = try shell.value("SELECT hex(block) FROM friend_words_data WHERE id = \(block)") ?? ""
      let id = try shell.value("SELECT \(block)") ?? ""
      var digits = Array(kept)
      for _ in 0..<Int.random(in: 1...3, using: &generator) where !digits.isEmpty {
        digits[Int.random(in: 0..<digits.count, using: &generator)] = "0123456789ABCDEF".randomElement(
          using: &generator)!
      }
      if Bool.random(using: &generator) {
        digits.removeLast(2 * Int.random(in: 0...digits.count / 2, using: &generator))
      }
      try shell.run("UPDATE friend_words_data SET block = x'\(String(digits))' WHERE id = \(id)")
      for word in ["a", "山", "every", "1", "b", "zz"] where try read(word, in: store) == nil { refused += 1 }
      try shell.run("UPDATE friend_words_data SET block = x'\(kept)' WHERE id = \(id)")
    }
    #expect(refused > 0)
    #expect(try read("every", in: store) == Set(1...60))
  }

  @Test func `an index without its leaves is left to FTS5`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    #expect(try read("ada", in: store) == [1])
    try Shell(folder.book).run("DELETE FROM friend_words_data WHERE id > 10")
    #expect(try read("ada", in: store) == nil)
  }
}
