import CICU

/// The text by which a record is found: the folded words of all its texts, each after a blank, as in ` ada lovelace
/// 901820`.
///
/// A search matches the beginnings of these words. A part to be found in the middle is therefore added as a word of its
/// own: each pair of characters of an unspaced script, and the suffixes of a long number.
struct SearchText {
  private(set) var bytes: [UInt8] = []
  /// The position of the current word's blank.
  private var start = 0
  /// Whether this is a typed search, which is not split further than necessary.
  private let isTyped: Bool

  init(isTyped: Bool = false) {
    self.isTyped = isTyped
  }

  var string: String { String(decoding: bytes, as: UTF8.self) }

  mutating func append(_ text: String) {
    start = bytes.count
    let before = bytes.count
    for scalar in text.unicodeScalars {
      if scalar.value < 0x80 {
        append(ascii: UInt8(scalar.value))
      } else if let form = FoldingTable.shared[scalar] {
        if FoldingTable.shared.isOfWord(scalar) {
          for byte in form { append(byte) }
        } else {
          // The Catalan `ŀ` folds to `l·`, of which the dot separates words.
          if (0x13F...0x140).contains(scalar.value) { append(ascii: 0x6C) }
          endWord()
        }
      } else {
        bytes.removeSubrange(before...)
        append(folded: Folding.fold(Self.separated(text)))
        return
      }
    }
    endWord()
  }

  /// The text with a blank in place of each fraction.
  static func separated(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.separatesWords) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.separatesWords ? " " : $0 }))
  }

  private mutating func append(ascii byte: UInt8) {
    switch byte {
    case 0x61...0x7A, 0x30...0x39: append(byte)
    case 0x41...0x5A: append(byte | 0x20)
    case 0x27, 0x60: break
    default: endWord()
    }
  }

  private mutating func append(folded text: String) {
    start = bytes.count
    // The current run of characters of an unspaced script.
    var run: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars {
      if scalar.isOfWord, scalar.isWrittenWithoutBlanks {
        if run.isEmpty { endWord() }
        run.append(scalar)
        continue
      }
      appendPairs(of: run)
      run.removeAll()
      if scalar.isOfWord { append(scalar) } else { endWord() }
    }
    appendPairs(of: run)
    endWord()
  }

  /// A pair for each character; the last is also a word of its own, unless the text is a typed search.
  private mutating func appendPairs(of run: [Unicode.Scalar]) {
    for (index, scalar) in run.enumerated() {
      guard index + 1 < run.count || index == 0 || !isTyped else { return }
      append(scalar)
      if index + 1 < run.count { append(run[index + 1]) }
      endWord()
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    for byte in scalar.utf8 { append(byte) }
  }

  private mutating func append(_ byte: UInt8) {
    if start == bytes.count { bytes.append(0x20) }
    bytes.append(byte)
  }

  private mutating func endWord() {
    let end = bytes.count
    let first = start + 1
    start = end
    guard !isTyped, Self.longNumbers.contains(end - first),
      bytes[first..<end].allSatisfy({ (0x30...0x39).contains($0) })
    else { return }
    for tail in (first + 1)...(end - Self.shortestTail) {
      bytes.append(0x20)
      // Appending a slice of the array to itself would copy the whole text each time.
      for index in tail..<end { bytes.append(bytes[index]) }
    }
    start = bytes.count
  }

  /// A number of this many digits counts as one of a phone or an account, which is found by its last digits too.
  ///
  /// The suffixes of *n* digits have about *n*² / 2 digits, so longer numbers have none.
  static let longNumbers = 6...32
  static let shortestTail = 2
}

extension Unicode.Scalar {
  /// Whether a scalar of a folded text is part of a word.
  var isOfWord: Bool {
    guard value >= 0x80 else { return (0x61...0x7A).contains(value) || (0x30...0x39).contains(value) }
    switch UInt32(cicu_category(Int32(value))) {
    case U_UPPERCASE_LETTER.rawValue, U_LOWERCASE_LETTER.rawValue, U_TITLECASE_LETTER.rawValue,
      U_MODIFIER_LETTER.rawValue, U_OTHER_LETTER.rawValue, U_NON_SPACING_MARK.rawValue,
      U_COMBINING_SPACING_MARK.rawValue, U_DECIMAL_DIGIT_NUMBER.rawValue, U_LETTER_NUMBER.rawValue,
      U_OTHER_NUMBER.rawValue, U_OTHER_SYMBOL.rawValue, U_PRIVATE_USE_CHAR.rawValue:
      return true
    default:
      return false
    }
  }

  /// Whether a scalar separates words although its folded form has digits: a fraction.
  ///
  /// `1½` folds to `11⁄2`, but is not a number that begins with 11.
  fileprivate var separatesWords: Bool {
    switch value {
    case 0xBC...0xBE, 0x2150...0x215F, 0x2189: true
    default: false
    }
  }

  /// Chinese, Japanese and Korean: a search may begin at any character.
  var isWrittenWithoutBlanks: Bool {
    switch value {
    case 0..<0x3005: false
    case 0x3005...0x3007, 0x3041...0x309F, 0x30A0...0x30FF, 0x31F0...0x31FF, 0xAC00...0xD7A3: true
    default: properties.isIdeographic
    }
  }
}
