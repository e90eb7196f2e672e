import Testing

@testable import Actors

@Suite(.timeLimit(.minutes(10))) @MainActor struct ActorHandleTests {
  @Test func `K3 a handle runs actions, resolves and makes addresses`() async throws {
    let fixture = try ClientFixture("http://server:6420/api")
    let handle = fixture.client.get("counter", key: ["a", "b"])
    let count: Int = try await handle.action("add", 1, "x", [true], as: Int.self)
    #expect(count == 5)
    #expect(
      fixture.transport.requests.map(\.path) == [
        "/api/actors?name=counter&key=a%2Fb&namespace=default", "/api/gateway/a1/action/add",
      ])
    #expect(fixture.transport.requests.last?.body == [UInt8](#"{"args":[1,"x",[true]]}"#))
    #expect(try await handle.getGatewayUrl() == "http://server:6420/api/gateway/a1")
    #expect(try await handle.fetch("/x/y", RawHTTPRequest(method: "PUT")).isSuccess)
    #expect(fixture.transport.requests.last?.path == "/api/gateway/a1/request/x/y")
    let page = try await handle.fetch("pages/7", RawHTTPRequest(responseHeaders: ["x-page-count"]))
    #expect(page.isSuccess)
    #expect(fixture.transport.requests.last?.responseHeaders == ["x-page-count"])
    _ = try await handle.websocket(path: "/raw") { _ in }
    #expect(fixture.transport.sockets.last?.request.path == "/api/gateway/a1/websocket/raw")
    let pinned = fixture.client.getForId("counter", "i/d")
    #expect(try await pinned.action("get", args: []) == 5)
    #expect(fixture.transport.requests.last?.path == "/api/gateway/i%2Fd/action/get")
    fixture.transport.respond { _ in ScriptedTransport.json(["actors": []]) }
    let missing = fixture.client.get("counter", key: "none")
    #expect(
      await thrown(ActorError.self) { try await missing.resolve() }
        == ActorError(group: "actor", code: "not_found", message: "actor not found"))
  }

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

  @Test(arguments: [("core", "internal_error"), ("actor", "stopping")])
  func `an actor that moves on and on is given up`(group: String, code: String) async throws {
    let fixture = try ClientFixture()
    let transport = fixture.transport
    let handle = fixture.client.get("counter", key: "k")
    #expect(try await handle.action("get") == 5)
    transport.respond { [unowned transport] request in
      // The actor has another id each time, and answers in the end.
      let count = transport.requests.count
      if request.path.hasPrefix("/actors") {
        return ScriptedTransport.json(["actors": [["actor_id": .string("b\(count)")]]])
      }
      if count > 200 { return ScriptedTransport.standard(request) }
      return ScriptedTransport.json(["group": .string(group), "code": .string(code), "message": "m"], status: 500)
    }
    var failure: ActorError?
    var isDone = false
    Task {
      failure = await thrown(ActorError.self) { try await handle.call("get", []) }
      isDone = true
    }
    await until {
      if fixture.isNext(in: .milliseconds(100)) { fixture.scheduler.advance(by: .milliseconds(100)) }
      return isDone
    }
    #expect(failure?.code == code)
    // The first action, the one that fails, and 24 that repeat it.
    #expect(transport.requests.count { $0.path.contains("/action/") } == 26)
  }

  @Test func `a resolved handle ignores an earlier look-up`() async throws {
    let fixture = try ClientFixture()
    let handle = fixture.client.getOrCreate("counter", key: "k")
    let resolved = Task.immediate { try await handle.resolve() }
    fixture.transport.respond { request in
      request.path.hasPrefix("/actors")
        ? ScriptedTransport.json(["actor": ["actor_id": "a2"]]) : ScriptedTransport.standard(request)
    }
    // It has sent its look-up before the handle keeps to an id.
    let call = Task.immediate { try await handle.call("get", []) }
    #expect(try await resolved.value == "a1")
    #expect(try await call.value == 5)
    #expect(try await handle.getGatewayUrl() == "http://server:6420/gateway/a1")
  }

  @Test(arguments: [(12_282, nil), (12_283, "params_too_long")] as [(Int, String?)])
  func `the limit of params is 12 KiB`(count: Int, code: String?) async throws {
    let fixture = try ClientFixture()
    // The encoded quotation marks have six bytes.
    let options = try ActorOptions(params: String(repeating: "x", count: count))
    let handle = fixture.client.getOrCreate("counter", key: "k", options: options)
    #expect(await thrown(ActorError.self) { try await handle.call("get", []) }?.code == code)
  }

  @Test func `K3 a fetched page is not repeated, also one that describes an error`() async throws {
    let fixture = try ClientFixture()
    let page: JSONValue = ["group": "actor", "code": "not_found", "message": "m"]
    let handle = fixture.client.getOrCreate("counter", key: "k")
    // The actor has another id each time.
    for id in ["a1", "a2"] {
      fixture.transport.respond { request in
        ScriptedTransport.json(
          request.path.contains("/request/")
            ? page : ["actor": ["actor_id": .string(id), "name": "counter", "key": "k"]])
      }
      #expect(try await handle.fetch("page").body == WireJSONWriter.bytes(of: page))
    }
    #expect(fixture.transport.requests.count { $0.path.contains("/request/") } == 2)
  }

  @Test func `K10 an action throws why its actor could not be started`() async throws {
    let fixture = try ClientFixture()
    let handle = fixture.client.getForId("counter", "a1")
    for code in ["actor_ready_timeout", "actor_runner_failed"] {
      fixture.transport.respond { ScriptedTransport.unschedulable($0, code) }
      #expect(
        await thrown(ActorSchedulingError.self) { try await handle.action("a") }
          == ActorSchedulingError(group: "guard", code: code, actorId: "a1", details: ["reason": "no memory"]))
    }
  }
}
