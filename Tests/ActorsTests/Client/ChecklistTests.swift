import FoundationEssentials
import Reactive
import Testing
import Time

@testable import Actors

/// What the client of the reference does, point by point; K11 to K17 are in `ObservableChecklistTests`.
@Suite(.timeLimit(.minutes(10))) @MainActor struct ChecklistTests {
  @Test func `K1 a configuration is read, completed and checked`() throws {
    let environment = ["RIVET_TOKEN": "t", "RIVET_NAMESPACE": "n", "RIVET_RUNNER": "r"]
    let config = try ClientConfig(endpoint: "http://h:80/api//rivet/", environment: environment)
    #expect((config.token, config.namespace, config.runnerName) == ("t", "n", "r"))
    #expect(config.endpoint == Endpoint(.tcp(host: "h", port: 80), basePath: "/api/rivet"))
    let plain = try ClientConfig(endpoint: "https://a%20b:c%2Fd@h", environment: [:])
    #expect((plain.token, plain.namespace, plain.runnerName) == ("c/d", "a b", "default"))
    #expect(plain.endpoint.address == .tcp(host: "h", port: 443, tls: true))
    #expect(try ClientConfig(endpoint: "http://h", environment: [:]).namespace == "default")
    let socket = try ClientConfig(endpoint: "http+unix://%2Frun%2Fa.sock/x", environment: [:]).endpoint
    #expect(socket == Endpoint(.unix(path: "/run/a.sock"), basePath: "/x"))
    #expect(try Endpoint.parse("\(socket)").endpoint == socket)
    func failure(_ endpoint: String, token: String? = nil, namespace: String? = nil) -> ConfigurationError? {
      do throws(ConfigurationError) {
        _ = try ClientConfig(endpoint: endpoint, token: token, namespace: namespace, environment: [:])
        return nil
      } catch {
        return error
      }
    }
    for text in ["", "h", "ftp://h", "http://", "http://h:x", "http://h:0", "http://[::1", "http://a%2@h"] {
      #expect(failure(text) == .invalidURL(text))
    }
    #expect(failure("http://h?a=1") == .queryString)
    #expect(failure("http://h#a") == .fragment)
    #expect(failure("http://:t@h") == .tokenWithoutNamespace)
    #expect(failure("http://n@h", namespace: "m") == .duplicateNamespace)
    #expect(failure("http://n:t@h", token: "u") == .duplicateToken)
    #expect(throws: ConfigurationError.duplicateNamespace) {
      try ClientConfig(endpoint: "http://n@h", environment: environment)
    }
  }

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
  }

  @Test func `K2 a connection reports that the server cannot be reached`() async throws {
    let fixture = try ClientFixture(metadata: true)
    fixture.transport.respond { _ in .failure(.failed("down")) }
    let connection = fixture.client.getOrCreate("counter").connect()
    var errors: [String] = []
    let token = connection.errors().sink { errors.append($0.message) }
    for (count, wait) in [(1, 500), (2, 1_000), (3, 2_000), (4, 4_000), (5, 8_000), (6, 15_000)] {
      await until { errors.count == count && fixture.isNext(in: .milliseconds(wait)) }
      // The limit of an attempt begins with its first request to the actor's server.
      #expect(connection.currentStatus == .connecting)
      if count == 6 { fixture.transport.respond(ScriptedTransport.standard) }
      fixture.scheduler.advance(by: .milliseconds(wait))
    }
    (try await fixture.socket(0)).initialise()
    await until { connection.currentStatus == .connected }
    #expect(errors == Array(repeating: "Down.", count: 6))
    token.cancel()
    connection.dispose()
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

  @Test func `K2 a handle is lazy, and the requests are those of the wire`() async throws {
    let fixture = try ClientFixture("http://server:6420")
    let options = try ActorOptions(params: ["t": 1], createInRegion: "eu", createWithInput: ["start": 42])
    let handle = fixture.client.getOrCreate("counter", key: ["a/b", ""], options: options)
    _ = fixture.client.get("counter", key: "x")
    #expect(fixture.transport.requests.isEmpty)
    #expect(try await handle.resolve() == "a1")
    let put = try #require(fixture.transport.requests.first)
    #expect((put.method, put.path) == ("PUT", "/actors?namespace=default"))
    #expect(
      try WireJSONReader.value(of: put.body) == [
        "name": "counter", "key": "a\\/b/\\0", "runner_name_selector": "default", "crash_policy": "sleep",
        "datacenter": "eu", "input": .string(Data(CBORWriter.bytes(of: ["start": 42])).base64EncodedString()),
      ])
    let making = try CreateOptions(params: ["t": 1], region: "us", input: 7)
    let made = try await fixture.client.create("counter", key: "n", options: making)
    let post = try #require(fixture.transport.requests.last)
    let body = try WireJSONReader.value(of: post.body)
    #expect(post.method == "POST")
    #expect((body["datacenter"], body["input"]) == ("us", "Bw=="))
    #expect(made.params == ["t": 1])
    fixture.transport.respond { _ in
      ScriptedTransport.json(["group": "actor", "code": "duplicate_key", "message": "exists"], status: 400)
    }
    let error = await thrown(ActorError.self) { try await fixture.client.create("counter", key: "n") }
    #expect(error == ActorError(group: "actor", code: "duplicate_key", message: "exists"))
    fixture.client.dispose()
    #expect(await thrown(ActorConnDisposed.self) { try await handle.action("get") } != nil)
  }

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

  @Test func `K4 a connection is connected with its first message`() async throws {
    let fixture = try ClientFixture()
    let connection = fixture.client.getOrCreate("counter").connect()
    var states: [ActorConnStatus] = []
    let token = connection.statusChanges().sink { states.append($0) }
    let socket = try await fixture.socket(0)
    #expect(socket.protocols == ["rivet", "rivet_encoding.json"])
    socket.deliver(.opened)
    socket.deliver(.pong)
    await Task.yield()
    #expect(states == [.connecting])
    socket.initialise()
    await until { connection.currentStatus == .connected }
    socket.drop()
    await until { connection.currentStatus == .disconnected }
    fixture.scheduler.advance(by: .milliseconds(250))
    (try await fixture.socket(1)).initialise()
    await until { connection.currentStatus == .connected }
    connection.dispose()
    #expect(states == [.connecting, .connected, .disconnected, .connecting, .connected, .disposed])
    token.cancel()
  }

  @Test func `K5 each connection opens and closes with a reason`() async throws {
    let fixture = try ClientFixture()
    let connection = fixture.client.getOrCreate("counter").connect()
    var events: [String] = []
    let tokens = [
      connection.opens().sink { events.append("open") }, connection.closes().sink { events.append($0.reason) },
    ]
    for (number, wait) in [250, 500].enumerated() {
      let socket = try await fixture.socket(number)
      socket.initialise()
      await until { connection.currentStatus == .connected }
      socket.drop()
      await until { connection.currentStatus == .disconnected }
      fixture.scheduler.advance(by: .milliseconds(wait))
    }
    // An attempt that fails neither opens nor closes.
    (try await fixture.socket(2)).drop()
    await until { connection.currentStatus == .disconnected }
    #expect(events == ["open", "dropped", "open", "dropped"])
    for token in tokens { token.cancel() }
    connection.dispose()
  }

  @Test func `K5 disposing ends every publisher and fails what waits`() async throws {
    let fixture = try ClientFixture()
    let (connection, socket) = try await fixture.connection()
    var ended = 0
    let count: (Completion<Never>) -> Void = { _ in ended += 1 }
    let tokens = [
      connection.status.sink(receiveCompletion: count) { _ in },
      connection.errors().sink(receiveCompletion: count) { _ in },
      connection.opens().sink(receiveCompletion: count) { _ in },
      connection.closes().sink(receiveCompletion: count) { _ in },
      connection.events("e").sink(receiveCompletion: count) { _ in },
      connection.events("f", as: Int.self, String.self).sink(receiveCompletion: count) { _ in },
    ]
    let streams = Task {
      for await _ in connection.events("e").values {}
      for await _ in connection.statusChanges().values {}
    }
    let call = Task { try await connection.action("slow") }
    await until { socket.messages.contains(.action(id: 0, name: "slow", arguments: [])) }
    connection.dispose()
    await streams.value
    connection.dispose()
    #expect(ended == 6)
    #expect(await thrown(ActorConnDisposed.self) { try await call.value } != nil)
    #expect(socket.closed == SocketClose(code: 1000, reason: "Disposed"))
    #expect(fixture.client.connectionCount == 0)
    #expect(fixture.scheduler.isIdle)
    for token in tokens { token.cancel() }
  }

  @Test func `K6 queued actions are sent in order, those in flight fail`() async throws {
    let fixture = try ClientFixture()
    let connection = fixture.client.getOrCreate("counter").connect()
    let first = Task { try await connection.action("a", as: Int.self) }
    let second = Task { try await connection.action("b", as: Int.self) }
    await until { connection.pendingCount == 2 }
    let socket = try await fixture.socket(0)
    #expect(socket.messages.isEmpty)
    socket.initialise()
    await until { socket.messages.count == 2 }
    #expect(socket.messages.first == .action(id: 0, name: "a", arguments: []))
    socket.deliver(.response(id: 1, output: 2))
    #expect(try await second.value == 2)
    socket.drop()
    #expect(await thrown(ActorError.self) { try await first.value }?.code == "connection_lost")
    let third = Task { try await connection.action("c", as: Int.self) }
    await until { connection.pendingCount == 1 }
    // A queued action survives attempts that fail.
    fixture.scheduler.advance(by: .milliseconds(500))
    (try await fixture.socket(1)).drop()
    await until { connection.currentStatus == .disconnected }
    fixture.scheduler.advance(by: .seconds(1))
    let last = try await fixture.socket(2)
    last.initialise()
    await until { !last.messages.isEmpty }
    #expect(last.messages == [.action(id: 2, name: "c", arguments: [])])
    last.deliver(.response(id: 2, output: 3))
    #expect(try await third.value == 3)
    connection.dispose()
    #expect(await thrown(ActorConnDisposed.self) { try await connection.action("d") } != nil)
  }

  @Test func `K6 actions that fail together fail in order`() async throws {
    let fixture = try ClientFixture()
    let connection = fixture.client.getOrCreate("counter").connect()
    var failed: [Int] = []
    let calls = (0..<20).map { number in
      Task {
        _ = try? await connection.action("a")
        failed.append(number)
      }
    }
    await until { connection.pendingCount == 20 }
    connection.dispose()
    for call in calls { await call.value }
    #expect(failed == Array(0..<20))
  }

  @Test func `K7 an event is subscribed once, and again before the queue`() async throws {
    let fixture = try ClientFixture()
    let (connection, socket) = try await fixture.connection()
    var received: [Int] = []
    let first = connection.events("e", as: Int.self).sink { received.append($0) }
    let second = connection.events("e").sink { _ in received.append(-1) }
    #expect(socket.messages == [.subscription(event: "e", isOn: true)])
    socket.deliver(.event(name: "e", arguments: [7]))
    await until { received.count == 2 }
    first.cancel()
    #expect(socket.messages.count == 1)
    socket.drop()
    await until { connection.currentStatus == .disconnected }
    // Not sent without a connection.
    let third = connection.events("f").sink { _ in }
    let call = Task { try await connection.action("a") }
    await until { connection.pendingCount == 1 }
    fixture.scheduler.advance(by: .milliseconds(500))
    let next = try await fixture.socket(1)
    next.initialise()
    await until { next.messages.count == 3 }
    #expect(
      next.messages == [
        .subscription(event: "e", isOn: true), .subscription(event: "f", isOn: true),
        .action(id: 0, name: "a", arguments: []),
      ])
    second.cancel()
    #expect(next.messages.last == .subscription(event: "e", isOn: false))
    third.cancel()
    connection.dispose()
    _ = await call.result
  }

  @Test func `K8 the arguments of an event are checked one by one`() async throws {
    let fixture = try ClientFixture()
    let (connection, socket) = try await fixture.connection()
    var pairs: [String] = []
    var errors: [ActorError] = []
    let tokens = [
      connection.errors().sink { errors.append($0) },
      connection.events("e", as: Int.self, String.self).sink { pairs.append("\($0)\($1)") },
      connection.events("none", as: Void.self).sink { pairs.append("none") },
      connection.events("one", as: UInt.self).sink { pairs.append("\($0)") },
    ]
    socket.deliver(.event(name: "e", arguments: [1.0, "a"]))
    socket.deliver(.event(name: "e", arguments: [1]))
    socket.deliver(.event(name: "e", arguments: [1, 2]))
    socket.deliver(.event(name: "none", arguments: []))
    socket.deliver(.event(name: "none", arguments: [1]))
    socket.deliver(.message(.text(#"{"body":{"tag":"Event","val":{"name":"one","args":2}}}"#)))
    socket.deliver(.event(name: "e", arguments: [2, "b"]))
    await until { pairs.count == 4 }
    #expect(pairs == ["1a", "none", "2", "2b"])
    #expect(errors.count == 3)
    #expect(
      errors.first
        == ActorError(
          group: "client", code: "decode_error", message: "failed to decode event e",
          metadata: ["event": "e", "detail": "expected 2 args, received 1"]))
    for token in tokens { token.cancel() }
    connection.dispose()
  }

  @Test func `K9 a malformed message fails what is in flight`() async throws {
    let fixture = try ClientFixture()
    let (connection, socket) = try await fixture.connection()
    var errors: [ActorError] = []
    let token = connection.errors().sink { errors.append($0) }
    let call = Task { try await connection.action("a") }
    await until { socket.messages.count == 1 }
    socket.deliver(.message(.text("not json")))
    let malformed = ActorError(group: "client", code: "malformed", message: "malformed response")
    #expect(await thrown(ActorError.self) { try await call.value } == malformed)
    #expect(errors == [malformed])
    #expect(connection.currentStatus == .connected)
    token.cancel()
    connection.dispose()
  }

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
}
