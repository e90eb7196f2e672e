import Algorithms
import FoundationEssentials
import Persistence
import Testing

@testable import Replication

/// Programs that end between any two steps, on either side.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct InterruptedProgramTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `books are equal after any interruptions`(seed: UInt64) async throws {
    let relay = MemoryRelay()
    var random = SeededGenerator(seed: seed)
    let ada = try await Machine.sharing("ada", relay)
    var machines = [ada]
    for name in ["bob", "carol"] { machines.append(try await Machine.joining(name, ada)) }
    for machine in machines { machine.synchronizer.snapshotInterval = 15 }
    // Each call of the relay may be the last thing that a program does.
    let failing = Set((0..<800).filter { _ in Int.random(in: 0..<5, using: &random) == 0 })
    let unanswered = Set((0..<800).filter { _ in Int.random(in: 0..<5, using: &random) == 0 })
    await relay.set(
      fails: { failing.contains($0) ? .unreachable("interrupted before") : nil },
      losesAnswer: { unanswered.contains($0) ? .unreachable("interrupted after") : nil })
    var interruptions = 0
    // 200 interruptions with all seeds together.
    for step in 0... {
      if interruptions == 10 { break }
      let machine = machines[Int.random(in: 0..<3, using: &random)]
      let id = "\(Int.random(in: 0..<8, using: &random))"
      switch Int.random(in: 0..<6, using: &random) {
      case 0: try await machine.delete(id)
      case 1, 2: try await machine.edit(id) { $0.note = "\(step)" }
      case 3: if try machine.friend(id) == nil { try await machine.add(id, "Friend \(step)") }
      default:
        do {
          try await machine.synchronize()
        } catch is RelayError {
          interruptions += 1
          try await machine.restart()
          machine.synchronizer.snapshotInterval = 15
        }
      }
    }
    await relay.set(fails: { _ in nil })
    try await expectHealthy(machines)
  }

  @Test func `a removal that is not committed changes no key`() async throws {
    let relay = MemoryRelay()
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    try await settle([ada, bob])
    // The program ends between the key and the transaction.
    var secrets = try SharingSecrets.load(book: ada.path)
    let own = secrets.machine
    secrets.keys.apply(
      secrets.keys.rotation(removing: bob.book.state.machine, remaining: [own.publicKey]), own)
    try secrets.save(book: ada.path)
    try await ada.restart()
    try await ada.add("1", "Ada’s")
    try await settle([ada, bob])
    #expect(try bob.contents.map(\.first) == ["Ada’s"])
    try await ada.book.remove(member: "bob")
    try await ada.synchronize()
    let dora = try await Machine.joining("dora", ada)
    try await expectHealthy([ada, dora], having: ["Ada’s"])
  }

  @Test func `a new identity that is not committed is taken again`() async throws {
    let relay = MemoryRelay()
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    await ada.store.close()
    let backup = try Data(contentsOf: URL(filePath: ada.path))
    try await ada.restart()
    try await ada.add("1", "After the backup")
    try await settle([ada, bob])
    await ada.store.close()
    try backup.write(to: URL(filePath: ada.path))
    try await ada.restart()
    try await ada.add("2", "After the restoration")
    _ = try await ada.book.exchange([])
    await ada.store.close()
    let before = try Data(contentsOf: URL(filePath: ada.path))
    try await ada.restart()
    // The keys of the new identity are saved, and the transaction is lost.
    let machine = ada.book.state.machine
    await relay.set(fails: { $0 > 3 ? .unreachable("gone") : nil })
    await #expect(throws: RelayError.self) { try await ada.synchronize() }
    #expect(ada.book.state.machine != machine)
    await ada.store.close()
    try before.write(to: URL(filePath: ada.path))
    await relay.set(fails: { _ in nil })
    try await ada.restart()
    try await expectHealthy([ada, bob], having: ["After the backup", "After the restoration"])
  }

  @Test func `a machine that was away starts from a snapshot and keeps its changes`() async throws {
    let relay = MemoryRelay()
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    let away = try await Machine.joining("away", ada)
    try await settle([ada, bob, away])
    try await away.add("9", "Away")
    for number in 0..<5 {
      try await ada.add("\(number)", "Friend \(number)")
      try await settle([ada, bob])
    }
    try await ada.delete("0")
    ada.synchronizer.snapshotInterval = 1
    try await ada.synchronize()
    // The relay no longer has the entries that the machine lacks.
    await relay.set(delivers: { [machine = ada.book.state.machine] in
      $0.filter { $0.id.machine != machine || $0.id.number > 6 }
    })
    try await settle([away, ada, bob, away])
    #expect(try away.contents == ada.contents)
    #expect(try bob.contents == ada.contents)
    #expect(try ada.contents.map(\.first).contains("Away"))
    #expect(try ada.friend("0") == nil)
  }

  @Test func `a full disk while merging loses nothing`() async throws {
    let relay = MemoryRelay()
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    try await ada.store.write { for number in 0..<800 { try $0.insert(Friend("Friend \(number)")) } }
    try await ada.synchronize()
    try await bob.store.write { try $0.run("PRAGMA max_page_count = 40") }
    await #expect(throws: StoreError.diskFull(path: bob.store.path)) { try await bob.synchronize() }
    #expect(try bob.contents.isEmpty)
    try await bob.restart()
    try await expectHealthy([bob, ada], having: (0..<800).map { "Friend \($0)" })
  }

  @Test func `entries that all members have are deleted from the relay`() async throws {
    let relay = MemoryRelay()
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    for number in 0..<10 {
      try await ada.add("\(number)", "Friend \(number)")
      try await settle([ada, bob])
    }
    try await bob.synchronizer.acknowledge()
    try await expectPruning(by: ada, of: relay)
    let carol = try await Machine.joining("carol", ada)
    #expect(try carol.contents == ada.contents)
  }
}
