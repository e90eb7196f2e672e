import Testing

@testable import Actors

@Suite(.timeLimit(.minutes(10))) @MainActor struct ActorErrorTests {
  @Test func `K10 errors keep their group, code, message and metadata`() async throws {
    let fixture = try ClientFixture()
    let handle = fixture.client.getForId("counter", "a1")
    fixture.transport.respond { _ in
      .success(
        HTTPResponse(
          status: 400, headers: ["content-type": "text/plain"],
          body: [UInt8](#"{"group":"user","code":"x","message":"no","metadata":{"a":1}}"#)))
    }
    #expect(
      await thrown(ActorError.self) { try await handle.action("a") }
        == ActorError(group: "user", code: "x", message: "no", metadata: ["a": 1]))
    fixture.transport.respond { _ in
      .success(HTTPResponse(status: 502, headers: ["x-rivet-ray-id": "r9"], body: [UInt8]("<html>")))
    }
    let proxy = await thrown(HttpRequestError.self) { try await handle.action("a") }
    #expect(proxy?.message == "The server answered with status 502 (Ray ID: r9). Check its address:\n<html>")
    #expect(proxy?.description == "The server answered with status 502 (Ray ID: r9). Check its address.")
    fixture.transport.respond { _ in ScriptedTransport.json(["actor": [:]]) }
    let nameless = fixture.client.getOrCreate("counter", key: "z")
    #expect(await thrown(InternalError.self) { try await nameless.action("a") } != nil)
    #expect(await thrown(InternalError.self) { try await fixture.client.create("counter") } != nil)
  }

  /// An error of the actor's own code may have any code, also one of the server's.
  @Test(arguments: [
    ("core", "internal_error", true, false), ("actor", "dropped_reply", true, false),
    ("user", "dropped_reply", false, false), ("guard", "gateway_response_start_timeout", true, false),
    ("guard", "tunnel_closed", true, false), ("user", "gateway_response_start_timeout", false, false),
    ("user", "tunnel_closed", false, false), ("actor", "not_found", false, true),
    ("actor", "destroyed_during_call", false, true), ("user", "not_found", false, false),
    ("guard", "service_unavailable", false, true), ("user", "service_unavailable", false, false),
    ("ws", "going_away", false, true), ("ws", "stopped", false, false),
  ])
  func `what an error says of its action`(group: String, code: String, mayHaveRun: Bool, isStale: Bool) {
    let error = ActorError(group: group, code: code, message: "")
    #expect(error.mayHaveRun == mayHaveRun && error.isStale == isStale)
  }

  @Test func `an error reads as one sentence`() {
    #expect("\(ActorError.notFound)" == "Actor not found.")
    #expect("\(ActorError.notReady)" == "There is no connection. Connect, then try again.")
    #expect("\(ActorError(group: "g", code: "c", message: "no:\n<!DOCTYPE HTML>"))" == "No.")
    #expect("\(ActorError(group: "g", code: "c", message: ""))" == "The server reported an error without a message.")
    let closed = ActorError(closing: SocketClose(code: 1011, reason: "guard.gone#r1"))
    #expect(closed?.description == "The server closed the connection. The next attempt follows.")
  }
}
