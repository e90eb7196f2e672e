import CICU

/// The form of text for searches: without case, accents, width and apostrophes, with one kana script.
///
/// Typed plain letters therefore match the others: `muller` matches Müller, `lukasz` Łukasz, `strasse` Straße, `obrien`
/// O'Brien, `abc` ＡＢＣ, and hiragana matches katakana.
public enum Folding {
  /// The folded text.
  ///
  /// Folding it again changes nothing.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public static func fold(_ text: String) -> String {
    var text = text
    if let ascii = text.withUTF8(foldASCII) { return ascii }
    return foldByTable(text) ?? foldSlowly(text)
  }

  private static func foldByTable(_ text: String) -> String? {
    var folded: [UInt8] = []
    folded.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if scalar.value < 0x80 {
        guard scalar != "'", scalar != "`" else { continue }
        folded.append((0x41...0x5A).contains(scalar.value) ? UInt8(scalar.value) | 0x20 : UInt8(scalar.value))
      } else if let form = FoldingTable.shared[scalar] {
        folded += form
      } else if let form = eastAsian(scalar) {
        folded += form.utf8
      } else {
        return nil
      }
    }
    return String(decoding: folded, as: UTF8.self)
  }

  /// The folded form of a Chinese character, a kana or a Korean syllable, the most frequent characters of these
  /// languages.
  ///
  /// `nil` for one with marks that change it.
  private static func eastAsian(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x4E00...0x9FFF, 0x3041...0x3096, 0xAC00...0xD7A3: scalar
    case 0x30A1...0x30F6: hiragana(for: scalar)
    default: nil
    }
  }

  /// Folds text of any script.
  static func foldSlowly(_ text: String) -> String {
    var folded = String.UnicodeScalarView()
    for scalar in normalized(text, cicu_decompose) { append(scalar, to: &folded) }
    // Korean syllables and voiced kana were decomposed, and are composed again.
    let isApart = folded.contains { (0x1100...0x11FF).contains($0.value) || $0.value == 0x3099 || $0.value == 0x309A }
    return String(isApart ? normalized(String(folded), cicu_compose) : folded)
  }

  /// The digits of a phone number, without `tel:` and extension.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the number.
  public static func digits(_ phone: String) -> String {
    var digits = ""
    for scalar in phone.unicodeScalars {
      if scalar == ";" { break }
      if scalar.value < 0x80 {
        if (0x30...0x39).contains(scalar.value) { digits.unicodeScalars.append(scalar) }
        continue
      }
      guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else { continue }
      digits.unicodeScalars.append(Unicode.Scalar(0x30 + UInt8(value)))
    }
    return digits
  }

  private static func foldASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    for byte in bytes where byte >= 0x80 { return nil }
    return String(unsafeUninitializedCapacity: bytes.count) { target in
      var count = 0
      for byte in bytes where byte != 0x27 && byte != 0x60 {
        target[count] = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
        count += 1
      }
      return count
    }
  }

  private typealias Normalizer = (UnsafePointer<UInt16>?, Int32, UnsafeMutablePointer<UInt16>?, Int32) -> Int32

  /// Decomposed for compatibility, which separates accents and turns ligatures and full-width letters into plain ones;
  /// or composed again.
  private static func normalized(_ text: String, _ normalize: Normalizer) -> String.UnicodeScalarView {
    let source = Array(text.utf16)
    var result = [UInt16](repeating: 0, count: source.count * 3 + 16)
    var count = Int(normalize(source, Int32(source.count), &result, Int32(result.count)))
    if count > result.count {
      result = [UInt16](repeating: 0, count: count)
      count = Int(normalize(source, Int32(source.count), &result, Int32(result.count)))
    }
    return count < 0 ? text.unicodeScalars : String(decoding: result[..<count], as: UTF16.self).unicodeScalars
  }

  private static func append(_ scalar: Unicode.Scalar, to folded: inout String.UnicodeScalarView) {
    if scalar.value < 0x80, scalar != "'", scalar != "`" {
      let isUpper = (0x41...0x5A).contains(scalar.value)
      folded.append(isUpper ? Unicode.Scalar(UInt8(scalar.value | 0x20)) : scalar)
    } else if let stand = scalar.value < 0x400 ? standIns[scalar] : nil {
      folded.append(contentsOf: stand.unicodeScalars)
    } else if !isApostrophe(scalar), !isDropped(scalar) {
      let lower = Unicode.Scalar(UInt32(bitPattern: cicu_fold_case(Int32(scalar.value)))) ?? scalar
      folded.append(digit(for: lower) ?? hiragana(for: lower))
    }
  }

  private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x80 else { return false }
    switch UInt32(cicu_category(Int32(scalar.value))) {
    case U_ENCLOSING_MARK.rawValue, U_FORMAT_CHAR.rawValue: return true
    case U_NON_SPACING_MARK.rawValue: return !spellsTheWord(scalar)
    default: return false
    }
  }

  /// The vowel signs of Indic and south-east Asian scripts and the voicing marks of kana are marks too, but a word
  /// without them is another word.
  private static func spellsTheWord(_ mark: Unicode.Scalar) -> Bool {
    switch mark.value {
    case 0x0900...0x0DFF, 0x0E00...0x0FFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3099, 0x309A: true
    default: false
    }
  }

  /// The ASCII digit for a digit of any script.
  private static func digit(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else { return nil }
    return Unicode.Scalar(0x30 + UInt8(value))
  }

  private static func hiragana(for scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard (0x30A1...0x30F6).contains(scalar.value) else { return scalar }
    return Unicode.Scalar(scalar.value - 0x60) ?? scalar
  }

  private static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "'", "`", "\u{2018}", "\u{2019}", "\u{201B}", "\u{02BB}", "\u{02BC}", "\u{02B9}", "\u{00B4}", "\u{2032}": true
    default: false
    }
  }

  /// Letters without a decomposition that users type without their stroke, and ligatures.
  private static let standIns: [Unicode.Scalar: String] = [
    "ł": "l", "Ł": "l", "đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "ø": "o", "Ø": "o", "æ": "ae", "Æ": "ae", "œ": "oe",
    "Œ": "oe", "ß": "ss", "ẞ": "ss", "ı": "i", "þ": "th", "Þ": "th", "ħ": "h", "Ħ": "h", "ŧ": "t", "Ŧ": "t",
    "ŋ": "n", "Ŋ": "n", "ς": "σ",
  ]
}
