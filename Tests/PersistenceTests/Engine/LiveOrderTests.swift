import Testing

@testable import Persistence

@MainActor
@Suite(.timeLimit(.minutes(5))) struct LiveOrderTests {
  let folder = Folder()

  /// The order of a query, loaded completely.
  private func order(_ query: Query<Friend>) throws -> LiveOrder {
    let database = try Database.book(BookFile(folder.book), friends, access: .readWrite)
    let order = LiveOrder(query.plan, in: database, seq: try LogPosition.last(in: database))
    while try !order.findSlice(limit: 1_000) {}
    return order
  }

  private func store() async throws -> Store {
    let store = try folder.openStore()
    try await store.write { transaction in
      for number in 0..<2_000 { try transaction.insert(Friend("F\(10_000 + number)", age: number % 2)) }
    }
    return store
  }

  private func follow(_ order: LiveOrder, _ query: Query<Friend>, _ store: Store) throws {
    _ = try order.apply(logTo: try LogPosition.last(in: order.database))
    #expect(order.rows[0..<order.rows.count] == (try store.fetch(query).map(\.row)))
  }

  @Test func `changes of unlisted rows are found without a scan of the list`() async throws {
    let store = try await store()
    let query = Query<Friend>().where(\.age == 1)
    let order = try order(query)
    try await store.write { transaction in
      for row in Int64(101)...150 {
        guard var friend = try transaction.get(Friend.self, row: row) else { continue }
        friend.nickname = "touched"
        if row > 140 { friend.age = 1 - friend.age }
        if row > 145 { friend.first = "Z" }
        try transaction.update(friend)
      }
    }
    try follow(order, query, store)
    #expect(order.scans == 0)
  }

  @Test func `rows without keys in the log are found in one scan`() async throws {
    let store = try await store()
    let query = Query<Friend>().where(\.age == 1)
    let order = try order(query)
    // Another program's second entry for each of these rows has no keys.
    try Shell(folder.book).run(
      """
      INSERT INTO friend_tag(friend, position, value) SELECT row, 0, 'x' FROM friend WHERE row BETWEEN 301 AND 340;
      UPDATE friend SET first = 'A' || first, age = 1 - age WHERE row BETWEEN 311 AND 340;
      """)
    // This write computes the missing keys.
    try await store.write { try $0.insert(Friend("B", age: 1)) }
    try follow(order, query, store)
    #expect(order.scans == 1)
  }

  @Test func `keys renewed between two slices list each row once`() async throws {
    let store = try folder.openStore()
    try await store.setLocale("")
    try await store.write { transaction in
      // In Swedish, Å is a letter after Z; in the standard order, it is an A.
      for number in 0..<2_000 {
        try transaction.insert(Friend("\(number.isMultiple(of: 2) ? "Å" : "Z")\(10_000 + number)"))
      }
    }
    let query = Query<Friend>()
    let database = try Database.book(BookFile(folder.book), friends, access: .readWrite)
    let order = LiveOrder(query.plan, in: database, seq: try LogPosition.last(in: database))
    #expect(try !order.findSlice(limit: 500))
    try await store.setLocale("sv")
    while try !order.findSlice(limit: 500) {}
    #expect(order.rows.count == 2_000)
    #expect(order.rows[0..<order.rows.count] == (try store.fetch(query).map(\.row)))
  }

  @Test func `a row deleted between two slices is not listed`() async throws {
    let store = try folder.openStore()
    try await store.write { for number in 0..<20 { try $0.insert(Friend("F\(10 + number)")) } }
    let query = Query<Friend>().sorted(by: Order.first.reversed)
    let database = try Database.book(BookFile(folder.book), friends, access: .readWrite)
    let order = LiveOrder(query.plan, in: database, seq: try LogPosition.last(in: database))
    #expect(try !order.findSlice(limit: 5))
    let last = order.rows[4]
    try await store.write { try $0.delete(Friend.self, rows: [last]) }
    while try !order.findSlice(limit: 5) {}
    #expect(order.rows[0..<order.rows.count] == (try store.fetch(query).map(\.row)))
  }

  @Test func `new rows without keys are listed by number`() async throws {
    let store = try folder.openStore()
    try await store.write { try $0.insert(Friend("Ada")) }
    await store.close()
    let order = try order(Query<Friend>())
    let shell = try Shell(folder.book)
    for name in ["Cyd", "Bob"] {
      try shell.run("INSERT INTO friend(first) VALUES ('\(name)')")
      _ = try order.apply(logTo: try LogPosition.last(in: order.database))
    }
    #expect(order.rows[0..<order.rows.count] == [2, 3, 1])
  }

  @Test(arguments: [(20_000, true), (20_001, false)])
  func `a changeset has at most 20,000 rows`(count: Int, isChangeset: Bool) throws {
    _ = try folder.openStore()
    let order = try order(Query<Friend>())
    try Shell(folder.book).run(
      """
      WITH RECURSIVE number(row) AS (SELECT 1 UNION ALL SELECT row + 1 FROM number WHERE row < \(count))
      INSERT INTO change(time, entity, row, op) SELECT 0, 'friend', row, 'delete' FROM number
      """)
    let change = try order.apply(logTo: try LogPosition.last(in: order.database))
    #expect((change.relocations != nil) == isChangeset)
  }

  @Test(arguments: [false, true]) func `rows without keys are listed in slices too`(isDescending: Bool) async throws {
    let store = try folder.openStore()
    try await store.write { for number in 0..<20 { try $0.insert(Friend("F\(10 + number)")) } }
    await store.close()
    let shell = try Shell(folder.book)
    // Nothing computes the keys here, as in a book that can only be read.
    try shell.run("INSERT INTO friend(first) VALUES ('X')")
    let query = Query<Friend>().sorted(by: isDescending ? Order.first.reversed : Order.first)
    let database = try Database.book(BookFile(folder.book), friends, access: .readWrite)
    func load(between: String) throws -> [Int64] {
      let order = LiveOrder(query.plan, in: database, seq: try LogPosition.last(in: database))
      _ = try order.findSlice(limit: 5)
      try shell.run(between)
      while try !order.findSlice(limit: 5) {}
      return order.rows[0..<order.rows.count]
    }
    let direction = isDescending ? "DESC" : "ASC"
    func rows() throws -> [Int64] {
      try shell.run("SELECT row FROM friend ORDER BY sort_first \(direction), row \(direction)").compactMap {
        $0[0].flatMap { Int64($0) }
      }
    }
    #expect(try load(between: "") == rows())
    try shell.run("DELETE FROM friend WHERE first = 'X'")
    #expect(try load(between: "INSERT INTO friend(first) VALUES ('Y')") == rows())
  }
}
