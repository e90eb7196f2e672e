import Glibc
import Persistence
import TestSupport
import Testing

@testable import Replication

/// A real server, from Debian's package `postgresql`.
@MainActor
@Suite(
  .timeLimit(.minutes(5)), .serialized,
  .enabled(if: PostgresServer.isInstalled, "the package postgresql is not installed"))
struct PostgresRelayTests {
  private let keys = BookKeys()
  private let machine = MachineKeys()

  private func relay(_ database: String) throws -> PostgresRelay {
    let address = try #require(PostgresServer.shared?.makeDatabase(database))
    return PostgresRelay(address: address, book: keys.book)
  }

  private func entries(_ numbers: ClosedRange<Int64>) -> [SealedEntry] {
    numbers.map { number in
      let id = EntryID(machine: machine.machine, number: number)
      return SealedEntry(Entry(id: id, seen: VersionVector(), content: .commits([])), keys, machine)
    }
  }

  @Test func `each row and column of a result has its own length`() throws {
    let address = try #require(PostgresServer.shared?.makeDatabase("lengths"))
    let rows = try PostgresConnection(address).run(
      "VALUES ('a'::bytea, 'bcd'::bytea), (''::bytea, 'ef'::bytea), ('ghij'::bytea, NULL) ORDER BY 2")
    #expect(rows.map { $0.map { String(decoding: $0, as: UTF8.self) } } == [["a", "bcd"], ["", "ef"], ["ghij", ""]])
  }

  @Test func `a result has all of its columns, and at least two`() throws {
    let address = try #require(PostgresServer.shared?.makeDatabase("columns"))
    let connection = try PostgresConnection(address)
    for (sql, expected) in [("SELECT 'a'", ["a", ""]), ("SELECT 'a', 'b', 'c'", ["a", "b", "c"])] {
      let rows = try connection.run(sql)
      #expect(rows.map { $0.map { String(decoding: $0, as: UTF8.self) } } == [expected])
    }
  }

  @Test func `a table in a later schema of the search path is used`() async throws {
    let address = try #require(PostgresServer.shared?.makeDatabase("schemas"))
    try await PostgresRelay(address: address, book: keys.book).append(entries(1...2))
    try PostgresConnection(address).run("CREATE SCHEMA AUTHORIZATION CURRENT_USER")
    let relay = PostgresRelay(address: address, book: keys.book)
    #expect(try await relay.heads() == VersionVector([machine.machine: 2]))
  }

