import Persistence
import Testing

/// The locale of a book's orders, which can be changed at any time.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct StoreLocaleTests {
  let folder = Folder()
  /// In Swedish, Å and Ö are letters after Z; in the standard order, they are an A and an O.
  private nonisolated static let names = ["Adam", "Åsa", "Örjan", "Olof", "Zoe"]
  private let standard = ["Adam", "Åsa", "Olof", "Örjan", "Zoe"]
  private let swedish = ["Adam", "Olof", "Zoe", "Åsa", "Örjan"]

  private func openStore(_ author: String) async throws -> Store {
    let store = try folder.openStore(author: author)
    try await store.setLocale("")
    return store
  }

  @Test func `lists of all programs get the order of another locale`() async throws {
    let store = try await openStore("me")
    try await store.write { for name in Self.names { try $0.insert(Friend(name)) } }
    let other = try folder.openStore(author: "other")
    let watchers = [Watcher(store.objects(Friend.self)), Watcher(other.objects(Friend.self))]
    for watcher in watchers { await watcher.wait { $0.last?.map(\.first) == standard } }
    try await store.setLocale("sv")
    for watcher in watchers { await watcher.wait { $0.last?.map(\.first) == swedish } }
    #expect(try store.locale() == "sv" && other.locale() == "sv")
    // The other program has a collator already, and now needs another one.
    try await other.write { try $0.insert(Friend("Ärla")) }
    for watcher in watchers {
      await watcher.wait { $0.last?.map(\.first) == ["Adam", "Olof", "Zoe", "Åsa", "Ärla", "Örjan"] }
    }
    try Shell(folder.book).check()
  }

  @Test func `a list that is opened at the same time has the new order`() async throws {
    let store = try await openStore("me")
    try await store.write { for name in Self.names { try $0.insert(Friend(name)) } }
    for round in 0..<40 {
      let isSwedish = round.isMultiple(of: 2)
      // Its queue is not open yet when the list is read.
      let other = try folder.openStore(author: "other")
      let watcher = Watcher(other.objects(Friend.self))
      try await store.setLocale(isSwedish ? "sv" : "")
      await watcher.wait { [swedish, standard] in $0.last?.map(\.first) == (isSwedish ? swedish : standard) }
    }
  }

  @Test func `a record that was deleted before returns in the new order`() async throws {
    let store = try await openStore("me")
    try await store.write { transaction in
      try transaction.insertAll(Self.names.map { Friend($0) } + (0..<300).map { Friend("Öst \(1_000 + $0)") })
    }
    let rows = try store.fetch(Query<Friend>()).map(\.row)
    try await store.write { try $0.delete(Friend.self, rows: rows) }
    try await store.setLocale("sv")
    try await store.undo()
    let names = try store.fetch(Query<Friend>()).map(\.first)
    #expect(names.prefix(5) == swedish.prefix(5) && names.count == 305)
    try Shell(folder.book).check()
  }

  @Test func `a cancelled change leaves the order as it was`() async throws {
    let store = try await openStore("me")
    try await store.write { for name in Self.names { try $0.insert(Friend(name)) } }
    await #expect(throws: CancellationError.self) {
      try await store.setLocale("sv", monitor: WriteMonitor(isCancelled: { true }))
    }
    #expect(try store.locale().isEmpty && store.fetch(Query<Friend>()).map(\.first) == standard)
    try await store.write { try $0.insert(Friend("Ärla")) }
    #expect(try store.fetch(Query<Friend>()).map(\.first) == ["Adam", "Ärla", "Åsa", "Olof", "Örjan", "Zoe"])
  }

  @Test func `it is neither logged nor undone`() async throws {
    let store = try await openStore("me")
    try await store.write { try $0.insert(Friend("Ada")) }
    try await store.setLocale("sv")
    #expect(try store.log(of: Friend.self, limit: 9).map(\.changes.count) == [1])
    try await store.undo()
    #expect(try store.locale() == "sv" && store.count(Friend.self) == 0)
  }
}
