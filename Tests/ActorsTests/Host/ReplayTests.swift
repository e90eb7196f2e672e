import Reactive
import Testing

@testable import Actors

extension NetworkTests {
  /// The recording of the real server, replayed against the host: the answers are the same but for ids and times.
  @Suite(.timeLimit(.minutes(10))) struct ReplayTests {
    private let recordedID = "62558b332d622c0e"

    @Test func `every recorded request has the recorded response`() async throws {
      let host = try await ActorHost(CounterActor.definition())
      let transport = NetworkTransport()
      var id = ""
      var answered = 0
      for line in try Recording().lines {
        guard let recorded = RecordedRequest(line) else { continue }
        var headers = ["content-type": "application/json"]
        // Two requests differ from others in a header, which the recording names in the response only.
        if recorded.response.contains("`xml`") { headers["x-rivet-encoding"] = "xml" }
        if recorded.response.contains("Invalid params JSON") { headers["x-rivet-conn-params"] = "{x" }
        if recorded.path.hasSuffix("/action/params"), recorded.status == 200 {
          headers["x-rivet-conn-params"] = #"{"t":1}"#
        }
        // The sockets of the recording have counted on in between.
        if line.contains("/action/increment"), recorded.response.contains("22") {
          try await increment(host.endpoint.address, id, 7)
        }
        let response = try await transport.send(
          HTTPRequest(
            to: host.endpoint.address, method: recorded.method,
            path: recorded.path.replacing(recordedID, with: id), headers: headers, body: [UInt8](recorded.body)))
        #expect(response.status == recorded.status, "\(line)")
        answered += 1
        #expect(response.headers["content-type"] == recorded.contentType, "\(line)")
        // The recording has only the length of one content.
        guard let expected = try? WireJSONReader.value(of: [UInt8](recorded.response)), recorded.response != "651"
        else {
          #expect(recorded.response == "651" || response.text == recorded.response)
          continue
        }
        let value = try WireJSONReader.value(of: response.body)
        #expect(value.comparable == expected.comparable, "\(line)")
        if id.isEmpty, let found = value["actor"]?["actor_id"]?.text { id = found }
      }
      #expect(answered == 30)
      await host.stop()
    }

    private func increment(_ address: NetworkAddress, _ id: String, _ amount: Int) async throws {
      let path = "/gateway/\(id)/action/increment"
      _ = try await NetworkTransport().send(
        HTTPRequest(to: address, method: "POST", path: path, body: [UInt8](#"{"args":[\#(amount)]}"#)))
    }

    @Test func `the encodings over HTTP are those of the recording`() async throws {
      let (host, id) = try await counter()
      try await increment(host.endpoint.address, id, 11)
      let fail = JSONValue.object(["args": ["x"]])
      for (encoding, body, action, expected) in [
        ("cbor", CBORWriter.bytes(of: ["args": []]), "getCount", "a1666f75747075740b"),
        (
          "cbor", CBORWriter.bytes(of: fail), "fail",
          "a464636f646561786567726f75706475736572676d6573736167656c757365722073617973206e6f686d65746164617461a1616101"
        ),
        ("bare", [2, 0, 1, 0x80], "getCount", "0200010b"),
        ("bare", [2, 0, 3, 0x81, 0x61, 0x78], "fail", "0200047573657201780c757365722073617973206e6f0104a1616101"),
      ] {
        let response = try await NetworkTransport().send(
          HTTPRequest(
            to: host.endpoint.address, method: "POST", path: "/gateway/\(id)/action/\(action)",
            headers: ["x-rivet-encoding": encoding], body: body))
        #expect(response.body == [UInt8](hexadecimal: expected), "\(encoding) \(action)")
        #expect(response.status == (action == "fail" ? 400 : 200))
        #expect(
          response.headers["content-type"]
            == (action == "fail" ? "text/plain; charset=UTF-8" : "application/octet-stream"))
      }
      await host.stop()
    }

    private func counter(gates: Gates = Gates()) async throws -> (ActorHost, String) {
      let host = try await ActorHost(CounterActor.definition(gates: gates))
      let response = try await NetworkTransport().send(
        HTTPRequest(
          to: host.endpoint.address, method: "PUT", path: "/actors?namespace=default",
          body: [UInt8](#"{"name":"counter","key":"k","runner_name_selector":"default","crash_policy":"sleep"}"#)))
      return (host, try #require(WireJSONReader.value(of: response.body)["actor"]?["actor_id"]?.text))
    }

    /// A socket that keeps what it receives.
    private struct Peer {
      let events = Mailbox<SocketEvent>()
      let socket: any TransportSocket

      init(_ host: ActorHost, _ path: String, _ protocols: [String]) {
        let events = events
        socket = NetworkTransport().open(
          HTTPRequest(to: host.endpoint.address, path: path), protocols: protocols
        ) {
          events.post($0)
          if case .closed = $0 { events.finish() }
        }
      }

      func text(_ iterator: inout Mailbox<SocketEvent>.Iterator) async throws -> JSONValue {
        guard case .message(let frame)? = await iterator.next() else { return .undefined }
        return try WireJSONReader.value(of: frame.bytes)
      }
    }

    @Test func `a recorded JSON connection receives the recorded messages`() async throws {
      let (host, id) = try await counter()
      try await increment(host.endpoint.address, id, 11)
      let params = PercentEncoding.encoded(#"{"t":"é x"}"#)
      let peer = Peer(
        host, "/gateway/\(id)/connect", ["rivet", "rivet_encoding.json", "rivet_conn_params.\(params)"])
      var iterator = peer.events.makeAsyncIterator()
      #expect(await iterator.next() == .opened)
      let lines = try Recording().lines
      let start = try #require(lines.firstIndex { $0.hasPrefix("json open") })
      let end = try #require(lines.firstIndex { $0.hasPrefix("json close") })
      // Messages between two requests arrive in any order, since actions are concurrent.
      var expected: [JSONValue] = []
      func receiveExpected() async throws {
        var received: [JSONValue] = []
        for _ in expected { received.append(try await peer.text(&iterator).comparable) }
        #expect(Set(received) == Set(expected))
        expected = []
      }
      for line in lines[start...end] {
        if line.hasPrefix("json <- text ") {
          let value = try WireJSONReader.value(of: [UInt8](String(line.dropFirst("json <- text ".count)))).comparable
          // The event of a request over HTTP has been recorded before the request's response.
          if value["body"]?["val"]?["args"] == [22] { try await receiveExpected() }
          expected.append(value)
        } else if line.hasPrefix("-> {") {
          if expected.first?["body"]?["val"]?["args"] != [22] { try await receiveExpected() }
          peer.socket.send(.text(String(line.dropFirst(3))))
        } else if line.hasPrefix("POST") {
          try await increment(host.endpoint.address, id, 10)
          try await receiveExpected()
        }
      }
      #expect(await iterator.next() == .closed(SocketClose(code: 1000, reason: "kicked")))
      await host.stop()
    }

    private func close(_ peer: Peer) async -> SocketClose? {
      var last: SocketEvent?
      for await event in peer.events { last = event }
      if case .closed(let close)? = last { return close }
      return nil
    }

    @Test func `mistakes close a connection as recorded`() async throws {
      let (host, id) = try await counter()
      let protocols = ["rivet", "rivet_encoding.json"]
      let internalError = SocketClose(code: 1011, reason: "internal_error")
      let plain = Peer(host, "/gateway/\(id)/connect", protocols)
      plain.socket.send(.text(#"{"body":{"tag":"ActionRequest","val":{"id":9,"name":"getCount","args":[]}}}"#))
      #expect(await close(plain) == internalError)
      #expect(await close(Peer(host, "/gateway/nobody/connect", protocols)) == internalError)
      #expect(await close(Peer(host, "/gateway/\(id)/other", protocols)) == internalError)
      #expect(await close(Peer(host, "/gateway/\(id)/connect", ["rivet", "rivet_encoding.xml"]))?.code == 1006)
      for count in [70_000, 2_000_000] {
        let big = Peer(host, "/gateway/\(id)/connect", protocols)
        big.socket.send(.text(String(repeating: "x", count: count)))
        #expect(await close(big) == SocketClose(code: 1011, reason: "incoming_too_long"))
      }
      let refused = Peer(host, "/gateway/\(id)/connect", protocols + ["rivet_conn_params.%7B%22refuse%22%3A1%7D"])
      #expect(await close(refused) == SocketClose(code: 1011, reason: "user.refused"))
      for protocols in [["rivet"], []] {
        let peer = Peer(host, "/gateway/\(id)@token/connect", protocols)
        var iterator = peer.events.makeAsyncIterator()
        #expect(await iterator.next() == .opened)
        #expect(try await peer.text(&iterator)["body"]?["tag"] == "Init")
        peer.socket.close(code: 1000, reason: "")
      }
      await host.stop()
    }

    @Test func `binary connections are those of the recording`() async throws {
      let (host, id) = try await counter()
      try await increment(host.endpoint.address, id, 32)
      let cbor = Peer(host, "/gateway/\(id)/connect", ["rivet", "rivet_encoding.cbor"])
      var iterator = cbor.events.makeAsyncIterator()
      _ = await iterator.next()
      _ = await iterator.next()
      for (number, bytes) in ["c240", "c24101", "1b0000000000000002"].enumerated() {
        cbor.socket.send(.binary(request(id: bytes)))
        guard case .message(let frame)? = await iterator.next() else { continue }
        #expect(
          ServerMessage(try CBORReader.value(of: frame.bytes)) == .response(id: UInt64(number), output: 32))
      }
      cbor.socket.send(.binary(request(id: "03")))
      #expect(await iterator.next() == .closed(SocketClose(code: 1011, reason: "internal_error")))

      let bare = Peer(host, "/gateway/\(id)/connect", ["rivet", "rivet_encoding.bare"])
      iterator = bare.events.makeAsyncIterator()
      _ = await iterator.next()
      guard case .message(let initial)? = await iterator.next() else { return }
      #expect(initial.bytes.count == 57)
      #expect(initial.bytes.starts(with: [2, 0, 0, 16]))
      bare.socket.send(.binary([UInt8](hexadecimal: "0200000708676574436f756e740180")))
      #expect(await iterator.next() == .message(.binary([UInt8](hexadecimal: "02000207021820"))))
      await host.stop()
    }

    /// `{"body":{"tag":"ActionRequest","val":{"id":…,"name":"getCount","args":[]}}}` in CBOR.
    private func request(id: String) -> [UInt8] {
      [UInt8](hexadecimal: "a164626f6479a2637461676d416374696f6e526571756573746376616ca3626964\(id)")
        + [UInt8](hexadecimal: "646e616d6568676574436f756e74646172677380")
    }

    @Test func `responses arrive in the order in which actions end`() async throws {
      let gates = Gates()
      let (host, id) = try await counter(gates: gates)
      let peer = Peer(host, "/gateway/\(id)/connect", ["rivet"])
      var iterator = peer.events.makeAsyncIterator()
      _ = await iterator.next()
      _ = await iterator.next()
      for (index, name) in ["a", "b", "c"].enumerated() {
        let message = ClientMessage.action(id: UInt64(index), name: "slow", arguments: [.string(name)])
        peer.socket.send(HostEncoding.json.frame(message))
      }
      peer.socket.ping()
      #expect(await iterator.next() == .pong)
      for (index, name) in [(1, "b"), (2, "c"), (0, "a")] {
        await gates.release(name)
        #expect(ServerMessage(try await peer.text(&iterator)) == .response(id: UInt64(index), output: "done"))
      }
      await host.stop()
    }
  }
}

extension HostEncoding {
  func frame(_ message: ClientMessage) -> SocketFrame { .text("\(message.value)") }
}
