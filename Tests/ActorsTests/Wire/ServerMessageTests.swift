import Testing

@testable import Actors

/// The messages of the recording, in both directions and both encodings.
@Suite struct ServerMessageTests {
  @Test func `every recorded JSON message of the server is read and written`() throws {
    let texts = try Recording().texts(after: "<- text ") + Recording().texts(after: "<- {").map { "{" + $0 }
    #expect(texts.count == 20)
    for text in texts {
      let value = try WireJSONReader.value(of: [UInt8](text))
      let message = try #require(ServerMessage(value))
      if case .unknown = message { Issue.record("unknown: \(text)") }
      #expect(message.value == value)
    }
  }

  @Test func `every recorded JSON message of the client is read and written`() throws {
    let texts = try Recording().texts(after: "-> {\"body").map { "{\"body" + $0 }
    #expect(texts.count == 13)
    for text in texts {
      let value = try WireJSONReader.value(of: [UInt8](text))
      // The recorded client once sent a plain number for an id, and the server closed the connection.
      guard !text.contains("\"id\":9") else {
        #expect(ClientMessage(value) == nil)
        continue
      }
      #expect(ClientMessage(value)?.value == value)
    }
  }

  @Test func `every recorded CBOR message is read`() throws {
    let frames = try Recording().texts(after: "cbor <- bin ").map {
      ServerMessage(try CBORReader.value(of: [UInt8](hexadecimal: $0)))
    }
    #expect(frames.count == 4)
    let connection = "45dbae70-b24e-4628-8b38-d01bf526083"
    guard case .initial("62558b332d622c0e", let id) = frames[0] else {
      Issue.record("\(String(describing: frames[0]))")
      return
    }
    #expect(id.count == 36 || id == connection)
    #expect(frames[1...] == [0, 1, 2].map { .response(id: $0, output: 32) }[...])
    let failure = try #require(Recording().texts(after: "cbor http err 400 text/plain; charset=UTF-8 ").first)
    #expect(
      ServerMessage.Failure(try CBORReader.value(of: [UInt8](hexadecimal: failure)))
        == .init(group: "user", code: "x", message: "user says no", metadata: ["a": 1]))
  }

  @Test func `an id of a request is a BigInt in both encodings`() {
    let message = ClientMessage.action(id: 7, name: "add", arguments: [1])
    #expect(WireJSONWriter.bytes(of: message.value).contains([UInt8](#"["$BigInt","7"]"#)))
    #expect(CBORWriter.bytes(of: message.value).contains([0x1B, 0, 0, 0, 0, 0, 0, 0, 7]))
  }

  @Test func `an unknown tag and unknown fields are tolerated`() throws {
    let unknown = try WireJSONReader.value(of: [UInt8](#"{"body":{"tag":"Later","val":{"a":1}},"more":1}"#))
    #expect(ServerMessage(unknown) == .unknown(tag: "Later"))
    let event = try WireJSONReader.value(of: [UInt8](#"{"body":{"tag":"Event","val":{"name":"a","args":5,"x":[]}}}"#))
    #expect(ServerMessage(event) == .event(name: "a", arguments: [5]))
    let plain = try WireJSONReader.value(of: [UInt8](#"{"body":{"tag":"ActionResponse","val":{"id":3}}}"#))
    #expect(ServerMessage(plain) == .response(id: 3, output: .undefined))
    #expect(ServerMessage(["body": ["tag": "Init", "val": [:]]]) == nil)
    #expect(ServerMessage([]) == nil)
  }
}
