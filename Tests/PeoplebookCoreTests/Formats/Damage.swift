import PeoplebookCore

/// Small random changes to the bytes of a file.
enum Damage {
  static func apply(to bytes: inout [UInt8], using generator: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let index = Int.random(in: bytes.indices, using: &generator)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &generator)
    case 1: bytes.remove(at: index)
    case 2:
      bytes.insert(
        contentsOf: [0x0D, 0x0A, 0x20, 0x3B, 0x3A, 0x22, 0x5C, 0x3D, 0x00].shuffled(using: &generator).prefix(3),
        at: index)
    case 3: bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 1...40, using: &generator)))
    default: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 30)], at: index)
    }
  }
}
