import Testing

@testable import Persistence

/// What a search costs is estimated from what the book says of itself, which any program may have changed.
@MainActor
@Suite struct SearchEstimateTests {
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
  func `a counter that is wrong misleads no search`(change: String) async throws {
    let store = try await store(2_000)
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

  private func sample(_ text: String, in store: Store) throws -> WordSample {
    try WordSample(spreadOver: Query<Friend>().search(text).plan, in: store.reader)
  }

  @Test func `a sample comes from everywhere, at even distances`() async throws {
    let store = try await store(3_000)
    let sample = try sample("f", in: store)
    #expect(sample.seen == 256)
    let rows = sample.found.sorted()
    #expect(Set(rows).count == 256)
    #expect(zip(rows, rows.dropFirst()).allSatisfy { $1 - $0 < 30 })
    #expect(rows[0] < 30 && rows[255] > 2_970)
    #expect(abs(try self.sample("mil", in: store).density(ofWord: 0) - 1 / 7) < 0.07)
  }

  @Test(arguments: [
    [Int64.max], [1 << 60], [1 << 40, 1 << 60, 1 << 61], [.min, .max], [-5], [],
  ])
  func `rows with extraordinary numbers do not hide the others`(others: [Int64]) async throws {
    let store = try await store(600)
    let shell = try Shell(folder.book)
    for row in others { try shell.run("INSERT INTO friend(row, first) VALUES (\(row), 'Far')") }
    try await store.write { _ in }
    let sample = try sample("f", in: store)
    #expect(sample.seen > 120 && sample.seen <= 256)
    #expect(Set(sample.found).count == sample.found.count)
    #expect(sample.found.count >= sample.seen - others.count)
    #expect(try store.fetch(Query<Friend>().search("f1000")).count == 10)
  }

  @Test func `of few records a sample has all, of none nothing`() async throws {
    let store = try await store(100)
    #expect(try sample("f", in: store).found.sorted() == Array(1...100))
    try await store.write { try $0.delete(rows: 1...100) }
    #expect(try sample("f", in: store).seen == 0)
  }

  @Test func `the last row number there is can be deleted`() async throws {
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

extension Transaction {
  fileprivate func delete(rows: ClosedRange<Int64>) throws {
    for row in rows {
      if let friend = try get(Friend.self, row: row) { try delete(friend) }
    }
  }
}
