import Dispatch
import Reactive
import Testing

@testable import Persistence

@MainActor
@Suite(.timeLimit(.minutes(5))) struct UnobservedChangesTests {
  let folder = Folder()

  /// A thousand commits of another program: insertions, updates, deletions.
  private func writeThousand() throws {
    let shell = try Shell(folder.book)
    // These writes need not wait for the disk.
    try shell.run("PRAGMA synchronous = OFF")
    for number in 0..<1_000 {
      switch number % 5 {
      case 0...2: try shell.run("INSERT INTO friend(first, age) VALUES ('F\(number * 7919 % 1_000)', \(number))")
      case 3: try shell.run("UPDATE friend SET first = 'G\(number)' WHERE row = (SELECT max(row) FROM friend)")
      default: try shell.run("DELETE FROM friend WHERE row = (SELECT min(row) FROM friend)")
      }
    }
  }

  @Test func `changes without subscribers are one event`() async throws {
    let store = try folder.openStore()
    try await store.write { for number in 0..<10 { try $0.insert(Friend("Early \(number)")) } }
    let friends = store.objects(Friend.self)
    friends.changesetPublisher.sink { _ in }.cancel()
    try writeThousand()
    let other = store.objects(Friend.self)
    let watcher = Watcher(other)
    let allFriends = try store.fetch(Query<Friend>())
    #expect(watcher.initials == 1 && watcher.changesets.isEmpty)
    #expect(watcher.last?.count == allFriends.count && allFriends.count == 410)
    #expect(try store.count(Friend.self) == 410)
  }

  @Test func `changes that piled up for a list are one update`() async throws {
    let store = try folder.openStore()
    try await store.write { for number in 0..<10 { try $0.insert(Friend("Early \(number)")) } }
    let watcher = Watcher(store.objects(Friend.self))
    // The list has loaded its order and observes the file.
    try await store.write { try $0.insert(Friend("One more")) }
    await watcher.wait { $0.replayed.count == 11 }
    let asleep = DispatchSemaphore(value: 0)
    store.engine.perform { _ in asleep.wait() }
    try writeThousand()
    asleep.signal()
    await watcher.wait { $0.replayed.count == 411 }
    #expect(watcher.changesets.count == 2)
    #expect(watcher.replayed == (try store.fetch(Query<Friend>()).map(\.row)))
    #expect(watcher.initials == 1)
  }
}
