import FoundationEssentials
import Glibc
import PeoplebookCore
import Persistence
import Replication
import TUIKit
import TUITesting
import TestSupport
import Testing

@testable import peoplebook_sync

/// Two homes with a shared book, each with a screen.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct PresenceBridgeTests {
  private let relay = TemporaryFolder()
  private let homes = [Home("ada"), Home("ben")]

  private func server() async throws -> RelayServer {
    let socket = relay.path.split(separator: "/").map { "%2F\($0)" }.joined()
    return try await RelayServer("http+unix://\(socket)%2Fs", storage: relay.path + "/actors.db")
  }

  private func open(_ home: Home) throws -> ProgramPilot {
    try ProgramPilot(
      Built.program("peoplebook"), ["--book", home.book, "--no-motion"],
      environment: Built.environment(home.environment))
  }

  /// Shares a book with one person between the homes, and keeps it in step in both.
  private func share(_ server: RelayServer) async throws -> [pid_t] {
    let store = try Book.open(at: homes[0].book)
    try await store.write { transaction in
      var person = Person()
      (person.firstName, person.lastName) = ("Ada", "Lovelace")
      try transaction.insert(person)
    }
    await store.close()
    try homes[1].join(try homes[0].share(server.address))
    let processes = try homes.map { try $0.start() }
    // Otherwise a screen starts a process of its own.
    for home in homes { while !SharingLock.isHeld(book: home.book) { _ = try home.run("members") } }
    return processes
  }

  @Test func `a screen shows who has the book open on another machine`() async throws {
    let server = try await server()
    var processes = try await share(server)
    defer { for process in processes { end(process) } }
    let first = try open(homes[0])
    try first.waitFor("Ada Lovelace")
    #expect(!first.screen.contains("here"))
    let second = try open(homes[1])
    for pilot in [first, second] { try pilot.waitFor("2 here") }
    try second.press("e")
    try first.waitFor("Ada Lovelace  ✎ ben")
    try second.press(.tab)
    try first.press("e")
    try first.waitFor("ben is editing Last name")
    try second.waitFor("ada is editing First name")
    try second.press(.escape)
    try first.waitUntil("the end of the edit") { !$0.contains("is editing") }
    try second.press("e")
    try first.waitFor("ben is editing First name")
    // A machine that loses its network is no longer here, and is back with it.
    end(processes[1])
    try first.waitUntil("a machine that is gone") { !$0.contains("is editing") }
    processes[1] = try homes[1].start()
    try first.waitFor("ben is editing First name")
    for pilot in [first, second] {
      try pilot.press(.escape)
      try pilot.waitFor("2 here")
    }
    try second.press("q")
    try second.waitForEnd()
    try first.waitUntil("one program") { !$0.contains("here") }
    await server.stop()
  }

  @Test func `a deleted folder is followed again`() async throws {
    let server = try await server()
    let processes = try await share(server)
    defer { for process in processes { end(process) } }
    let pilots = try homes.map { try open($0) }
    for pilot in pilots { try pilot.waitFor("2 here") }
    let folder = try #require(PresenceFolder(book: homes[0].book, in: homes[0].path))
    let file = "\(folder.path)/\(processes[0])"
    // The process keeps its file again when it alone was deleted.
    try FileManager.default.removeItem(atPath: file)
    await yield { FileManager.default.fileExists(atPath: file) }
    // A program that writes its file at the same moment makes the removal fail.
    while (try? FileManager.default.removeItem(atPath: "\(homes[0].path)/peoplebook")) == nil {}
    // Another program makes the folder again.
    let third = try open(homes[0])
    for pilot in pilots + [third] { try pilot.waitFor("3 here") }
    await server.stop()
  }

  @Test func `programs of another machine have the name of the machine`() {
    var program = Participant(author: "peoplebook@host:1")
    program.machine = "a name that it has invented"
    let content = Participant.lines(of: [program])
    let shown = PresenceBridge.participants(on: RemotePresence(name: "ben", content: content))
    #expect(shown.map(\.machine) == ["ben"])
    #expect(PresenceBridge.participants(on: RemotePresence(name: "ben", content: [1, 10, 123])) == [])
  }
}
