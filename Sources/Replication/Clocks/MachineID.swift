import Algorithms

/// The identifier of a machine that takes part in a shared book.
///
/// It is derived from the machine's public key, so that an entry cannot claim to be from another machine.
public struct MachineID: Hashable, Sendable, Comparable, CustomStringConvertible {
  let high: UInt64
  let low: UInt64

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The number of bytes of an identifier.
  static let size = 16

  /// Creates an identifier from 16 bytes; `nil` for another number of bytes.
  init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.size else { return nil }
    self.init(high: Self.number(bytes.prefix(8)), low: Self.number(bytes.dropFirst(8)))
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

  /// The identifier of the state that all machines begin with.
  static let origin = MachineID(high: 0, low: 0)

  var bytes: [UInt8] {
    [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
  }

  /// 32 hexadecimal digits.
  public var description: String { Hexadecimal.text(of: bytes) }

  /// The first digits, which distinguish machines of the same name.
  var prefix: String { String(description.prefix(8)) }

  /// Reads 32 lower-case hexadecimal digits; `nil` for any other text.
  init?(_ text: some StringProtocol) {
    guard !text.utf8.contains(where: { (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) }),
      let bytes = Hexadecimal.bytes(of: text)
    else { return nil }
    self.init(bytes: bytes)
  }

  /// Compares the bytes.
  public static func < (left: MachineID, right: MachineID) -> Bool { (left.high, left.low) < (right.high, right.low) }
}
