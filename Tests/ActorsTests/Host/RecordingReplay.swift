import Reactive
import Testing

@testable import Actors

/// Repeats each line of the recording of the real server against a host, and compares what the host answers.
final class RecordingReplay {
  private let host: ActorHost
  private let gates: Gates
  private var address: NetworkAddress { host.endpoint.address }
  private var ids: [String: String] = [:]
  private var peers: [String: RecordedPeer] = [:]
  /// The sockets that the recording's JSON and BARE messages were sent over.
  private var sender = ""
  /// The messages since the client last sent something, which arrive in any order: actions are concurrent.
  ///
  /// Only an event precedes the response of its action.
  private var expected: [JSONValue] = []

  /// The ids of the recording: of the actor of its first part, and of the second.
  private static let (first, second) = ("62558b332d622c0e", "5ca16fefdde13f0a")

  init(_ host: ActorHost, _ gates: Gates) {
    self.host = host
    self.gates = gates
  }

  /// Repeats a line; `false` if it is of an unknown kind.
  func replay(_ line: String) async throws -> Bool {
    if let request = RecordedRequest(line) { return try await replay(request, line) }
    let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
    switch (words[0], words.dropFirst().first) {
    case ("->", _): try await send(line, words)
    case ("cbor", "http"), ("bare", "http"): try await replayBinary(words[0], line)
    case (let name, "open"): try await open(name, line)
    case (let name, "<-") where words[2] == "text": expect(name, words[3])
    case (let name, "<-") where words[2] == "bin": try await compare(name, [UInt8](hexadecimal: words[3]), line)
    case (let name, "close"): try await close(name, line, words)
    case ("badenc", _): #expect(try handshake(["rivet_encoding.xml"]).split(separator: " ")[1] == "500")
    default: return try await replaySecondPart(line, words)
    }
    return true
  }

  // MARK: Requests

  private func send(
    _ method: String, _ path: String, _ body: [UInt8], _ headers: [String: String] = [:]
  ) async throws -> HTTPResponse {
    let path = ids.reduce(path) { $0.replacing($1.key, with: $1.value) }
    return try await NetworkTransport().send(
      HTTPRequest(to: address, method: method, path: path, headers: headers, body: body))
  }

  private func replay(_ recorded: RecordedRequest, _ line: String) async throws -> Bool {
    var headers = ["content-type": "application/json"]
    // Some requests differ from others in a header, which the recording names in the response only.
    if recorded.response.contains("`xml`") { headers["x-rivet-encoding"] = "xml" }
    if recorded.response.contains("Invalid params JSON") { headers["x-rivet-conn-params"] = "{x" }
    if recorded.path.hasSuffix("/action/params"), recorded.status == 200 {
      headers["x-rivet-conn-params"] = #"{"t":1}"#
    }
    let response = try await send(recorded.method, recorded.path, [UInt8](recorded.body), headers)
    #expect(response.status == recorded.status, "\(line)")
    #expect(response.headers["content-type"] == recorded.contentType, "\(line)")
    // The recording has only the length of one content.
    if recorded.response == "651" { return true }
    guard let value = try? WireJSONReader.value(of: [UInt8](recorded.response)) else {
      #expect(response.text == recorded.response)
      return true
    }
    let answer = try WireJSONReader.value(of: response.body)
    #expect(answer.comparable == value.comparable, "\(line)")
    if ids.isEmpty { ids[Self.first] = answer["actor"]?["actor_id"]?.text }
    // The recording has the event of a request before its response.
    try await receiveExpected()
    return true
  }

