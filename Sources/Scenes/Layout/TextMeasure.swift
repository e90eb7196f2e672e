/// Measures text in columns.
///
/// The host of a scene replaces ``displayWidth`` by the measure of its terminal; without a host, wide characters are
/// recognised by their blocks in Unicode.
@MainActor
public enum TextMeasure {
  /// The number of columns of a character.
  public static var displayWidth: (Character) -> Int = { character in
    guard let scalar = character.unicodeScalars.first else { return 0 }
    if scalar.properties.isEmojiPresentation { return 2 }
    return wideBlocks.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  /// The blocks of characters that take two columns.
  private static let wideBlocks: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD,
  ]

  static func width(of text: some StringProtocol) -> Int {
    var width = 0
    for character in text { width += columns(of: character) }
    return width
  }

  /// The columns of a character; ASCII is measured here, since it is most of the text.
  static func columns(of character: Character) -> Int {
    character.isASCII ? 1 : displayWidth(character)
  }
}
