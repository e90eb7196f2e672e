import Testing

@testable import Persistence

@MainActor
@Suite(.timeLimit(.minutes(5))) struct RecordAccessTests {
  private let folder = Folder()

  @Test func `all records are read in order, each with its lists`() async throws {
    let store = try folder.openStore()
    let friends = try await store.write { transaction in
      try (0..<100).map { number in
        var friend = Friend("F\(number * 37 % 100)", "L", age: number, tags: ["a\(number)", "b", "c"])
        friend.mails = [Mail("home", "\(number)@x"), Mail("work", "")]
        return try transaction.insert(friend)
      }
    }
    try await store.write { transaction in
      for friend in friends where friend.age % 3 == 0 { try transaction.delete(friend) }
    }
    let rest = friends.filter { $0.age % 3 != 0 }.sorted { $0.first < $1.first }
    #expect(try store.fetch(Query<Friend>().sorted(by: .first)) == rest)
    #expect(try store.fetch(Query<Friend>().sorted(by: .first), limit: 1_000) == rest)
    #expect(try store.fetch(Query<Friend>().sorted(by: .first.reversed)) == rest.reversed())
    #expect(try store.fetch(Query<Friend>().where(.contains(\.tags, "b")).sorted(by: .first)) == rest)
  }

  @Test func `an id may begin with a letter of two cases`() async throws {
    let store = try folder.openStore()
    var friend = Friend("Ada")
    // The letter ǅ, which is neither lower nor upper case.
    friend.id = "\u{1C5}-1"
    try await store.write { [friend] in try $0.insert(friend) }
    #expect(try store.get(Friend.self, idPrefix: "\u{1C5}").map(\.id) == [friend.id])
  }

  @Test func `only the requested rows are read`() async throws {
    let store = try folder.openStore()
    try await store.write { transaction in
      // Another program may give a record any number.
      for row in [-1, 1] as [Int64] {
        var friend = Friend("F\(row)", tags: ["t\(row)"])
        friend.row = row
        try transaction.insert(friend)
      }
    }
    let access = RecordAccess<Friend>(try Database(path: folder.book, access: .readWrite))
    #expect(try access.records(rows: [1]).map(\.row) == [1])
    #expect(try access.records(rows: [1, -1]).map(\.tags).sorted { $0[0] < $1[0] } == [["t-1"], ["t1"]])
  }
}
