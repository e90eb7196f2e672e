import Reactive
import TestSupport
import Testing

@testable import Actors

extension NetworkTests {
  /// The WebSockets of an actor itself, over the network.
  @Suite(.timeLimit(.minutes(10))) @MainActor struct HostSocketTests {
    private func client(_ host: ActorHost) throws -> RivetKitClient {
      RivetKitClient(config: try ClientConfig(endpoint: "\(host.endpoint)", environment: [:]))
    }

    @Test func `an actor has WebSockets of its own`() async throws {
      let host = try await ActorHost(
        ActorDefinition("pages", state: 0) { pages in
          pages.onWebSocket { _, socket in socket.onMessage = { socket.send($0) } }
        })
      let client = try client(host)
      let handle = client.getOrCreate("pages", key: "k")
      let events = Mailbox<SocketEvent>()
      let socket = try await handle.websocket(path: "raw") { events.post($0) }
      socket.send(.text("Hello"))
      var received = events.makeAsyncIterator()
      #expect(await received.next() == .opened)
      #expect(await received.next() == .message(.text("Hello")))
      #expect(await host.awake.count == 1)
      try await host.destroy(try await handle.resolve())
      #expect(await received.next() == .closed(SocketClose(code: 1011, reason: "actor.destroyed")))
      client.dispose()
      await host.stop()
    }

    @Test func `a WebSocket has the path below its prefix`() async throws {
      let host = try await ActorHost(
        ActorDefinition("pages", state: 0) { pages in
          pages.onWebSocket { _, socket in
            socket.onMessage = { _ in socket.send(.text(socket.request.path)) }
          }
        })
      let client = try client(host)
      let events = Mailbox<SocketEvent>()
      let socket = try await client.getOrCreate("pages", key: "k").websocket(path: "raw/a") { events.post($0) }
      socket.send(.text("path"))
      var received = events.makeAsyncIterator()
      #expect(await received.next() == .opened)
      #expect(await received.next() == .message(.text("/raw/a")))
      socket.close(code: 1000, reason: "")
      client.dispose()
      await host.stop()
    }

    @Test func `an actor closes a WebSocket with its own code`() async throws {
      let host = try await ActorHost(
        ActorDefinition("door", state: 0) { door in
          door.onWebSocket { _, socket in socket.onMessage = { _ in socket.close(code: 4_000, reason: "left") } }
        })
      let client = try client(host)
      let events = Mailbox<SocketEvent>()
      let socket = try await client.getOrCreate("door", key: "k").websocket(path: "raw") { events.post($0) }
      var received = events.makeAsyncIterator()
      #expect(await received.next() == .opened)
      #expect(await host.connectionCount > 0)
      socket.send(.text("leave"))
      #expect(await received.next() == .closed(SocketClose(code: 4_000, reason: "left")))
      await yield { await host.connectionCount == 0 }
      client.dispose()
      await host.stop()
    }

    @Test func `an actor learns why its WebSocket was closed`() async throws {
      let closes = Mailbox<SocketClose>()
      let host = try await ActorHost(
        ActorDefinition("door", state: 0) { door in
          door.onWebSocket { _, socket in socket.onClose = { closes.post($0) } }
        })
      let client = try client(host)
      let events = Mailbox<SocketEvent>()
      let socket = try await client.getOrCreate("door", key: "k").websocket(path: "raw") { events.post($0) }
      var received = events.makeAsyncIterator()
      #expect(await received.next() == .opened)
      socket.close(code: 4_001, reason: "gone")
      var reasons = closes.makeAsyncIterator()
      #expect(await reasons.next() == SocketClose(code: 4_001, reason: "gone"))
      client.dispose()
      await host.stop()
    }
  }
}
