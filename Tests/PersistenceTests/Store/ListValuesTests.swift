import Persistence
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct `The values of a list` {
  private let folder = Folder()

  @Test func `are counted over all records, the most frequent first`() async throws {
    let store = try folder.openStore()
    #expect(try store.values(of: \Friend.tags) == [])
    try await store.write { transaction in
      try transaction.insert(Friend("Ada", tags: ["math", "work"]))
      try transaction.insert(Friend("Bea", tags: ["work"]))
      try transaction.insert(Friend("Cleo", tags: ["art"]))
    }
    let values = try store.values(of: \Friend.tags)
    #expect(values.map(\.value) == ["work", "art", "math"])
    #expect(values.map(\.count) == [2, 1, 1])
  }

  @Test func `have places without gaps, whenever they are added`() async throws {
    let store = try folder.openStore()
    let friends = try await store.write { transaction in
      try [Friend("Ada"), Friend("Bea", tags: ["a"])].map { try transaction.insert($0) }
    }
    try await store.write { try $0.update(Friend.self, rows: friends.map(\.row)) { $0.tags += ["x", "y"] } }
    #expect(
      try Shell(folder.book).run("SELECT friend, position, value FROM friend_tag ORDER BY friend, position")
        == [["1", "0", "x"], ["1", "1", "y"], ["2", "0", "a"], ["2", "1", "x"], ["2", "2", "y"]])
  }
}
