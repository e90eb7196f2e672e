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
}