  /// Repeats `cbor http STATUS TYPE BYTES` or `bare http STATUS BYTES`; the counts identify the actions.
  private func replayBinary(_ encoding: String, _ line: String) async throws {
    let isFailure = line.contains(" err ")
    let action = isFailure ? "fail" : "increment"
    let argument: JSONValue = isFailure ? "x" : encoding == "cbor" ? 5 : 1
    let arguments = CBORWriter.bytes(of: [argument])
    let body =
      encoding == "cbor" ? CBORWriter.bytes(of: ["args": [argument]]) : [2, 0, UInt8(arguments.count)] + arguments
    let response = try await send(
      "POST", "/gateway/\(Self.first)/action/\(action)", body, ["x-rivet-encoding": encoding])
    #expect(response.status == (isFailure ? 400 : 200), "\(line)")
    let recorded = [UInt8](hexadecimal: line.split(separator: " ").last ?? "")
    if encoding == "cbor" {
      #expect(try CBORReader.value(of: response.body) == CBORReader.value(of: recorded), "\(line)")
    } else {
      #expect(try RecordedBare(response.body, isFailure) == RecordedBare(recorded, isFailure), "\(line)")
    }
    if line.contains(" text/plain") || line.contains(" application/") {
      #expect(response.headers["content-type"].map { line.contains(" \($0) ") } == true, "\(line)")
    }
  }

  // MARK: Connections

