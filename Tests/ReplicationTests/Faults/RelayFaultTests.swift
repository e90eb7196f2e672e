import Persistence
import TestSupport
import Testing

@testable import Replication

/// A relay that is full, slow, or in front of many entries.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct RelayFaultTests {
  private let relay = MemoryRelay()

  private func two() async throws -> (Machine, Machine) {
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    try await settle([ada, bob])
    return (ada, bob)
  }

  @Test func `a full relay delays changes, and loses none`() async throws {
    let (ada, bob) = try await two()
    let count = await relay.stored.count
    await relay.set(capacity: count + 2)
    for number in 0..<5 {
      try await ada.add("\(number)", "Friend \(number)")
      _ = try await ada.book.exchange([])
    }
    for machine in [ada, bob] {
      try await machine.add("of \(machine.name)", machine.name)
      await #expect(throws: RelayError.full("memory")) { try await machine.synchronize() }
    }
    try await ada.restart()
    await #expect(throws: RelayError.full("memory")) { try await ada.synchronize() }
    // What had room has arrived.
    #expect(try bob.contents.map(\.first) == ["Friend 0", "Friend 1", "bob"])
    await relay.set(capacity: .max)
    try await expectHealthy([ada, bob], having: (0..<5).map { "Friend \($0)" } + ["ada", "bob"])
  }

  @Test func `a machine joins through a full relay, and is known once there is room`() async throws {
    let (ada, bob) = try await two()
    try await ada.add("1", "Ada")
    try await settle([ada, bob])
    await relay.set(capacity: await relay.stored.count)
    let carol = try await Machine.joining("carol", ada)
    #expect(try carol.contents.map(\.first) == ["Ada"])
    try await carol.add("2", "Carol")
    try await settle([ada, bob])
    #expect(ada.book.members.map(\.name) == ["ada", "bob"])
    await relay.set(capacity: .max)
    try await expectHealthy([carol, ada, bob], having: ["Ada", "Carol"])
    #expect(ada.book.members.map(\.name) == ["ada", "bob", "carol"])
  }

  @Test func `a machine that has joined stays a member if the relay takes nothing`() async throws {
    let (ada, bob) = try await two()
    try await ada.add("1", "Ada")
    try await settle([ada, bob])
    await relay.set(fails: { $0 > 3 ? .refused("relay") : nil })
    let carol = try await Machine.joining("carol", ada)
    await relay.set(fails: { _ in nil })
    try await expectHealthy([carol, ada, bob])
    #expect(ada.book.members.map(\.name) == ["ada", "bob", "carol"])
  }

  @Test func `a slow relay does not keep programs from writing`() async throws {
    let (ada, bob) = try await two()
    try await ada.add("1", "Before")
    await relay.hold()
    let exchange = Task { try await ada.synchronize() }
    await yield { await relay.waitingCount > 0 }
    try await ada.add("2", "Meanwhile")
    try await ada.edit("1") { $0.age = 5 }
    #expect(try ada.contents.map(\.first) == ["Before", "Meanwhile"])
    await relay.release()
    _ = try await exchange.value
    try await expectHealthy([ada, bob], having: ["Before", "Meanwhile"])
    #expect(try bob.friend("1")?.age == 5)
  }

  @Test func `a machine that is ended while a slow relay answers loses nothing`() async throws {
    let (ada, bob) = try await two()
    try await ada.add("1", "Before")
    await relay.hold()
    let exchange = Task { [synchronizer = ada.synchronizer] in _ = try await synchronizer?.synchronize() }
    await yield { await relay.waitingCount > 0 }
    try await ada.restart()
    try await ada.add("2", "After")
    await relay.release()
    // The former process still sends what it had read.
    _ = try? await exchange.value
    try await expectHealthy([ada, bob], having: ["Before", "After"])
  }

  @Test func `a machine with another key merges nothing, and loses nothing`() async throws {
    let (ada, bob) = try await two()
    let keys = bob.book.secrets.keys
    var secrets = bob.book.secrets
    secrets.keys = BookKeys(book: keys.book, keys: [keys.epoch: Sodium.random(Sodium.keySize)])
    try secrets.save(book: bob.path)
    try await bob.restart()
    try await ada.add("1", "Ada")
    try await ada.synchronize()
    let report = try await bob.synchronize()
    #expect(report.received == 0 && !report.refused.isEmpty)
    #expect(try bob.contents == [])
    secrets.keys = keys
    try secrets.save(book: bob.path)
    try await bob.restart()
    try await bob.add("2", "Bob")
    try await expectHealthy([ada, bob], having: ["Ada", "Bob"])
  }

  @Test func `the snapshot of the machine that invites is preferred to newer ones`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    var machines = [ada]
    for number in 1...5 { machines.append(try await Machine.joining("machine \(number)", ada)) }
    for machine in machines {
      try await machine.add(machine.name, machine.name)
      machine.synchronizer.snapshotInterval = 1
      try await machine.synchronize()
    }
    let keys = ada.book.secrets.keys
    for machine in machines {
      let id = machine.book.state.machine
      let snapshot = try await Synchronizer<Friend>.newestSnapshot(relay, keys, inviter: id)
      #expect(snapshot?.id.machine == id)
    }
    let newest = try await Synchronizer<Friend>.newestSnapshot(relay, keys)
    #expect(newest?.id.machine == machines.last?.book.state.machine)
  }

  @Test func `a book does not open with the key of another`() async throws {
    let (ada, _) = try await two()
    let link = JoinLink(
      relay: "/relay", keys: BookKeys(book: ada.book.secrets.keys.book, keys: [1: Sodium.random(Sodium.keySize)]),
      inviter: ada.book.state.machine)
    let store = try Store.open(at: ada.folder.path + "/other.db", Friend.format, author: "eve")
    let relay = relay
    await #expect(throws: SharingError.noSnapshot) {
      _ = try await Synchronizer.join(store, Friend.self, link, name: "eve", makeRelay: { _ in relay })
    }
    #expect(!SharedBook<Friend>.isShared(store))
  }

  @Test func `twenty thousand waiting entries are merged`() async throws {
    let (ada, bob) = try await two()
    // A machine that reads for years, and changes something at the beginning and, often, at the end.
    let carol = try await Machine.joining("carol", ada)
    try await settle([ada, bob, carol])
    try await carol.add("1", "First")
    _ = try await carol.book.exchange([])
    try await carol.book.perform { session in
      for _ in 0..<20_000 { try session.append(.acknowledgement(time: 1)) }
    }
    for number in 2...300 {
      try await carol.add("\(number)", "Friend \(number)")
      _ = try await carol.book.exchange([])
    }
    try await carol.edit("2") { $0.first = "Last" }
    try await carol.synchronize()
    #expect(await relay.stored.count > 20_000)
    let report = try await bob.synchronize()
    #expect(report.received > 20_300)
    #expect(try bob.contents.count == 300)
    try await expectHealthy([bob, carol], having: ["First", "Last"])
  }
}
