import Testing

@testable import Persistence

@MainActor
@Suite(.timeLimit(.minutes(5))) struct SimilarWordsTests {
  let folder = Folder()

  @Test(arguments: [
    ("turing", "uring", true), ("turing", "turing", false), ("turings", "turing", false), ("turing", "tu", false),
    ("turing", "truing", true), ("turing", "tring", true), ("turing", "tturing", true), ("turing", "tuning", true),
    ("turing", "tuirn", true), ("turing", "trnig", false), ("ring", "rxng", false), ("902345", "902346", false),
    ("иванов", "иваноф", true), ("иванов", "фванох", false), ("ивановский", "иваноф", true),
    ("turingson", "turimg", true),
  ])
  func `a word is similar with the searched one inside, or with one typo`(term: String, word: String, isSimilar: Bool) {
    #expect(SimilarWords.isSimilar(Array(term.utf8)[...], to: Array(word.utf8)) == isSimilar)
  }

  @Test func `similar words find people, the best first`() async throws {
    let store = try folder.openStore()
    try await store.write { transaction in
      for name in ["Turing", "Alan Maturing", "Tuning", "Uring", "Uringson", "Bob"] {
        try transaction.insert(Friend(name))
      }
    }
    let words = SearchWords("uring")
    let similar = try await store.similarWords(of: Friend.self, to: words)
    #expect(similar["uring"].map(Set.init) == ["turing", "maturing"])
    let order = Order<Friend>.first.bestFirst(for: words)
    let query = Query<Friend>().search("uring", similar: similar).sorted(by: order)
    let found = try store.fetch(query).map(\.first)
    #expect(found == ["Uring", "Uringson", "Alan Maturing", "Turing"])
    let list = store.objects(query)
    let watcher = Watcher(list)
    try await store.write { _ = try $0.insert(Friend("Zoe Turing")) }
    await watcher.wait { $0.last?.map(\.first).last == "Zoe Turing" }
    #expect(watcher.last?.map(\.first) == found + ["Zoe Turing"])
  }

  @Test func `a word of two letters has no similar ones`() async throws {
    let store = try folder.openStore()
    try await store.write { for name in ["Ring", "Turing"] { try $0.insert(Friend(name)) } }
    #expect(try await store.similarWords(of: Friend.self, to: SearchWords("in")).isEmpty)
    #expect(try await store.similarWords(of: Friend.self, to: SearchWords("rin")) == ["rin": ["turing"]])
  }

  @Test func `of equal matches, those in the title are first`() async throws {
    let store = try folder.openStore()
    try await store.write { transaction in
      for (first, last) in [("Ada", "Uring"), ("Zoe", ""), ("Uring", ""), ("Maturing", "Lee")] {
        try transaction.insert(Friend(first, last))
      }
    }
    let words = SearchWords("uring")
    let order = Order<Friend>.first.bestFirst(for: words, titleLength: "1 + length(friend.first)")
    let found = try store.fetch(Query<Friend>().search("uring").sorted(by: order)).map(\.first)
    #expect(found.prefix(2) == ["Uring", "Ada"])
  }

  @Test func `similar words are found in a large book, in parts`() async throws {
    let store = try folder.openStore()
    // Many small leaves, as a book of a million people has large ones.
    try Shell(folder.book).run("INSERT INTO friend_words(friend_words, rank) VALUES ('pgsz', 40)")
    try await store.write { transaction in
      for number in 0..<5_000 {
        try transaction.insert(Friend("xname\(number)", number == 3_000 ? "Lovelace" : "Smith"))
      }
    }
    var search = SimilarWords(["lovelcae", "velac", "name999"], in: "friend_words")
    var parts = 0
    while !search.isDone {
      try search.advance(in: store.reader)
      parts += 1
    }
    #expect(parts > 1)
    #expect(search.found == ["lovelcae": ["lovelace"], "velac": ["lovelace"], "name999": ["xname999"]])
    #expect(try await store.similarWords(of: Friend.self, to: SearchWords("lovelcae"))["lovelcae"] == ["lovelace"])
    #expect(try await store.similarWords(of: Friend.self, to: SearchWords("ab")).isEmpty)
  }

  @Test func `the leaves of indexed prefixes are not read`() async throws {
    let store = try folder.openStore()
    let shell = try Shell(folder.book)
    // Small leaves: the word fills some 280 of them, and each of its three prefixes as many.
    try shell.run("INSERT INTO friend_words(friend_words, rank) VALUES ('pgsz', 40)")
    try await store.write { try $0.insertAll((0..<10_000).map { _ in Friend("Smith") }) }
    try shell.run("INSERT INTO friend_words(friend_words) VALUES ('optimize')")
    var search = SimilarWords(["smiht"], in: "friend_words")
    try search.advance(in: store.reader)
    #expect(search.isDone)
    #expect(search.found == ["smiht": ["smith"]])
  }

  @Test func `a word has at most 60 similar ones`() async throws {
    let store = try folder.openStore()
    try await store.write { for number in 0..<70 { try $0.insert(Friend("x\(number)turing")) } }
    let similar = try await store.similarWords(of: Friend.self, to: SearchWords("turing"))
    #expect(similar["turing"]?.count == 60)
  }

  @Test func `only eight words have similar ones`() async throws {
    let store = try folder.openStore()
    let words = ["ada", "bea", "cleo", "dora", "emma", "finn", "gwen", "hugo", "iris"]
    try await store.write { transaction in for word in words { try transaction.insert(Friend("x\(word)")) } }
    var search = SimilarWords(words, in: "friend_words")
    while !search.isDone { try search.advance(in: store.reader) }
    #expect(search.found == Dictionary(uniqueKeysWithValues: words.prefix(8).map { ($0, ["x\($0)"]) }))
  }
}
