import Actors
import Algorithms
import FoundationEssentials
import Glibc
import Persistence
import Reactive
import TestSupport
import Testing

@testable import Replication

/// Relays on an embedded host, which is stopped and started.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct ActorRelayTests {
  private let folder = TemporaryFolder()
  private let keys = BookKeys()
  private let machine = MachineKeys()

  private var address: String {
    "http+unix://\("\(folder.path)/s".percentEncoded { $0 != UInt8(ascii: "/") })"
  }

  private func server() async throws -> RelayServer { try await RelayServer(address, storage: "\(folder.path)/a.db") }

  private var relay: ActorRelay { ActorRelay(endpoint: address, book: keys.book) }

  private func entries(_ numbers: ClosedRange<Int64>, size: Int = 0) -> [SealedEntry] {
    numbers.map { number in
      let id = EntryID(machine: machine.machine, number: number)
      let content = Entry.Content.unknown(kind: 99, [UInt8](repeating: 7, count: size))
      return SealedEntry(Entry(id: id, seen: VersionVector(), content: content), keys, machine)
    }
  }

  @Test func `entries are stored, read and removed`() async throws {
    let server = try await server()
    let relay = relay
    let all = entries(1...600)
    #expect(try await relay.heads() == VersionVector())
    #expect(try await relay.entries(after: VersionVector()) == [])
    try await relay.append(Array(all[..<3]))
    try await relay.append(all)
    #expect(try await relay.heads() == VersionVector([machine.machine: 600]))
    #expect(try await relay.entries(after: VersionVector()) == all)
    #expect(try await self.relay.entries(after: VersionVector([machine.machine: 255])) == Array(all[255...]))
    await #expect(throws: RelayError.taken(all[1].id)) { try await relay.append(entries(2...2)) }
    try await relay.removeEntries(of: machine.machine, through: 300)
    #expect(try await relay.entries(after: VersionVector()) == Array(all[300...]))
    await server.stop()
  }

  @Test func `removed entries leave the server, to the last one`() async throws {
    let server = try await server()
    try await relay.append(entries(1...300))
    let parts = ActorParts(endpoint: address, book: Hexadecimal.text(of: keys.book)) { RivetKitClient(config: $0) }
    try await relay.removeEntries(of: machine.machine, through: 1)
    #expect(try await parts.slots(of: "\(machine.machine)-0", from: 0).first?.0 == 2)
    try await relay.removeEntries(of: machine.machine, through: 256)
    #expect(try await parts.slots(of: "\(machine.machine)-0", from: 0).map(\.0) == [])
    #expect(try await parts.slots(of: "\(machine.machine)-1", from: 0).map(\.0) == Array(257...300))
    await server.stop()
  }

  @Test func `small entries are stored together, up to the size of a message`() async throws {
    let sizes = Mailbox<Int>()
    let part = ActorDefinition("bookPart", state: 0) { part in
      part.action("put") { (_, slots: [JSONValue]) -> JSONValue in
        let counts = slots.map { slot in
          if case .bytes(let bytes)? = slot.elements?.last { bytes.count } else { 0 }
        }
        sizes.post(counts.reduce(0, +))
        return .undefined
      }
    }
    let endpoint = try ClientConfig(endpoint: address, environment: [:]).endpoint
    let host = try await ActorHost(BookActors.book, part, address: endpoint.address)
    try await relay.append(entries(1...10, size: 3_900))
    await host.stop()
    let messages = sizes.takeAll()
    #expect(messages.count == 2 && messages.allSatisfy { $0 <= 32_768 }, "\(messages)")
  }

  @Test func `an answer ends with the slot that reaches 256 KiB`() async throws {
    let server = try await server()
    let parts = ActorParts(endpoint: address, book: "book") { RivetKitClient(config: $0) }
    #expect(try await parts.store([UInt8](repeating: 7, count: 16 * 32_768), "name"))
    #expect(try await parts.slots(of: "name-0", from: 0).map(\.0) == Array(0..<8))
    #expect(try await parts.slots(of: "name-0", from: 8).map(\.0) == Array(8..<16))
    await server.stop()
  }

  @Test func `bytes are stored in pieces of 32 KiB, 16 in each part`() async throws {
    let server = try await server()
    var clients = 0
    let parts = ActorParts(endpoint: address, book: "book") {
      clients += 1
      return RivetKitClient(config: $0)
    }
    let bytes = [UInt8](repeating: 7, count: 17 * 32_768 + 1)
    #expect(try await parts.store(bytes, "name"))
    // A server answers with as many as fit into a message.
    let slots = try await parts.slots(of: "name-0", from: 14)
    #expect(slots.first?.0 == 14 && slots.allSatisfy { $0.1.count == 32_768 })
    #expect(try await parts.slots(of: "name-1", from: 0).map(\.1.count) == [32_768, 1])
    #expect(try await parts.load("name", size: bytes.count) == bytes)
    #expect(try await parts.load("name", size: bytes.count + 1) == nil)
    #expect(try await parts.load("name", size: bytes.count - 1) == nil)
    #expect(clients == 1)
    await server.stop()
  }

  @Test func `bytes that are deleted leave the server, from the first part on`() async throws {
    let server = try await server()
    let parts = ActorParts(endpoint: address, book: "book") { RivetKitClient(config: $0) }
    let bytes = [UInt8](repeating: 7, count: 17 * 32_768)
    #expect(try await parts.store(bytes, "name"))
    try await parts.delete("name", size: bytes.count)
    for name in ["name-0", "name-1"] { #expect(try await parts.slots(of: name, from: 0).map(\.0) == []) }
    await server.stop()
  }

  @Test func `an older snapshot does not replace a newer one`() async throws {
    let server = try await server()
    func snapshot(_ number: Int64) -> [SealedEntry] {
      let id = EntryID(machine: machine.machine, number: number)
      return (0..<2).map { SealedEntry(.snapshot, id, [UInt8($0), UInt8(number)], keys, machine) }
    }
    let (newest, parts) = (EntryID(machine: machine.machine, number: 9), snapshot(9))
    for stored in [snapshot(5), snapshot(4), parts, snapshot(8)] { try await relay.store(snapshot: stored) }
    #expect(try await relay.snapshots() == [newest])
    #expect(try await relay.snapshot(newest) == parts)
    #expect(try await relay.snapshot(EntryID(machine: machine.machine, number: 8)) == [])
    await server.stop()
  }

  @Test func `what a server does not know is refused, not repeated`() async throws {
    let server = try await server()
    let parts = ActorParts(endpoint: address, book: "book") { RivetKitClient(config: $0) }
    do {
      try await parts.call(parts.actor("bookPart"), "nothing")
      Issue.record("there is no such action")
    } catch RelayError.refused {}
    await server.stop()
  }

  @Test(arguments: [("client", "timed_out"), ("guard", "tunnel_closed"), ("guard", "actor_ready_timeout")])
  func `a server that fails for a while is unreachable`(group: String, code: String) async throws {
    let server = FailingServer(group: group, code: code)
    let parts = ActorParts(endpoint: "http://server:6420", book: "book") {
      RivetKitClient(config: $0, transport: server)
    }
    await #expect {
      _ = try await parts.put([(1, [7])], "name")
    } throws: { error in
      if case RelayError.unreachable = error { true } else { false }
    }
  }

  @Test func `an entry that is larger than a message is divided`() async throws {
    let server = try await server()
    let large = entries(1...2, size: 1_500_000)
    try await relay.append(large)
    try await relay.append(large)
    #expect(try await relay.entries(after: VersionVector()) == large)
    await #expect(throws: RelayError.taken(large[0].id)) { try await relay.append(entries(1...1, size: 100_000)) }
    try await relay.removeEntries(of: machine.machine, through: 1)
    #expect(try await relay.entries(after: VersionVector()) == [large[1]])
    await server.stop()
  }

  @Test func `entries that no answer has room for together are read in several`() async throws {
    let server = try await server()
    let all = entries(1...256, size: 3_900)
    for start in stride(from: 0, to: 256, by: 64) { try await relay.append(Array(all[start..<start + 64])) }
    #expect(try await relay.entries(after: VersionVector()) == all)
    await server.stop()
  }

  @Test func `large entries are read in parts`() async throws {
    let server = try await server()
    // The first one is the last of its segment.
    let all = entries(255...256, size: 4 << 20)
    try await relay.append(all)
    #expect(try await relay.entries(after: VersionVector()) == [all[0]])
    #expect(try await relay.entries(after: VersionVector([machine.machine: 255])) == [all[1]])
    await server.stop()
  }

  @Test func `what each reading cannot decode is reported once`() async throws {
    let server = try await server()
    let parts = ActorParts(endpoint: address, book: Hexadecimal.text(of: keys.book)) { RivetKitClient(config: $0) }
    _ = try await parts.put([(1, [0, 7])], "\(machine.machine)-0")
    try await parts.call(parts.actor("book"), "advance", .string("\(machine.machine)"), .integer(1))
    let relay = relay
    for _ in 0..<2 {
      #expect(try await relay.entries(after: VersionVector()) == [])
      #expect(relay.unreadable.count == 1)
    }
    #expect(try await relay.entries(after: VersionVector([machine.machine: 1])) == [])
    #expect(relay.unreadable == [])
    await server.stop()
  }

  @Test func `a snapshot replaces the earlier one of its machine`() async throws {
    let server = try await server()
    let relay = relay
    func parts(_ number: Int64) -> [SealedEntry] {
      let id = EntryID(machine: machine.machine, number: number)
      return (0..<3).map { SealedEntry(.snapshot, id, [UInt8](repeating: $0, count: 300_000), keys, machine) }
    }
    let (first, second) = (parts(4), parts(9))
    try await relay.store(snapshot: first)
    #expect(try await relay.snapshots() == [first[0].id])
    #expect(try await relay.snapshot(first[0].id) == first)
    try await relay.store(snapshot: second)
    #expect(try await relay.snapshots() == [second[0].id])
    #expect(try await relay.snapshot(first[0].id) == [])
    #expect(try await relay.snapshot(second[0].id) == second)
    await server.stop()
  }

  @Test func `another member's entry is news, until the server is gone`() async throws {
    let server = try await server()
    let news = try await relay.news()
    try await relay.append(entries(1...1))
    #expect(await news.next())
    await server.stop()
    #expect(await !news.next())
    do {
      _ = try await relay.news()
      Issue.record("there is no server")
    } catch RelayError.unreachable {}
    await #expect(throws: RelayError.badAddress("http://")) {
      _ = try await ActorRelay(endpoint: "http://", book: keys.book).heads()
    }
  }

  @Test func `a server that ends the first connection at once is unreachable`() async {
    let server = LeavingServer()
    let relay = ActorRelay(endpoint: "http://name:secret@server:6420", book: keys.book) {
      RivetKitClient(config: $0, transport: server)
    }
    await #expect(throws: RelayError.unreachable("http://name:…@server:6420")) { _ = try await relay.news() }
  }

  @Test func `presence is passed on to those that are connected, and not stored`() async throws {
    let server = try await server()
    var first: RelayNews? = try await relay.news()
    let second = try await relay.news()
    let other = try #require(second.presence)
    first?.presence?.announce([1, 2, 3])
    var events = other.events.makeAsyncIterator()
    guard case .announced(let connection, [1, 2, 3])? = await events.next() else {
      Issue.record("nothing was announced")
      return
    }
    let third = try await relay.news()
    #expect(third.presence?.events.count == 0)
    first = nil
    #expect(await events.next() == .left(connection: connection))
    await server.stop()
  }

  @Test func `presence with other values than expected is ignored`() async throws {
    let book = ActorDefinition("book", state: BookActors.Index()) {
      (book: inout ActorDefinition<BookActors.Index>) in
      book.action("index") { actor in actor.state }
      book.action("announce") { (actor, presence: JSONValue) in
        actor.broadcast("present", "1")
        actor.broadcast("present", "2", presence, "more")
        actor.broadcast("present", "3", presence)
      }
    }
    let endpoint = try ClientConfig(endpoint: address, environment: [:]).endpoint
    let host = try await ActorHost(book, BookActors.part, address: endpoint.address)
    let news = try await relay.news()
    let presence = try #require(news.presence)
    presence.announce([7])
    var events = presence.events.makeAsyncIterator()
    #expect(await events.next() == .announced(connection: "3", [7]))
    await host.stop()
  }

  @Test func `the address of a link names the relay`() throws {
    #expect(try RelayAddress("http://relay.example:6420") == .actors("http://relay.example:6420"))
    #expect(throws: RelayError.badAddress("http://?")) { try RelayAddress("http://?") }
    #expect(JoinLink(relay: address, keys: keys, inviter: machine.machine).relay == address)
  }

  @Test func `an address means the same in each environment`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      for name in ["RIVET_TOKEN", "RIVET_NAMESPACE", "RIVET_RUNNER"] { setenv(name, "other", 1) }
      let folder = TemporaryFolder()
      func address(_ user: String) -> String {
        "http+unix://\(user)\("\(folder.path)/s".percentEncoded { $0 != UInt8(ascii: "/") })"
      }
      let server = try await RelayServer(address("name:secret@"), storage: "\(folder.path)/a.db")
      await server.stop()
      let rows: [(user: String, namespace: String, token: String?)] = [
        ("", "default", nil), ("name:secret@", "name", "secret"),
      ]
      for (user, namespace, token) in rows {
        let endpoint = address(user)
        #expect(try RelayAddress(endpoint) == .actors(endpoint))
        var used: ClientConfig?
        let parts = ActorParts(endpoint: endpoint, book: "book") {
          used = $0
          return RivetKitClient(config: $0)
        }
        _ = try parts.actor("bookPart")
        #expect(used?.namespace == namespace && used?.token == token && used?.runnerName == "default")
      }
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `books are equal after the server was stopped at random`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var server: RelayServer? = try await server()
    let ada = try await Machine.sharing("ada", relay)
    var machines = [ada]
    for name in ["bob", "carol"] { machines.append(try await Machine.joining(name, ada, relay)) }
    for machine in machines { machine.synchronizer.snapshotInterval = 15 }
    var failures = 0
    for step in 0..<60 {
      let machine = machines[Int.random(in: 0..<3, using: &random)]
      let id = "\(Int.random(in: 0..<8, using: &random))"
      switch Int.random(in: 0..<8, using: &random) {
      case 0: try await machine.delete(id)
      case 1, 2: try await machine.edit(id) { $0.note = "\(step)" }
      case 3: if try machine.friend(id) == nil { try await machine.add(id, "Friend \(step)") }
      case 4:
        if let running = server {
          // It ends while a machine exchanges entries with it.
          async let exchange = machine.synchronize()
          await running.stop()
          server = nil
          do { _ = try await exchange } catch is RelayError { failures += 1 }
        } else {
          server = try await self.server()
        }
      default:
        do { try await machine.synchronize() } catch RelayError.unreachable { failures += 1 }
      }
    }
    if server == nil { server = try await self.server() }
    try await settle(machines + machines)
    for machine in machines { #expect(try machine.contents == ada.contents) }
    #expect(failures > 0)
    await server?.stop()
  }
}