  @Test(
    arguments: [
      ("53100", .full("ERROR:  why")), ("53400", .full("ERROR:  why")), ("42501", .refused("ERROR:  why")),
      ("3F000", .refused("ERROR:  why")),
      ("3D000", .refused("ERROR:  why")), ("28000", .refused("ERROR:  why")), ("25006", .refused("ERROR:  why")),
      ("40001", .unreachable("ERROR:  why")),
      ("57P01", .unreachable("ERROR:  why")),
    ] as [(String, RelayError)])
  func `an error of the server says what may help`(state: String, expected: RelayError) throws {
    let address = try #require(PostgresServer.shared?.makeDatabase("error_\(state.lowercased())"))
    let connection = try PostgresConnection(address)
    let error = #expect(throws: RelayError.self) {
      try connection.run("DO $$ BEGIN RAISE EXCEPTION 'why' USING ERRCODE = '\(state)'; END $$")
    }
    #expect(error == expected)
    // As when the server shuts down.
    #expect(connection.isAlive == !state.hasPrefix("57P"))
  }

  @Test func `entries and snapshots are stored and read`() async throws {
    let relay = try relay("entries")
    let all = entries(1...7)
    #expect(try await relay.heads() == VersionVector())
    try await relay.append(Array(all[0..<3]))
    try await relay.append(all)
    #expect(try await relay.heads() == VersionVector([machine.machine: 7]))
    #expect(try await relay.entries(after: VersionVector()) == all)
    #expect(try await relay.entries(after: VersionVector([machine.machine: 5])) == Array(all[5...]))
    await #expect(throws: RelayError.taken(all[1].id)) { try await relay.append([entries(2...2)[0]]) }
    try await relay.removeEntries(of: machine.machine, through: 4)
    #expect(try await relay.entries(after: VersionVector()) == Array(all[4...]))
    let id = EntryID(machine: machine.machine, number: 4)
    let parts = (0..<3).map { SealedEntry(.snapshot, id, [UInt8($0)], keys, machine) }
    try await relay.store(snapshot: parts)
    #expect(try await relay.snapshots() == [id])
    #expect(try await relay.snapshot(id) == parts)
    let later = SealedEntry(.snapshot, EntryID(machine: machine.machine, number: 9), [1], keys, machine)
    try await relay.store(snapshot: [later])
    #expect(try await relay.snapshots() == [later.id])
  }

  @Test func `a server that can only be read refuses entries, and says so before`() async throws {
    let address = try #require(PostgresServer.shared?.makeDatabase("standby"))
    let writing = PostgresRelay(address: address, book: keys.book)
    try await writing.append(entries(1...1))
    try await writing.checkWriting()
    let reading = PostgresRelay(
      address: address + "?options=-c%20default_transaction_read_only%3Don", book: keys.book)
    #expect(try await reading.entries(after: VersionVector()).count == 1)
    for action in [{ try await reading.checkWriting() }, { try await reading.append(self.entries(2...2)) }] {
      await #expect {
        try await action()
      } throws: { error in
        if case RelayError.refused = error { true } else { false }
      }
    }
  }

  @Test func `another member's entry is news`() async throws {
    let address = try #require(PostgresServer.shared?.makeDatabase("news"))
    let (one, other) = (
      PostgresRelay(address: address, book: keys.book), PostgresRelay(address: address, book: keys.book)
    )
    try await one.append(entries(1...1))
    let news = try await other.news()
    try await one.append(entries(2...2))
    #expect(await news.next())
  }

  @Test func `three machines keep one book`() async throws {
    let address = try #require(PostgresServer.shared?.makeDatabase("book"))
    let ada = try await Machine.sharing("ada", PostgresRelay(address: address, book: keys.book), [Friend("Ada")])
    let bob = try await Machine.joining("bob", ada, PostgresRelay(address: address, book: keys.book))
    let carol = try await Machine.joining("carol", ada, PostgresRelay(address: address, book: keys.book))
    let machines = [ada, bob, carol]
    for (index, machine) in machines.enumerated() {
      try await machine.add("\(index)", "Friend \(index)", tags: ["t"])
      try await machine.synchronize()
    }
    try await settle(machines)
    for machine in machines { #expect(try machine.contents == ada.contents) }
    #expect(try ada.contents.count == 4)
  }

  @Test func `a server that ends is an unreachable relay until it is back`() async throws {
    let server = try #require(PostgresServer())
    let address = try #require(server.makeDatabase("crash"))
    let ada = try await Machine.sharing("ada", PostgresRelay(address: address, book: keys.book))
    let bob = try await Machine.joining("bob", ada, PostgresRelay(address: address, book: keys.book))
    let news = try await ada.relay.news()
    #expect(server.halt())
    // The listener ends with its connection.
    while await news.next() {}
    try await ada.add("1", "Ada")
    await #expect(throws: RelayError.self) { try await ada.synchronize() }
    #expect(server.start())
    try await settle([ada, bob])
    #expect(try bob.contents == ada.contents)
  }

  @Test func `a server that is stopped is unreachable`() throws {
    let address = try #require(PostgresServer.shared?.makeDatabase("stopped"))
    let connection = try PostgresConnection(address)
    let answer = try connection.run("SELECT pg_backend_pid()::text")[0][0]
    let process = try #require(pid_t(String(decoding: answer, as: UTF8.self)))
    #expect(kill(process, SIGSTOP) == 0)
    defer { kill(process, SIGCONT) }
    connection.longestSilence = 10
    #expect(throws: RelayError.unreachable("no answer from the server")) { try connection.run("SELECT 1") }
    #expect(!connection.isAlive)
  }

  @Test func `a slow statement is waited for`() throws {
    let address = try #require(PostgresServer.shared?.makeDatabase("slow"))
    // The connection examines its input again each second.
    let rows = try PostgresConnection(address).run("SELECT 'a' FROM pg_sleep(1.2)")
    #expect(rows.map { String(decoding: $0[0], as: UTF8.self) } == ["a"])
  }

  @Test func `a statement larger than the buffers is sent whole`() throws {
    let address = try #require(PostgresServer.shared?.makeDatabase("large"))
    let text = String(repeating: "x", count: 8 << 20)
    let rows = try PostgresConnection(address).run("SELECT length($1::text)::text, $1::text", [text])
    #expect(rows[0].map(\.count) == [7, 8 << 20])
  }

  @Test func `a wrong address says what is wrong`() async throws {
    let missing = PostgresRelay(address: "postgresql:///none?host=/nowhere", book: keys.book)
    do {
      _ = try await missing.heads()
      Issue.record("there is no server")
    } catch RelayError.unreachable {}
    let address = try #require(PostgresServer.shared?.makeDatabase("known"))
    let unknown = PostgresRelay(address: address.replacing("known", with: "unknown"), book: keys.book)
    do {
      _ = try await unknown.heads()
      Issue.record("there is no database")
    } catch RelayError.refused {}
    let elsewhere = PostgresRelay(address: address + "&options=-csearch_path%3Dnowhere", book: keys.book)
    do {
      _ = try await elsewhere.heads()
      Issue.record("there is no such schema")
    } catch RelayError.refused {}
  }
}
