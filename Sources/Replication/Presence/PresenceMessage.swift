/// What one machine announces to the others through a relay, which passes it on and cannot read it.
///
/// A relay could record a message and repeat it later. So each machine has a random session, and believes only messages
/// of machines that name this session among those that they have heard.
struct PresenceMessage: Hashable {
  /// Identifies one connection of the sender: 16 random bytes.
  var session: [UInt8]
  /// The sessions that the sender has heard.
  var heard: [[UInt8]]
  /// The programs that have the book open, in the form that the caller has chosen.
  var content: [UInt8]

  static func newSession() -> [UInt8] { Sodium.random(sessionSize) }

  private static let sessionSize = 16
  private static let version: UInt64 = 1
  /// Lengths are multiples of this, so that a relay does not learn which field is edited from the length of its name.
  private static let blockSize = 512

  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(Self.version)
    writer.write(raw: session)
    writer.write(heard) { $0.write(raw: $1) }
    writer.write(content)
    let rest = writer.bytes.count % Self.blockSize
    return writer.bytes + [UInt8](repeating: 0, count: rest == 0 ? 0 : Self.blockSize - rest)
  }
}

extension PresenceMessage {
  init(bytes: [UInt8]) throws(MalformedBytes) {
    var reader = ByteReader(bytes)
    guard try reader.number() == Self.version else { throw MalformedBytes() }
    session = try reader.raw(Self.sessionSize)
    heard = try reader.list { (reader) throws(MalformedBytes) in try reader.raw(Self.sessionSize) }
    content = try reader.data()
  }
}
