import Glibc
import PeoplebookCore
import Replication
import TestSupport
import Testing

@testable import peoplebook_sync

@MainActor
@Suite(.timeLimit(.minutes(5))) struct RelayCheckTests {
  @Test func `a finding is one line`() {
    let finding = RelayFinding(isGood: false, topic: .entries, text: "a\nb")
    #expect(RelayCheck.line(finding) == "!! entries: a b")
  }

  @Test func `the relay of a shared book is looked at`() throws {
    let (home, relay) = (Home("ada"), TemporaryFolder())
    #expect(try home.run("check").status == 5)
    _ = try home.share(relay.path)
    let checked = try home.run("check")
    #expect(checked.status == 0)
    #expect(
      checked.output.split(separator: "\n").map { $0.prefix { $0 != ":" } } == [
        "ok relay", "ok key", "ok position", "ok entries", "ok snapshot",
      ])
  }

  @Test func `a relay that does not answer is not waited for`() async throws {
    let result = await #expect(processExitsWith: .exitCode(1), observing: [\.standardOutputContent]) { @MainActor in
      let folder = TemporaryFolder()
      let socketPath = "\(folder.path)/s"
      let encoded = socketPath.split(separator: "/").map { "%2F\($0)" }.joined()
      let server = try await RelayServer("http+unix://\(encoded)", storage: folder.path + "/actors.db")
      let store = try Book.open(at: folder.path + "/people.db")
      _ = try await Synchronizer.share(store, Person.self, relay: server.address, name: "ada")
      await store.close()
      await server.stop()
      unlink(socketPath)
      // It accepts connections, and reads nothing.
      let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(socketPath.utf8)) }
      let code = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      guard code == 0, listen(listener, 8) == 0 else { exit(2) }
      try await RelayCheck(book: folder.path + "/people.db", limit: 1).run()
      exit(3)
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(output.contains("has not answered within 1 second:"), "\(output)")
  }
}
