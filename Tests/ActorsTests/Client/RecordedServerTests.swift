import Reactive
import Testing
import Time

@testable import Actors

extension NetworkTests {
  /// The client against a socket on which a server plays what the real one has sent, byte by byte, or misbehaves.
  @Suite(.timeLimit(.minutes(10))) @MainActor struct RecordedServerTests {
    private typealias Step = PlayedServer.Step

    private let lines: [String]
    private let scheduler = ManualScheduler()
    /// The response with the actor of the recording.
    private let found: [PlayedServer.Step]

    init() throws {
      lines = try Recording().lines
      let put = lines.lazy.compactMap { RecordedRequest($0) }.first { $0.method == "PUT" }
      found = [.response(200, try #require(put).response)]
    }

    private func client(_ server: PlayedServer, encoding: WireEncoding = .json) throws -> RivetKitClient {
      let config = try ClientConfig(
        endpoint: "\(Endpoint(server.address))", disableMetadataLookup: true, encoding: encoding, environment: [:])
      let client = RivetKitClient(config: config, scheduler: scheduler)
      client.random = { 0 }
      return client
    }

    private func frame(_ line: String) -> Step? {
      let prefix = "json <- text "
      return line.hasPrefix(prefix) ? .message([UInt8](String(line.dropFirst(prefix.count)))) : nil
    }

    @Test func `recorded responses are understood`() async throws {
      let requests = lines.compactMap { RecordedRequest($0) }.filter { request in
        request.path.hasPrefix("/gateway/62558b332d622c0e/action/")
          && (try? WireJSONReader.value(of: [UInt8](request.body)))?["args"]?.elements != nil
      }
      #expect(requests.count > 10)
      let scripts = requests.flatMap { request in
        let answer = [Step.response(request.status, request.response, type: request.contentType)]
        // After an error that hides its cause, the actor is looked up again.
        return request.response.contains("internal_error") ? [answer, found] : [answer]
      }
      let server = try PlayedServer([found] + scripts)
      let client = try client(server)
      let handle = client.getOrCreate("counter", key: "a/b")
      for request in requests {
        let arguments = try #require(WireJSONReader.value(of: [UInt8](request.body))["args"]?.elements)
        let expected = try WireJSONReader.value(of: [UInt8](request.response))
        let name = request.path.split(separator: "/").last.map(String.init) ?? ""
        if request.status == 200 {
          #expect(try await handle.call(name, arguments) == expected["output"] ?? .null, "\(request.response)")
        } else {
          let error = await thrown(ActorError.self) { try await handle.call(name, arguments) }
          #expect(try #require(error) == ActorError(#require(ServerMessage.Failure(expected))), "\(request.response)")
        }
      }
      client.dispose()
    }

    @Test func `a recorded connection is understood`() async throws {
      let start = try #require(lines.firstIndex { $0.hasPrefix("json open") })
      let end = try #require(lines.firstIndex { $0.hasPrefix("json close") })
      let steps = lines[start..<end].compactMap { line in line.hasPrefix("-> {") ? Step.receive : frame(line) }
      let server = try PlayedServer([found, [.accept] + steps + [.close(1000, "kicked")]])
      let client = try client(server)
      let connection = client.getOrCreate("counter", key: "a/b").connect()
      var (counts, places): ([Int], [Double]) = ([], [])
      let counting = connection.events("newCount", as: Int.self).sink { counts.append($0) }
      let placing = connection.events("move", as: Double.self, Double.self).sink { places += [$0, $1] }
      let closes = Received(connection.closes())
      #expect(try await connection.action("increment", 1) == 12)
      #expect(counts == [12])
      #expect(connection.ids?.actor == "62558b332d622c0e")
      let calls: [(String, [JSONValue])] = [
        ("fail", ["zz"]), ("boom", []), ("params", []), ("move", [1.5, 2]), ("tick", []), ("bytes", []), ("nosuch", []),
      ]
      let running = calls.map { call in Task.immediate { try await connection.call(call.0, call.1) } }
      var results: [JSONValue] = []
      for task in running {
        do {
          results.append(try await task.value)
        } catch let error as ActorError {
          results.append(.string(error.code))
        }
      }
      #expect(results == ["zz", "internal_error", ["t": "é x"], nil, .undefined, .bytes([1, 2, 3]), "not_found"])
      await until { counts == [12, 22] }
      #expect(places == [1.5, 2])
      counting.cancel()
      #expect(await thrown(ActorError.self) { try await connection.action("kick") }?.code == "connection_lost")
      #expect(await closes.next() == SocketClose(code: 1000, reason: "kicked"))
      // The client has sent what that of the recording sent; it subscribes in another order.
      let sent = try server.received.map { try WireJSONReader.value(of: $0) }
      let recorded = try lines[start..<end].filter { $0.hasPrefix("-> {") }
        .map { try WireJSONReader.value(of: [UInt8](String($0.dropFirst(3)))) }
      #expect(Set(sent.prefix(2)) == Set(recorded.prefix(2)))
      #expect(Array(sent.dropFirst(2)) == Array(recorded.dropFirst(2)))
      placing.cancel()
      client.dispose()
    }

    @Test func `a recorded connection in CBOR is understood`() async throws {
      let frames = lines.filter { $0.hasPrefix("cbor <- bin ") }
        .map { Step.message([UInt8](hexadecimal: $0.dropFirst("cbor <- bin ".count)), opcode: 2) }
      #expect(frames.count == 4)
      let steps = [.accept, frames[0]] + frames.dropFirst().flatMap { [Step.receive, $0] }
      let server = try PlayedServer([found, steps + [.close(1011, "internal_error")]])
      let client = try client(server, encoding: .cbor)
      let connection = client.getOrCreate("counter", key: "a/b").connect()
      let errors = Received(connection.errors())
      for _ in 0..<3 { #expect(try await connection.action("getCount") == 32) }
      #expect(await errors.next()?.code == "internal_error")
      client.dispose()
    }

    /// What a server does in place of the right thing.
    enum Misbehaviour: CaseIterable, Sendable {
      case refuses, closesAtOnce, halfHandshake, closesBeforeInit, halfFrame, unknownOpcode, oversize, isSilent
      case fallsSilent, wrongOrder, unknownTags

      /// Whether the connection lasts all the same.
      var isHarmless: Bool { self == .wrongOrder || self == .unknownTags }
    }

    private let later = Step.message(HostEncoding.json.frame(ServerMessage.unknown(tag: "Later")).bytes)

    private func script(_ kind: Misbehaviour, _ initial: Step, _ rest: [Step]) -> [Step] {
      switch kind {
      case .refuses: [.response(404, "{}")]
      case .closesAtOnce: []
      case .halfHandshake: [.send([UInt8]("HTTP/1.1 101 Swit"))]
      case .closesBeforeInit: [.accept, .close(1011, "internal_error")]
      case .halfFrame: [.accept, initial, .send([0x81, 50, 65, 66])]
      case .unknownOpcode: [.accept, initial, .send([0x83, 0])]
      case .oversize: [.accept, initial, .send([0x82, 127, 0, 0, 1, 0, 0, 0, 0, 0, 65, 66])]
      case .isSilent: [.accept, .wait]
      case .fallsSilent: [.accept, initial, .wait]
      case .wrongOrder:
        [
          .accept, .message(HostEncoding.json.frame(ServerMessage.response(id: 0, output: 1)).bytes),
          .message(HostEncoding.json.frame(ServerMessage.event(name: "newCount", arguments: [2])).bytes),
          initial, initial,
        ] + rest
      case .unknownTags:
        [
          .accept, later, initial, later, .message([UInt8](#"{"body":{"tag":"Later"},"more":[1]}"#)),
          .message([UInt8](#"{"body":{"tag":"","val":7}}"#)),
        ] + rest
      }
    }

    @Test(arguments: Misbehaviour.allCases)
    func `a client recovers from a server that misbehaves`(kind: Misbehaviour) async throws {
      let initial = try #require(lines.lazy.compactMap { frame($0) }.first)
      let response = HostEncoding.json.frame(ServerMessage.response(id: 0, output: 12))
      let rest: [Step] = [.receive, .message(response.bytes), .wait]
      let server = try PlayedServer([found, script(kind, initial, rest), found, [.accept, initial] + rest])
      let client = try client(server)
      let connection = client.getOrCreate("counter", key: "a/b").connect()
      if !kind.isHarmless {
        if kind == .isSilent || kind == .fallsSilent {
          await until { server.isWaiting && (kind == .isSilent || connection.currentStatus == .connected) }
          // The limit of the first message, or two pings.
          scheduler.advance(by: .seconds(kind == .isSilent ? 15 : 25))
          scheduler.advance(by: .seconds(kind == .isSilent ? 0 : 25))
        }
        await until { connection.currentStatus == .disconnected }
        #expect(scheduler.nextInstant.map { $0 - scheduler.now } == .milliseconds(250))
        scheduler.advance(by: .milliseconds(250))
      }
      #expect(try await connection.action("increment", 1) == 12)
      #expect(connection.currentStatus == .connected)
      client.dispose()
    }

    @Test func `a client waits for a server that is slow`() async throws {
      let initial = try #require(lines.lazy.compactMap { frame($0) }.first)
      let response = Step.message(HostEncoding.json.frame(ServerMessage.response(id: 0, output: 12)).bytes)
      let halves = [initial, response].map { $0.halves }
      let server = try PlayedServer([
        found,
        [.accept, halves[0].0, .pause, halves[0].1, .receive, halves[1].0, .pause, halves[1].1, .wait],
      ])
      let client = try client(server)
      let connection = client.getOrCreate("counter", key: "a/b").connect()
      await until { server.isWaiting }
      scheduler.advance(by: .milliseconds(14_999))
      #expect(connection.currentStatus == .connecting)
      server.goOn()
      await until { connection.currentStatus == .connected }
      let call = Task { try await connection.action("increment", 1, as: Int.self) }
      await until { server.isWaiting }
      scheduler.advance(by: .seconds(25))
      server.goOn()
      #expect(try await call.value == 12)
      scheduler.advance(by: .seconds(25))
      #expect(connection.currentStatus == .connected)
      client.dispose()
    }
  }
}
