import Algorithms
import Persistence
import TestSupport
import Testing

@testable import Replication

/// What relays deliver of more entries than one reading has room for.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct RelayReadingTests {
  private let folder = TemporaryFolder()
  private let keys = BookKeys()

  /// Appends 6 MB of each of two machines, and expects that each reading has the next entry of both.
  private func expectEntriesOfAll(_ relay: some Relay) async throws {
    try await relay.create()
    let machines = [MachineKeys(), MachineKeys()]
    for machine in machines {
      let entries = (1...6 as ClosedRange<Int64>).map { number in
        let content = Entry.Content.unknown(kind: 99, [UInt8](repeating: 7, count: 1 << 20))
        let id = EntryID(machine: machine.machine, number: number)
        return SealedEntry(Entry(id: id, seen: VersionVector(), content: content), keys, machine)
      }
      for entry in entries { try await relay.append([entry]) }
    }
    var seen = VersionVector()
    while true {
      let entries = try await relay.entries(after: seen)
      if entries.isEmpty { break }
      for machine in machines where seen[machine.machine] < 6 {
        #expect(entries.contains { $0.id == EntryID(machine: machine.machine, number: seen[machine.machine] + 1) })
      }
      let before = seen
      for entry in entries { seen[entry.id.machine] = max(seen[entry.id.machine], entry.id.number) }
      try #require(seen != before)
    }
    #expect(machines.allSatisfy { seen[$0.machine] == 6 })
  }

  @Test func `a folder delivers entries of all machines`() async throws {
    try await expectEntriesOfAll(FolderRelay(folder: folder.path, book: keys.book))
  }

  @Test func `a server of actors delivers entries of all machines`() async throws {
    let address = "http+unix://\("\(folder.path)/s".percentEncoded { $0 != UInt8(ascii: "/") })"
    let server = try await RelayServer(address, storage: "\(folder.path)/a.db")
    try await expectEntriesOfAll(ActorRelay(endpoint: address, book: keys.book))
    await server.stop()
  }

  @Test(.enabled(if: PostgresServer.isInstalled, "the package postgresql is not installed"))
  func `a database delivers entries of all machines`() async throws {
    let address = try #require(PostgresServer.shared?.makeDatabase("reading"))
    try await expectEntriesOfAll(PostgresRelay(address: address, book: keys.book))
  }

  @Test func `many entries that depend on those of another machine are merged`() async throws {
    let relay = FolderRelay(folder: folder.path, book: keys.book)
    let ada = try await Machine.sharing("ada", relay)
    let machines = [ada, try await .joining("bob", ada), try await .joining("carol", ada)]
    try await settle(machines)
    // The machine whose identifier is the first writes many entries after it has merged one of the second.
    let sorted = machines.sorted { $0.book.state.machine < $1.book.state.machine }
    try await sorted[1].add("1", "First")
    try await settle([sorted[1], sorted[0]])
    for number in 2...7 {
      try await sorted[0].add("\(number)", "Friend", note: String(repeating: "x", count: 1 << 20))
      try await sorted[0].synchronize()
    }
    try await sorted[2].synchronize()
    #expect(try sorted[2].contents.count == 7)
  }
}
