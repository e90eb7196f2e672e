@testable import Actors

extension JSONValue {
  /// A random value of at most the given depth.
  static func random(depth: Int, using generator: inout some RandomNumberGenerator) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 14 : 11), using: &generator) {
    case 0: return .null
    case 1: return .undefined
    case 2: return .bool(.random(using: &generator))
    case 3: return .integer(.random(in: -1_000...1_000, using: &generator))
    case 4: return .integer(.random(in: -largestSafeInteger...largestSafeInteger, using: &generator))
    case 5: return .number(.random(in: -1e6...1e6, using: &generator))
    case 6: return .number(Double(bitPattern: .random(in: 0...0x7FE0_0000_0000_0000, using: &generator)))
    case 7:
      let digits = (0..<Int.random(in: 1...60, using: &generator)).map { _ in
        "\(Int.random(in: 0...9, using: &generator))"
      }
      let sign = Bool.random(using: &generator) ? "-" : ""
      return BigInt(sign + digits.joined()).map { .bigInt($0) } ?? .null
    case 8, 9: return .string(text(using: &generator))
    case 10:
      return .bytes(
        (0..<Int.random(in: 0...20, using: &generator)).map { _ in .random(in: 0...255, using: &generator) })
    case 11:
      // Looks like an escape.
      let name = ["$BigInt", "$", "$$x", "$Nothing", "$$"].randomElement(using: &generator) ?? "$"
      return .array([.string(name), random(depth: depth - 1, using: &generator)])
    case 12:
      return .array(
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in random(depth: depth - 1, using: &generator) })
    default:
      let members = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
        (text(using: &generator), random(depth: depth - 1, using: &generator))
      }
      return .object(Dictionary(members) { $1 })
    }
  }

  private static func text(using generator: inout some RandomNumberGenerator) -> String {
    let pieces = ["a", "Z", "é", "🙂", "\"", "\\", "\n", "\u{0}", "\u{1F}", "$", "/", "漢", "\u{2028}", " "]
    return (0..<Int.random(in: 0...8, using: &generator)).compactMap { _ in pieces.randomElement(using: &generator) }
      .joined()
  }
}
