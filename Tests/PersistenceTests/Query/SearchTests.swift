import Algorithms
import Testing

@testable import Persistence

/// A search returns the same rows in the same order as a scan over every record.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct SearchTests {
  let folder = Folder()

  private func store(_ count: Int) async throws -> Store {
    let store = try folder.openStore()
    try await store.write { transaction in
      for number in 0..<count {
        try transaction.insert(Friend("F\(10_000 + number)", number % 7 == 0 ? "Miller" : "Smith", age: number % 90))
      }
    }
    return store
  }

  @Test(arguments: [
    "UPDATE counter SET value = 0", "DELETE FROM counter", "UPDATE counter SET value = -1",
    "UPDATE counter SET value = 9223372036854775807",
  ])
  func `a wrong counter does not mislead a search`(change: String) async throws {
    let store = try await store(900)
    try Shell(folder.book).run(change)
    for text in ["f", "mil", "mill f", "millers", "f10007", "smith f1"] {
      for query in [Query<Friend>(), Query().where(\.age < 45)] {
        let words = SearchWords(text).words
        let expected = try store.fetch(query).filter { friend in
          let search = Friend.table.search(for: friend)
          return words.allSatisfy { search.utf8.contains((" " + $0).utf8) }
        }
        #expect(try store.fetch(query.search(text)) == expected, "\(text)")
        #expect(try store.fetch(query.search(text), limit: 70) == Array(expected.prefix(70)), "\(text)")
        #expect(try store.fetch(query.search(text), limit: .max) == expected, "\(text)")
      }
    }
  }

  @Test func `a filtered search reads on for a likely page`() async throws {
    let store = try await store(2_000)
    let query = Query<Friend>().where(\.age < 100)
    let expected = try store.fetch(query).filter { $0.last == "Miller" }.map(\.row)
    switch try Finder(plan: query.search("mil").plan, database: store.reader).find(limit: 200, base: nil) {
    case .all: Issue.record("all matches were looked up")
    case .first(let page): #expect(page == Array(expected.prefix(200)))
    }
  }

  /// With the first page only and with all rows, before and after the order of all rows is loaded.
  @Test(arguments: [1, 2] as [UInt64])
  func `random words match in any field and order`(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let store = try folder.openStore()
    let words = ["ada", "adam", "bo", "bob", "山田太郎", "ヤマダ", "łukasz", "4915123456", "5123", "zoë", "z", "o'brien"]
    let friends = (0..<700).map { number in
      var friend = Friend(words.randomElement(using: &generator)!, words.randomElement(using: &generator)!)
      friend.age = number % 90
      if number % 3 == 0 { friend.nickname = words.randomElement(using: &generator) }
      friend.tags = number % 40 == 0 ? ["rare\(number)"] : ["often", words.randomElement(using: &generator)!]
      return friend
    }
    try await store.write { for friend in friends { try $0.insert(friend) } }
    var typed = ["rare", "rare1", "z rare", "rare often", "often", "o a", "nobody a", "49", "51234", "田"]
    for _ in 0..<12 {
      let some = words.shuffled(using: &generator).prefix(Int.random(in: 1...3, using: &generator))
      typed.append(
        some.map { $0.prefix(Int.random(in: 1...$0.count, using: &generator)) }.joined(separator: " "))
    }
    for query in [Query<Friend>(), Query().where(\.age < 30), Query().sorted(by: Order.last.reversed)] {
      let all = try store.fetch(query)
      let base = RowList(all.map(\.row))
      let texts = all.map { Friend.table.search(for: $0).utf8 }
      for text in typed {
        let plan = query.search(text).plan
        let expected = zip(all, texts).filter { _, text in plan.words.allSatisfy { text.contains((" " + $0[0]).utf8) } }
          .map(\.0.row)
        for base in [base, nil] {
          for limit in [nil, 1, 20, 64, 2_000] {
            switch try Finder(plan: plan, database: store.reader).find(limit: limit, base: base) {
            case .all(let rows): #expect(rows[0..<rows.count] == expected, "\(text)")
            case .first(let page): #expect(page == Array(expected.prefix(limit ?? 0)), "\(text)")
            }
          }
        }
      }
    }
  }

  /// The people of one name are gathered from their place in the order, with the few that are elsewhere.
  @Test(arguments: [0, 3, 200, 2_000])
  func `matches at the end of the order are all found`(others: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(others))
    let store = try folder.openStore()
    let names = (0..<1_500).map { "Adam \(10_000 + $0)" } + (0..<1_500).map { "Zoë \(10_000 + $0)" }
    var friends = names.map { Friend($0, "Smith") }
    for index in friends.indices.shuffled(using: &generator).prefix(others) { friends[index].nickname = "zoe" }
    friends.shuffle(using: &generator)
    try await store.write { [friends] in for friend in friends { try $0.insert(friend) } }
    for order in [Order.first, .first.reversed, .last, .last.reversed] {
      let query = Query<Friend>().sorted(by: order)
      let expected = try store.fetch(query).filter { $0.first.hasPrefix("Zoë") || $0.nickname != nil }.map(\.row)
      for limit in [nil, 1, 64, 2_000] {
        switch try Finder(plan: query.search("zoe").plan, database: store.reader, patience: 600).find(
          limit: limit, base: nil)
        {
        case .all(let rows): #expect(rows[0..<rows.count] == expected)
        case .first(let page): #expect(page == Array(expected.prefix(limit ?? 0)))
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func `matches of one key are gathered with those near them`(isReversed: Bool) async throws {
    let store = try folder.openStore()
    var friends = (0..<1_500).map { Friend("\(isReversed ? "Zoë" : "Aaron") \(10_000 + $0)", "Jones") }
    friends += (0..<900).map { _ in Friend(isReversed ? "Adam" : "Xaver", "Smith") }
    friends += (0..<100).map { Friend("Beth \(100 + $0)", "Smith") }
    var generator = SeededGenerator(seed: 1)
    friends.shuffle(using: &generator)
    try await store.write { [friends] in for friend in friends { try $0.insert(friend) } }
    let query = Query<Friend>().sorted(by: isReversed ? Order.first.reversed : Order.first)
    let expected = try store.fetch(query).filter { $0.last == "Smith" }.map(\.row)
    #expect(expected.count == 1_000)
    switch try Finder(plan: query.search("smith").plan, database: store.reader, patience: 600).find(
      limit: nil, base: nil)
    {
    case .all(let rows): #expect(rows[0..<rows.count] == expected)
    case .first: Issue.record("all matches were requested")
    }
  }

  @Test(arguments: [
    [Int64.max], [1 << 60], [1 << 40, 1 << 60, 1 << 61], [.min, .max], [-5], [],
  ])
  func `rows with extreme numbers do not hide the others`(others: [Int64]) async throws {
    let store = try await store(600)
    let shell = try Shell(folder.book)
    for row in others { try shell.run("INSERT INTO friend(row, first) VALUES (\(row), 'Far')") }
    try await store.write { _ in }
    #expect(try store.fetch(Query<Friend>().search("f")).map(\.row).sorted() == (others + Array(1...600)).sorted())
    #expect(try store.fetch(Query<Friend>().search("f1000")).count == 10)
  }

  @Test func `the last possible row number can be deleted`() async throws {
    let store = try folder.openStore()
    try await store.write { transaction in
      for row in [Int64.max - 1, .max, .min, 5] {
        var friend = Friend("F\(row)")
        friend.row = row
        try transaction.insert(friend)
      }
    }
    try await store.write { transaction in
      for friend in try transaction.fetch(Query<Friend>()) where friend.row != 5 { try transaction.delete(friend) }
    }
    #expect(try store.fetch(Query<Friend>()).map(\.row) == [5])
    try await store.undo()
    #expect(try store.count(Friend.self) == 4)
    try await store.undo()
    #expect(try store.count(Friend.self) == 0)
    #expect(try await store.check() == [])
  }
}
