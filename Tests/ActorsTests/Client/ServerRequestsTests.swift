import Reactive
import Testing
import Time

@testable import Actors

/// What a client asks the server before it reaches an actor.
@Suite(.timeLimit(.minutes(10))) @MainActor struct ServerRequestsTests {
  @Test func `K2 metadata comes first, is retried and moves the client`() async throws {
    let fixture = try ClientFixture(metadata: true)
    fixture.transport.respond { _ in .failure(.failed("down")) }
    let handle = fixture.client.getOrCreate("counter", key: "k")
    let call = Task { try await handle.action("get", as: Int.self) }
    for (count, wait) in [(1, 500), (2, 1_000), (3, 2_000), (4, 4_000), (5, 8_000), (6, 15_000)] {
      await until { fixture.transport.requests.count == count && fixture.isNext(in: .milliseconds(wait)) }
      fixture.scheduler.advance(by: .milliseconds(wait - 1))
      #expect(fixture.transport.requests.count == count)
      if count == 6 {
        fixture.transport.respond { request in
          guard request.path.hasPrefix("/metadata") else { return ScriptedTransport.standard(request) }
          return ScriptedTransport.json([
            "runtime": "engine", "version": "2.3.0", "clientEndpoint": "https://other/base", "clientNamespace": "ns",
            "clientToken": "secret", "more": [1],
          ])
        }
      }
      fixture.scheduler.advance(by: .milliseconds(1))
    }
    #expect(try await call.value == 5)
    let action = try #require(fixture.transport.requests.last)
    #expect(action.address == .tcp(host: "other", port: 443, tls: true))
    #expect(action.path == "/base/gateway/a1@secret/action/get")
    #expect(action.headers["x-rivet-token"] == "secret")
    let put = try #require(fixture.transport.requests.dropLast().last)
    #expect(put.path == "/base/actors?namespace=ns")
    #expect(put.headers["authorization"] == "Bearer secret")
    #expect(put.headers["content-type"] == "application/json")
    #expect(fixture.transport.requests.first?.headers["content-type"] == nil)
  }

  @Test(arguments: [
    ("2.2.9", "null"), ("2.3.0", #"["$Undefined",0]"#), ("2.10", #"["$Undefined",0]"#), ("3.0.0", #"["$Undefined",0]"#),
    ("2", "null"), ("", "null"), ("new", "null"),
  ])
  func `an undefined argument has a form that the server knows`(version: String, form: String) async throws {
    let fixture = try ClientFixture(metadata: true)
    fixture.transport.respond { request in
      guard request.path.hasPrefix("/metadata") else { return ScriptedTransport.standard(request) }
      return ScriptedTransport.json(["runtime": "rivetkit", "version": .string(version)])
    }
    let handle = fixture.client.getOrCreate("counter", key: "k")
    #expect(try await handle.action("set", JSONValue.undefined, as: Int.self) == 5)
    let body = try #require(fixture.transport.requests.last?.body)
    #expect(String(decoding: body, as: UTF8.self) == #"{"args":[\#(form)]}"#)
  }

  @Test func `an error is read in either encoding, and another text is quoted`() {
    let value: JSONValue = ["group": "user", "code": "no", "message": "m"]
    for bytes in [WireJSONWriter.bytes(of: value), CBORWriter.bytes(of: value)] {
      let error = ServerRequests.error(of: HTTPResponse(status: 500, body: bytes))
      #expect(error as? ActorError == ActorError(group: "user", code: "no", message: "m"))
    }
    let page = HTTPResponse(status: 502, body: [UInt8](repeating: 0x78, count: 2_000))
    let error = ServerRequests.error(of: page) as? HttpRequestError
    #expect(error?.message.hasSuffix(":\n" + String(repeating: "x", count: 1_000)) == true)
    #expect(error?.message.contains("status 502") == true)
  }

  @Test func `K2 params that no server would read are refused`() async throws {
    let fixture = try ClientFixture()
    let options = try ActorOptions(params: String(repeating: "é", count: 3_000))
    let handle = fixture.client.getOrCreate("counter", key: "k", options: options)
    let connection = handle.connect()
    var errors: [ActorError] = []
    let token = connection.errors().sink { errors.append($0) }
    await until { !errors.isEmpty }
    #expect(errors.first?.code == "params_too_long")
    #expect(await thrown(ActorError.self) { try await handle.action("get", as: Int.self) }?.code == "params_too_long")
    #expect(fixture.transport.sockets.isEmpty)
    token.cancel()
    connection.dispose()
  }
}
