import Testing

@testable import Persistence

/// Filters find the records that the same condition in Swift finds.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct FilterTests {
  let folder = Folder()

  @Test func `filters match the same conditions in Swift`() async throws {
    let store = try folder.openStore()
    try await store.write { transaction in
      for number in 0..<60 {
        let tags = (0..<number % 3).map { "t\($0)" }
        try transaction.insert(Friend("F\(number % 7)", "L\(number % 5)", age: number % 11, tags: tags))
      }
    }
    let all = try store.fetch(Query<Friend>())
    let cases: [(filter: Filter<Friend>, condition: (Friend) -> Bool)] = [
      (\.first == "F1", { $0.first == "F1" }),
      (\.first != "F1", { $0.first != "F1" }),
      (\.age < 5, { $0.age < 5 }),
      (\.age <= 5, { $0.age <= 5 }),
      (\.age > 5 && \.last == "L2", { $0.age > 5 && $0.last == "L2" }),
      (\.age >= 9 || \.first == "F3", { $0.age >= 9 || $0.first == "F3" }),
      (!(\.age >= 9 || \.first == "F3"), { !($0.age >= 9 || $0.first == "F3") }),
      (.contains(\.tags, "t1"), { $0.tags.contains("t1") }),
      (.isEmpty(\.tags), { $0.tags.isEmpty }),
      (!.isEmpty(\.tags) && .isIn(\.last, ["L0", "L4"]), { !$0.tags.isEmpty && ["L0", "L4"].contains($0.last) }),
      (.isIn(\.last, []), { _ in false }), (.contains(\.tags, anyOf: []), { _ in false }),
      (.contains(\.tags, anyOf: ["t1", "z"]), { $0.tags.contains("t1") }),
    ]
    for (filter, condition) in cases {
      let found = try store.fetch(Query<Friend>().where(filter))
      #expect(!found.isEmpty || all.allSatisfy { !condition($0) })
      #expect(Set(found.map(\.row)) == Set(all.filter(condition).map(\.row)), "\(filter.sql)")
    }
  }

  @Test func `a text is found in columns and lists, letter by letter`() async throws {
    let store = try folder.openStore()
    try await store.write { transaction in
      var ada = Friend("Áda*", "Lovelace", tags: ["50 %"])
      ada.mails = [Mail("#work", "ada+x@example.org")]
      try transaction.insert(ada)
      try transaction.insert(Friend("Bob", "O'Neil"))
    }
    let columns = [Column("first", \Friend.first), Column("last", \Friend.last)]
    let lists = [List("tag", \Friend.tags), List("mail", \Friend.mails)]
    let cases = [
      ("ada*", ["Áda*"]), ("%", ["Áda*"]), ("+X@", ["Áda*"]), ("#", []), ("'", ["Bob"]), ("onei", ["Bob"]),
      ("b", ["Bob"]), ("", ["Áda*", "Bob"]), ("zz", []),
    ]
    for (text, names) in cases {
      let query = Query<Friend>().where(.contains(text, inColumns: columns, lists: lists))
      #expect(try store.fetch(query).map(\.first) == names, "“\(text)”")
      let nowhere = Query<Friend>().where(.contains(text, inColumns: [], lists: []))
      #expect(try store.fetch(nowhere).count == (text.isEmpty ? 2 : 0))
    }
  }

  @Test func `lists of texts that look alike have their own rows`() async throws {
    let store = try folder.openStore()
    let texts = ["Zo\u{EB}", "Zoe\u{308}"]
    var watchers: [Watcher<Friend>] = []
    var rows: [[Int64]] = [[], []]
    for round in 0..<2 {
      let saved = try await store.write { transaction in try texts.map { try transaction.insert(Friend($0)).row } }
      for (place, row) in saved.enumerated() { rows[place].append(row) }
      if round > 0 { continue }
      for text in texts { watchers.append(Watcher(store.objects(Friend.self).where(\.first == text))) }
    }
    for watcher in watchers { await watcher.wait { $0.replayed.count == 2 } }
    #expect(watchers.map(\.replayed) == rows)
  }
}
