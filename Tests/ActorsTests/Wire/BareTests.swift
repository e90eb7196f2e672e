import Testing

@testable import Actors

/// BARE, in which other clients send their messages.
@Suite struct BareTests {
  @Test(
    arguments: [
      (.initial(actorID: "a", connectionID: "bc"), [0, 1, 0x61, 2, 0x62, 0x63]),
      (.response(id: 300, output: 5), [2, 0xAC, 2, 1, 5]),
      (.event(name: "e", arguments: [1]), [3, 1, 0x65, 2, 0x81, 1]),
      (
        .failure(.init(group: "g", code: "c", message: "m", metadata: 7), actionID: nil),
        [1, 1, 0x67, 1, 0x63, 1, 0x6D, 1, 1, 7, 0]
      ),
    ] as [(ServerMessage, [UInt8])])
  func `a message is written as its fields`(message: ServerMessage, fields: [UInt8]) {
    #expect(BareWriter.bytes(of: message) == [2, 0] + fields)
  }

  @Test func `an error says whether it answers an action`() {
    let failure = ServerMessage.Failure(group: "user", code: "no", message: "not now")
    let alone = BareWriter.bytes(of: .failure(failure, actionID: nil))
    #expect(alone.last == 0)
    #expect(BareWriter.bytes(of: .failure(failure, actionID: 5)) == alone.dropLast() + [1, 5])
  }

  @Test(
    arguments: [
      ([0, 7, 1, 0x61, 1, 0x80], .action(id: 7, name: "a", arguments: [])),
      ([0, 0xAC, 2, 0, 2, 0x81, 5], .action(id: 300, name: "", arguments: [5])),
      ([1, 1, 0x65, 1], .subscription(event: "e", isOn: true)),
      ([1, 1, 0x65, 0], .subscription(event: "e", isOn: false)),
    ] as [([UInt8], ClientMessage)])
  func `a message is read from its fields, and not from fewer`(fields: [UInt8], message: ClientMessage) {
    for version: UInt8 in 1...4 { #expect(BareReader.message(of: [version, 0] + fields) == message) }
    for count in 0..<fields.count {
      #expect(BareReader.message(of: [2, 0] + fields.prefix(count)) == nil, "\(count)")
    }
  }

  @Test(
    arguments: [
      [], [2], [2, 0], [0, 0, 1, 1, 0x65, 1], [5, 0, 1, 1, 0x65, 1], [2, 1, 1, 1, 0x65, 1], [2, 0, 2, 1, 0x65, 1],
      [2, 0, 1, 1, 0x65, 2], [2, 0, 1, 1, 0xFF, 1], [2, 0, 0, 7, 1, 0x61, 1, 0x05],
      [2, 0, 0] + [UInt8](repeating: 0xFF, count: 10),
    ] as [[UInt8]])
  func `other versions, kinds, flags and texts are no message`(bytes: [UInt8]) {
    #expect(BareReader.message(of: bytes) == nil)
  }
}
