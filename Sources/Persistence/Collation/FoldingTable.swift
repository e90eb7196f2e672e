/// A table of the folded forms of Latin, Greek and Cyrillic letters, which are the most frequent.
///
/// In these scripts a scalar is folded independently of the adjacent ones.
struct FoldingTable: Sendable {
  static let shared = FoldingTable()

  private static let ranges: [Range<UInt32>] = [0x80..<0x530, 0x1E00..<0x2000]
  private var starts: [UInt16] = []
  private var bytes: [UInt8] = []
  private var wordless: Set<UInt32> = []

  private init() {
    for value in Self.ranges.joined() {
      starts.append(UInt16(bytes.count))
      guard let scalar = Unicode.Scalar(value) else { continue }
      let folded = Folding.foldSlowly(String(scalar))
      bytes += folded.utf8
      if !folded.unicodeScalars.allSatisfy(\.isOfWord) { wordless.insert(value) }
    }
    starts.append(UInt16(bytes.count))
  }

  /// The folded form in UTF-8; `nil`: another script's scalar.
  subscript(scalar: Unicode.Scalar) -> ArraySlice<UInt8>? {
    guard let index = Self.index(of: scalar.value) else { return nil }
    return bytes[Int(starts[index])..<Int(starts[index + 1])]
  }

  /// Whether the folded form is part of a word, like a letter, or separates two.
  func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    !wordless.contains(scalar.value)
  }

  private static func index(of value: UInt32) -> Int? {
    switch value {
    case 0x80..<0x530: Int(value - 0x80)
    case 0x1E00..<0x2000: Int(value - 0x1E00 + 0x530 - 0x80)
    default: nil
    }
  }
}
