import Reactive
import Testing
import Time

@testable import Actors

/// A server that could not start an actor, or does not answer for it.
@Suite(.timeLimit(.minutes(10))) @MainActor struct SchedulingErrorTests {
  @Test(arguments: [("actor", "dropped_reply"), ("guard", "gateway_response_start_timeout"), ("guard", "tunnel_lost")])
  func `K3 an action that may have run is not repeated`(group: String, code: String) async throws {
    let fixture = try ClientFixture()
    fixture.transport.respond { request in
      guard request.path.contains("/action/") else { return ScriptedTransport.standard(request) }
      return ScriptedTransport.json(["group": .string(group), "code": .string(code), "message": "m"], status: 503)
    }
    let handle = fixture.client.getOrCreate("counter", key: "k")
    #expect(await thrown(ActorError.self) { try await handle.action("get", as: Int.self) }?.code == code)
    #expect(await thrown(ActorError.self) { try await handle.action("get", as: Int.self) }?.code == code)
    #expect(fixture.transport.requests.count { $0.path.contains("/action/") } == 2)
  }

  @Test func `K10 an action throws why its actor could not be started`() async throws {
    let fixture = try ClientFixture()
    let handle = fixture.client.getForId("counter", "a1")
    for code in ["actor_ready_timeout", "actor_runner_failed"] {
      fixture.transport.respond { Self.unschedulable($0, code) }
      #expect(
        await thrown(ActorSchedulingError.self) { try await handle.action("a") }
          == ActorSchedulingError(group: "guard", code: code, actorId: "a1", details: ["reason": "no memory"]))
    }
  }

  /// The answers of the server.
  private nonisolated static func unschedulable(
    _ request: HTTPRequest, _ code: String
  ) -> Result<HTTPResponse, TransportError> {
    if request.method == "GET" {
      return ScriptedTransport.json(["actors": [["actor_id": "a1", "error": ["reason": "no memory"]]]])
    }
    if request.path.contains("/actors") { return ScriptedTransport.standard(request) }
    return ScriptedTransport.json(["group": "guard", "code": .string(code), "message": "late"], status: 503)
  }

  @Test func `K10 a connection reports why an actor could not be started`() async throws {
    let fixture = try ClientFixture()
    fixture.transport.respond { Self.unschedulable($0, "actor_runner_failed") }
    let connection = fixture.client.getOrCreate("counter").connect()
    var errors: [ActorError] = []
    let token = connection.errors().sink { errors.append($0) }
    (try await fixture.socket(0)).deliver(.closed(SocketClose(code: 1011, reason: "guard.actor_runner_failed#r1")))
    await until { !errors.isEmpty }
    #expect(errors.map(\.code) == ["actor_runner_failed"])
    #expect(errors.first?.metadata == ["reason": "no memory"])
    #expect(connection.currentStatus == .disconnected)
    token.cancel()
    connection.dispose()
  }
}
