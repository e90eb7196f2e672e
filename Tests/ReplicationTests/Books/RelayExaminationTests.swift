import FoundationEssentials
import Persistence
import TestSupport
import Testing

@testable import Replication

@MainActor
@Suite(.timeLimit(.minutes(5))) struct RelayExaminationTests {
  private let relay = MemoryRelay()

  private func findings(_ machine: Machine) async throws -> [String] {
    let relay = machine.relay
    let state = machine.book.state
    let examination = try await RelayExamination(machine.store, Friend.self, makeRelay: { _ in relay })
    var findings: [String] = []
    await examination.run { findings.append("\($0.isGood ? "ok" : "!!") \($0.topic): \($0.text)") }
    // Neither the book nor the relay is changed.
    #expect(try await machine.store.write { try SharingTables(transaction: $0).state() } == state)
    return findings
  }

  private let reachable = "ok relay: /relay can be reached"
  private let readable = "ok key: the newest entries of all machines can be read"
  private let noneRefused = "ok entries: none is refused"
  private let joinable = "ok snapshot: others can join"

  @Test func `a relay with the same entries is healthy`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    try await settle([ada, bob])
    let same = "ok position: this machine and the relay have the same entries"
    #expect(try await findings(ada) == [reachable, readable, same, noneRefused, joinable])
    #expect(try await findings(bob) == [reachable, readable, same, noneRefused, joinable])
  }

  @Test func `a relay that takes nothing is not healthy`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    await relay.set(capacity: 0)
    let findings = try await findings(ada)
    #expect(findings.count == 1 && findings.first?.hasPrefix("!! relay") == true, "\(findings)")
  }

  @Test func `entries that wait in either direction are counted`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    try await settle([ada, bob])
    try await bob.add("1", "Bob")
    try await bob.synchronize()
    try await ada.add("2", "Ada")
    _ = try await ada.book.exchange([])
    let position = "ok position: entries to receive: 1, to send: 1; they are exchanged while the book is open"
    #expect(try await findings(ada) == [reachable, readable, position, noneRefused, joinable])
  }

  @Test func `a damaged file is named on each machine, also on that which wrote it`() async throws {
    let folder = TemporaryFolder()
    let relay = FolderRelay(folder: folder.path, book: Sodium.random(16))
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    try await bob.add("1", "Bob")
    try await settle([bob, ada, bob])
    let (machine, number) = (bob.book.state.machine, bob.book.state.seen[bob.book.state.machine])
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let file = try #require(
      files.first { $0.contains("\(machine)/entries-") && $0.hasSuffix("-\(number)") }, "\(files)")
    try Data([1, 2, 3]).write(to: URL(filePath: "\(folder.path)/\(file)"))
    for reader in [ada, bob] {
      let findings = try await findings(reader)
      #expect(findings.contains("!! snapshot: a machine that joins now lacks what cannot be read of the relay"))
      #expect(findings.last?.hasPrefix("!! files: ") == true && findings.last?.contains(file) == true, "\(findings)")
    }
  }

  @Test func `entries without their predecessors are named`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    try await settle([ada, bob])
    let next = ada.book.state.seen[bob.book.state.machine] + 1
    for number in 0..<3 {
      try await bob.add("\(number)", "Friend")
      try await bob.synchronize()
    }
    await relay.set(delivers: { [machine = bob.book.state.machine] entries in
      entries.filter { $0.id != EntryID(machine: machine, number: next) }
    })
    try await ada.synchronize()
    #expect(try ada.contents == [])
    let position = try await findings(ada)[2]
    #expect(position.hasPrefix("!! position: entries that wait for earlier ones of “bob”"), "\(position)")
    await relay.set(delivers: { $0 })
    try await expectHealthy([ada, bob], having: ["Friend"])
  }

  @Test func `a relay that is gone is named once`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    await relay.set(fails: { _ in .unreachable("gone") })
    #expect(try await findings(ada) == ["!! relay: The relay cannot be reached (gone)."])
  }

  @Test(arguments: Alteration.allCases) func `an altered entry is refused`(alteration: Alteration) async throws {
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    try await settle([ada, bob])
    try await bob.add("1", "Bob")
    try await bob.synchronize()
    let id = EntryID(machine: bob.book.state.machine, number: bob.book.state.seen[bob.book.state.machine])
    let entry = try #require(await relay.stored[id])
    var bytes = entry.bytes
    switch alteration {
    case .signature: bytes[bytes.count - 1] ^= 1
    // The mark, the kind, the book, the machine and a small number are before it.
    case .epoch: bytes[4 + 1 + 16 + MachineID.size + 1] = 0x7E
    }
    await relay.replace(id, with: bytes)
    #expect(await (relay.stored[id]?.epoch == entry.epoch) == (alteration == .signature))
    let all = try await findings(ada)
    #expect(all.prefix(2) == [reachable, readable])
    #expect(all.contains("!! entries: refused: 1. \(SealError.altered(id))"))
  }

  /// What of an entry is altered.
  enum Alteration: CaseIterable {
    /// The key still opens the entry.
    case signature
    /// The number of the key.
    case epoch
  }

  @Test func `a removed machine lacks the key`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    try await settle([ada, bob])
    try await ada.book.remove(member: "bob")
    try await ada.add("1", "Ada")
    try await ada.synchronize()
    #expect(try await findings(bob).contains("!! key: \(SealError.unknownKey(epoch: 2))"))
  }

  @Test func `a machine that knows of its removal has no other finding`() async throws {
    let ada = try await Machine.sharing("ada", relay)
    let bob = try await Machine.joining("bob", ada)
    try await settle([ada, bob])
    try await ada.book.remove(member: "bob")
    try await ada.synchronize()
    await #expect(throws: SharingError.removed) { try await bob.synchronize() }
    #expect(try await findings(bob) == ["!! key: \(SharingError.removed)"])
  }
}
