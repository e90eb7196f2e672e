import FoundationEssentials
import Glibc
import Reactive
import TestSupport
import Testing

@testable import Actors

extension NetworkTests {
  /// Requests and connections that end early: each must return its file descriptor and its handler.
  @Suite(.timeLimit(.minutes(10))) struct DescriptorTests {
    /// Runs `body` several times, and expects that nothing of it is open afterwards.
    private func expectNothingLeft(_ body: () async throws -> Void) async throws {
      // What the library keeps for good is opened by the first run.
      try await body()
      await Descriptors.settle()
      let before = (try Descriptors.count, await NetworkLoop.shared.count)
      for _ in 0..<20 { try await body() }
      try await Descriptors.settle(at: before.0, connections: before.1)
      #expect(try Descriptors.count <= before.0)
      #expect(await NetworkLoop.shared.count <= before.1)
    }

    /// A server that accepts connections and never answers.
    private func withSilentServer(_ body: (NetworkAddress) async throws -> Void) async throws {
      let (socket, address) = try ListeningSocket.open(.tcp(host: "127.0.0.1", port: 0))
      defer { close(socket) }
      try await body(address)
    }

    /// Returns how a connection ended, after `use` has used it.
    private func end(
      _ address: NetworkAddress, _ use: (any TransportSocket) -> Void = { _ in }
    ) async -> SocketClose? {
      let events = Mailbox<SocketEvent>()
      let socket = NetworkTransport().open(HTTPRequest(to: address, path: "/"), protocols: ["rivet"]) {
        events.post($0)
        if case .closed = $0 { events.finish() }
      }
      use(socket)
      var last: SocketEvent?
      for await event in events { last = event }
      if case .closed(let close)? = last { return close }
      return nil
    }

    @Test(arguments: [
      NetworkAddress.unix(path: "/nowhere/actors.sock"), .tcp(host: "127.0.0.1", port: 1),
      .tcp(host: "127.0.0.1", port: 1, tls: true),
    ]) func `a server that cannot be reached`(address: NetworkAddress) async throws {
      try await expectNothingLeft {
        await #expect(throws: TransportError.failed("Cannot connect to \(address.name).")) {
          try await NetworkTransport().send(HTTPRequest(to: address, path: "/"))
        }
        #expect(await end(address) == .lost("Cannot connect to \(address.name)."))
      }
    }

    @Test func `a request that is cancelled before it is answered`() async throws {
      try await withSilentServer { address in
        try await expectNothingLeft {
          let task = Task { try await NetworkTransport().send(HTTPRequest(to: address, path: "/")) }
          task.cancel()
          await #expect(throws: TransportError.cancelled) { try await task.value }
        }
      }
    }

    @Test func `a connection that is closed before it is made`() async throws {
      try await withSilentServer { address in
        try await expectNothingLeft {
          #expect(await end(address) { $0.close(code: 1000, reason: "Disposed") }?.code == 1000)
        }
      }
    }

    @Test func `a server that stops with connections of every kind`() async throws {
      try await expectNothingLeft {
        let handler = EchoServer()
        let server = try await HTTPServer(.tcp(host: "127.0.0.1", port: 0), limit: 1_000, handler: handler)
        let address = await server.address
        let peer = try SilentPeer(address)
        let request = HTTPRequest(to: address, method: "POST", path: "/", body: [UInt8](repeating: 65, count: 9))
        _ = try await NetworkTransport().send(request)
        async let close = end(address) { $0.send(.text("drop")) }
        #expect(await close?.code == 1006)
        await server.stop()
        peer.close()
        withExtendedLifetime(handler) {}
      }
    }
  }
}
