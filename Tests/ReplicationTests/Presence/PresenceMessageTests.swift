import Testing

@testable import Replication

@Suite struct PresenceMessageTests {
  @Test(arguments: [0, 1, 511, 512, 5_000]) func `a message is read as it was written`(size: Int) throws {
    let message = PresenceMessage(
      session: PresenceMessage.newSession(), heard: (0..<3).map { _ in PresenceMessage.newSession() },
      content: [UInt8](repeating: 7, count: size))
    #expect(message.bytes.count.isMultiple(of: 512))
    // The version, which other machines check.
    #expect(message.bytes.first == 1)
    #expect(try PresenceMessage(bytes: message.bytes) == message)
    for count in [0, 1, 17, 40] {
      #expect(throws: MalformedBytes.self) { try PresenceMessage(bytes: Array(message.bytes.prefix(count))) }
    }
    #expect(throws: MalformedBytes.self) { try PresenceMessage(bytes: [9] + message.bytes.dropFirst()) }
  }
}
