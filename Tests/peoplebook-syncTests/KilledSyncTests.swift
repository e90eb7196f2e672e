import Algorithms
import Dispatch
import Glibc
import PeoplebookCore
import Persistence
import Replication
import TestSupport
import Testing

/// The processes that keep two books in step are killed at random moments and replaced.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct KilledSyncTests {
  private let relay = TemporaryFolder()
  private let homes = [Home("ada"), Home("ben")]

  /// Lets a random moment pass before a kill.
  ///
  /// The moment is what the test varies: no expectation depends on what the processes have done by then.
  private func pass(microseconds: Int) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(microseconds)) { continuation.resume() }
    }
  }

  /// The people without their rows, which are each book's own.
  private func people(_ store: Store) throws -> [Person] {
    try store.fetch(Query<Person>()).sorted { $0.id < $1.id }.map { person in
      var person = person
      person.row = 0
      return person
    }
  }

  @Test func `books are equal after their processes were killed 200 times`() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    try homes[1].join(try homes[0].share(relay.path))
    let stores = try homes.map { try Book.open(at: $0.book) }
    var running = try homes.map { try $0.start() }
    defer { for process in running { end(process) } }
    var ids: [String] = []
    var own: [Set<String>] = [[], []]
    for number in 0..<200 {
      let writer = Int.random(in: 0..<2, using: &random)
      let store = stores[writer]
      let known = ids.randomElement(using: &random)
      let id = try await store.write { transaction in
        var person = Person()
        person.firstName = "Person \(number)"
        // Changes one that may have arrived from the other book.
        if let known, var other = try transaction.get(Person.self, id: known) {
          other.note = "\(number)"
          try transaction.update(other)
        }
        return try transaction.insert(person).id
      }
      ids.append(id)
      own[writer].insert(id)
      await pass(microseconds: Int.random(in: 0..<70_000, using: &random))
      let victim = Int.random(in: 0..<2, using: &random)
      end(running[victim])
      running[victim] = try homes[victim].start()
    }
    for process in running { end(process) }
    running = []
    // They were not all killed before they had done anything.
    for (store, own) in zip(stores, own) {
      #expect(try people(store).contains { !own.contains($0.id) }, "seed \(seed)")
    }
    for _ in 0..<3 {
      for store in stores { _ = try await Synchronizer.open(store, Person.self).synchronize() }
    }
    #expect(try people(stores[0]) == people(stores[1]), "seed \(seed)")
    #expect(try Set(ids).subtracting(people(stores[0]).map(\.id)) == [], "seed \(seed)")
    for (home, store) in zip(homes, stores) {
      #expect(try await store.check() == [], "seed \(seed)")
      let checked = try home.run("check")
      #expect(checked.status == 0 && checked.output.contains("have the same entries"), "\(checked.output) seed \(seed)")
      await store.close()
    }
  }
}
