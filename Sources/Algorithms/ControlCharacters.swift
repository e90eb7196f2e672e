extension Unicode.Scalar {
  /// The visible stand-in for a character that must not reach a terminal; `nil` for one that may.
  ///
  /// | from data | drawn |
  /// |---|---|
  /// | U+0000–001F, DEL | its picture: `␀`…`␟`, `␡` (Escape is `␛`, a line feed `␊`) |
  /// | U+0080–009F (the other control characters) | `␦` |
  /// | line and paragraph separator | `␊` |
  /// | bidirectional controls, the deprecated format characters U+206A–206F, tags | `·` |
  ///
  /// All take one column.
  @inlinable
  public var standIn: Unicode.Scalar? {
    switch value {
    case 0x20...0x7E: nil
    case 0...0x1F: Unicode.Scalar(0x2400 + value)
    case 0x7F: "\u{2421}"
    case 0x80...0x9F: "\u{2426}"
    case 0x2028, 0x2029: "\u{240A}"
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x206A...0x206F, 0xE0000...0xE007F: "·"
    default: nil
    }
  }
}
