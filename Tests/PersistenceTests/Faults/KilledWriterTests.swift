import Algorithms
import Dispatch
import Glibc
import Persistence
import Testing

/// Three processes write at once while a reader observes.
///
/// Each is killed at a random moment and replaced.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct KilledWriterTests {
  let folder = Folder()

  /// A killed writer and its last confirmed write.
  ///
  /// The next write may exist too: it was not confirmed yet.
  private struct Victim: Sendable {
    var name: String
    var confirmed: Int

    /// The pairs in the book after `count` writes, by number, with the age of each.
    static func pairs(after count: Int) -> [Int: Int] {
      count == 0 ? [:] : count == 1 ? [1: 1] : [count - 1: count, count: count]
    }
  }

  private nonisolated static func kill(_ count: Int, in book: String, seed: UInt64) throws -> [Victim] {
    var generator = SeededGenerator(seed: seed)
    var started = 0
    func start() throws -> WriterProcess {
      started += 1
      return try WriterProcess(book, name: "writer\(started)")
    }
    var running = try (0..<3).map { _ in try start() }
    var victims: [Victim] = []
    while !running.isEmpty {
      let victim = running.remove(at: Int.random(in: running.indices, using: &generator))
      // Some are killed while they open the book, most of them in or between two writes.
      let lines = Int.random(in: 0...4, using: &generator)
      try #require(victim.waitForConfirmed(lines), "\(victim.name) has ended by itself")
      var moment = timeval(tv_sec: 0, tv_usec: Int.random(in: 0...(lines == 0 ? 60_000 : 8_000), using: &generator))
      select(0, nil, nil, nil, &moment)
      try #require(victim.kill() == SIGKILL, "\(victim.name) has ended by itself")
      victims.append(Victim(name: victim.name, confirmed: victim.confirmed))
      if started < count { running.append(try start()) }
    }
    return victims
  }

  @Test func `a killed writer loses no confirmed write`() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    let store = try folder.openStore()
    let watcher = Watcher(store.objects(Friend.self))
    let book = folder.book
    let victims = try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "killing").async {
        continuation.resume(with: Result { try Self.kill(200, in: book, seed: seed) })
      }
    }
    #expect(victims.count == 200)
    let last = try await store.write { try $0.insert(Friend("the last")) }
    await watcher.wait { $0.replayed.contains(last.row) }

    // The updates that the reader received lead to the book's content.
    let allFriends = try store.fetch(Query<Friend>())
    #expect(watcher.replayed == allFriends.map(\.row))
    #expect(watcher.initials == 1 && watcher.failures.isEmpty)
    #expect(try await store.check() == [])
    try Shell(folder.book).check()

    let byName = Dictionary(grouping: allFriends) { $0.first }
    for victim in victims {
      let own = byName[victim.name] ?? []
      let sides = ["left", "right"].map { side in own.filter { $0.last == side } }
      let pairs = sides.map { Dictionary(uniqueKeysWithValues: $0.map { (Int($0.tags[0]) ?? 0, $0.age) }) }
      let written = [victim.confirmed, victim.confirmed + 1].first { pairs[0] == Victim.pairs(after: $0) }
      #expect(written != nil && pairs[0] == pairs[1], "\(victim) with seed \(seed) has \(pairs)")
      for friend in own where friend.last != "crowd" {
        #expect(friend.tags.count == (Int(friend.tags[0]) == written ? 2 : 3))
      }
      #expect(own.count { $0.last == "crowd" } == (written ?? 0) / 8 * 120, "\(victim) with seed \(seed)")
    }
    // The log has each confirmed transaction once, whole, and none of the unfinished ones.
    let commits = try store.log(of: Friend.self, limit: 100_000)
    let written = Dictionary(grouping: commits) { $0.author ?? "nobody" }
    for victim in victims {
      #expect([victim.confirmed, victim.confirmed + 1].contains(written[victim.name]?.count ?? 0), "\(victim)")
    }
  }
}