  private func protocols(_ name: String) -> [String] {
    switch name {
    case "json": ["rivet", "rivet_encoding.json", "rivet_conn_params." + PercentEncoding.encoded(#"{"t":"é x"}"#)]
    case "noenc": ["rivet"]
    case "noproto": []
    case "cbor", "bare": ["rivet", "rivet_encoding.\(name)"]
    default: ["rivet", "rivet_encoding.json"]
    }
  }

  private func path(_ name: String) -> String {
    let id = name == "badactor" ? "deadbeef" : ids[name == "second" ? Self.second : Self.first] ?? ""
    return "/gateway/\(id)/\(name == "badpath" ? "other" : "connect")"
  }

  /// The head of the host's answer to a handshake.
  private func handshake(_ protocols: [String]) throws -> String {
    let list = protocols.isEmpty ? "" : "Sec-WebSocket-Protocol: \(protocols.joined(separator: ", "))\r\n"
    let request = SilentPeer.opening(path("json"), list)
    let peer = try SilentPeer(address, sending: request)
    defer { peer.close() }
    return peer.head()
  }

  private func open(_ name: String, _ line: String) async throws {
    // The client does not show which subprotocol the server has chosen.
    let head = try handshake(protocols(name)).lowercased()
    #expect(head.hasPrefix("http/1.1 101 "))
    #expect(head.contains("sec-websocket-protocol: rivet\r\n") == line.hasSuffix("proto= rivet"), "\(line)")
    let peer = RecordedPeer(host, path(name), protocols(name))
    #expect(await peer.next() == .opened)
    peers[name] = peer
    sender = name
  }

  private func expect(_ name: String, _ text: String) {
    sender = name
    if let value = try? WireJSONReader.value(of: [UInt8](text)) { expected.append(value.comparable) }
  }

  private func receiveExpected() async throws {
    let wanted = expected
    expected = []
    var received: [JSONValue] = []
    for _ in wanted {
      if let value = try await peers[sender]?.value() { received.append(value.comparable) }
    }
    #expect(Set(received) == Set(wanted))
    // The response of the action that broadcasts this event has the result null.
    if let event = received.firstIndex(where: { $0["body"]?["val"]?["name"] == "move" }) {
      #expect(received[event...].contains { $0["body"]?["val"]?["output"] == .null })
    }
  }

  private func send(_ line: String, _ words: [String]) async throws {
    try await receiveExpected()
    let peer = peers[sender]
    if words[1] == "cbor" {
      // `{"body":{"tag":"ActionRequest","val":{"id":…,"name":"getCount","args":[]}}}`
      let hexadecimal =
        "a164626f6479a2637461676d416374696f6e526571756573746376616ca3626964\(words[3])"
        + "646e616d6568676574436f756e74646172677380"
      peer?.socket.send(.binary([UInt8](hexadecimal: hexadecimal)))
    } else if words[1].hasPrefix("{") {
      peer?.socket.send(.text(String(line.dropFirst(3))))
    } else {
      peer?.socket.send(.binary([UInt8](hexadecimal: words[1])))
    }
  }

  private func compare(_ name: String, _ recorded: [UInt8], _ line: String) async throws {
    let received = await peers[name]?.bytes() ?? []
    if name == "cbor" {
      #expect(
        try CBORReader.value(of: received).comparable == CBORReader.value(of: recorded).comparable, "\(line)")
    } else if recorded.starts(with: [2, 0, 0]) {
      // The first message: an id of 16 digits, and a UUID.
      #expect(received.count == recorded.count && received.prefix(4) == recorded.prefix(4), "\(line)")
    } else {
      #expect(received == recorded, "\(line)")
    }
  }

  private func close(_ name: String, _ line: String, _ words: [String]) async throws {
    if name != "bare" { try await receiveExpected() }
    if name == "big" { peers[name]?.socket.send(.text(String(repeating: "x", count: 70_000))) }
    if words[2] == "1005" {
      // The recorded client has closed it, without a code; that of this module sends one.
      peers[name]?.socket.close(code: 1000, reason: "")
      #expect(await peers[name]?.close() != nil, "\(line)")
    } else {
      #expect(await peers[name]?.close() == SocketClose(code: Int(words[2]) ?? 0, reason: words[3]), "\(line)")
    }
  }
}

extension RecordingReplay {
  private func replaySecondPart(_ line: String, _ words: [String]) async throws -> Bool {
    let output = line.split(separator: " 200 ").last.map { [UInt8](String($0)) } ?? []
    switch words[0] {
    case "====":
      let body: JSONValue = [
        "name": "counter", "key": "second", "runner_name_selector": "default", "crash_policy": "sleep",
        "input": "oWVzdGFydBgq",
      ]
      let response = try await send("PUT", "/actors?namespace=default", WireJSONWriter.bytes(of: body))
      ids[Self.second] = try WireJSONReader.value(of: response.body)["actor"]?["actor_id"]?.text
    case "getCount", "getInput", "token", "header":
      var (path, headers) = ("/gateway/\(Self.second)", [String: String]())
      if words[0] == "token" { path += "@token" }
      if words[0] == "header" {
        path = ""
        headers = ["x-rivet-target": "actor", "x-rivet-actor": ids[Self.second] ?? ""]
      }
      let action = words[0] == "getInput" ? "getInput" : "getCount"
      let response = try await send("POST", "\(path)/action/\(action)", [UInt8](#"{"args":[]}"#), headers)
      #expect(response.status == 200)
      #expect(try WireJSONReader.value(of: response.body) == WireJSONReader.value(of: output), "\(line)")
    case "<-" where line.contains("Init"):
      let peer = RecordedPeer(host, path("second"), protocols("second"))
      #expect(await peer.next() == .opened)
      peers["second"] = peer
      #expect(
        try await peer.value().comparable == WireJSONReader.value(of: [UInt8](String(line.dropFirst(3)))).comparable)
      for (id, name) in ["a", "b", "c"].enumerated() {
        let message = ClientMessage.action(id: UInt64(id), name: "slow", arguments: [.string(name)])
        peer.socket.send(.text("\(message.value)"))
      }
    case "pong":
      peers["second"]?.socket.ping()
      #expect(await peers["second"]?.next() == .pong)
    case "<-":
      // The actions end in the recorded order.
      let message = try WireJSONReader.value(of: [UInt8](String(line.dropFirst(3))))
      guard case .response(let id, _)? = ServerMessage(message) else { return false }
      await gates.release(["a", "b", "c"][Int(id)])
      #expect(try await peers["second"]?.value() == message, "\(line)")
    case "close":
      peers["second"]?.socket.send(.text("{}"))
      #expect(await peers["second"]?.close() == SocketClose(code: 1011, reason: "internal_error"), "\(line)")
    default: return false
    }
    return true
  }
}

/// A response in BARE, without the form of the CBOR in it, which may differ for one value.
private struct RecordedBare: Equatable {
  private var texts: [String] = []
  private var value: JSONValue = .undefined

  init(_ bytes: [UInt8], _ isFailure: Bool) throws {
    try #require(bytes.starts(with: [2, 0]))
    var rest = bytes.dropFirst(2)
    /// Reads a text or data of less than 128 bytes.
    func next() -> ArraySlice<UInt8> {
      let count = Int(rest.popFirst() ?? 0)
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    if isFailure {
      for _ in 0..<3 { texts.append(String(decoding: next(), as: UTF8.self)) }
      #expect(rest.popFirst() == 1)
    }
    value = try CBORReader.value(of: Array(next()))
    #expect(rest.isEmpty)
  }
}
