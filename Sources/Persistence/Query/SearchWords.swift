/// A typed search as words: each must be the prefix of a word in the record, in any field and any order.
///
/// Case, accents, width, strokes and apostrophes make no difference (see ``Folding``). Of unspaced scripts and of long
/// numbers, any part is found. Zeros before a long number are left out, as they are not dialled from abroad. A
/// fraction, such as `½`, separates words.
public struct SearchWords: Hashable, Sendable {
  /// The folded words, in the order of the text and without repetition.
  public let words: [String]

  /// The words of a text that the user typed.
  ///
  /// - Complexity: O(n) in the length of the text.
  public init(_ typed: String) {
    var text = SearchText(isTyped: true)
    text.append(typed)
    var words: [String] = []
    var known: Set<String> = []
    for word in text.bytes.split(separator: 0x20) {
      var word = word
      if word.allSatisfy({ (0x30...0x39).contains($0) }) {
        let rest = word.drop { $0 == 0x30 }
        if rest.count >= Self.longEnough { word = rest }
      }
      let string = String(decoding: word, as: UTF8.self)
      if known.insert(string).inserted { words.append(string) }
    }
    self.words = words
  }

  /// The words of a search, each with those that are found in its place.
  ///
  /// - Complexity: O(n) in the number of words.
  public init(_ words: SearchWords, similar: [String: [String]]) {
    self.words = words.words.flatMap { [$0] + similar[$0, default: []] }
  }

  /// Each word of the search alone.
  ///
  /// - Complexity: O(n) in the number of words.
  public var alone: [SearchWords] { words.map { SearchWords(words: [$0]) } }

  private init(words: [String]) {
    self.words = words
  }

  private static let longEnough = SearchText.shortestTail

  /// Whether the search is empty, so that every record matches.
  public var isEmpty: Bool { words.isEmpty }

  // MARK: Highlighting

  /// The parts of a text that match the search, in order and without overlaps, for highlighting.
  ///
  ///     SearchWords("mul luk").ranges(in: "Łukasz Müller")  // “Łuk” and “Mül”
  ///
  /// - Complexity: O(*w* · *n*), where *w* is the length of the search and *n* is that of the text.
  public func ranges(in text: String) -> [Range<String.Index>] {
    guard !words.isEmpty else { return [] }
    let units = Self.units(of: text)
    var found: [Range<Int>] = []
    for word in words {
      let scalars = Array(word.unicodeScalars)
      found += Self.beginnings(of: scalars, in: units)
      if scalars.allSatisfy(\.isDigit) { found += Self.numbers(scalars, in: units) }
    }
    return Self.joined(
      found.map { units[$0.lowerBound].character.lowerBound..<units[$0.upperBound - 1].character.upperBound })
  }

  /// A folded scalar, and its original character.
  private struct Unit {
    var scalar: Unicode.Scalar
    var character: Range<String.Index>
  }

  private static func units(of text: String) -> [Unit] {
    var units: [Unit] = []
    for index in text.indices {
      let character = index..<text.index(after: index)
      for scalar in Folding.fold(SearchText.separated(String(text[index]))).unicodeScalars {
        units.append(Unit(scalar: scalar, character: character))
      }
    }
    return units
  }

  private static func beginnings(of word: [Unicode.Scalar], in units: [Unit]) -> [Range<Int>] {
    guard units.count >= word.count else { return [] }
    return (0...units.count - word.count).compactMap { start in
      let before = start == 0 ? nil : units[start - 1].scalar
      let begins =
        before.map { !$0.isOfWord || $0.isWrittenWithoutBlanks } ?? true || units[start].scalar.isWrittenWithoutBlanks
      let range = start..<start + word.count
      return begins && zip(units[range], word).allSatisfy { $0.scalar == $1 } ? range : nil
    }
  }

  /// The digits of a long number, whatever their separators.
  private static func numbers(_ word: [Unicode.Scalar], in units: [Unit]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var digits: [Int] = []
    func look() {
      guard SearchText.longNumbers.contains(digits.count), digits.count >= word.count,
        word.count >= SearchText.shortestTail
      else { return }
      for start in 0...digits.count - word.count
      where zip(digits[start...], word).allSatisfy({ units[$0].scalar == $1 }) {
        found.append(digits[start]..<digits[start + word.count - 1] + 1)
      }
    }
    for (index, unit) in units.enumerated() {
      if unit.scalar.isDigit {
        digits.append(index)
      } else if !" -()./+\u{2010}\u{2011}\u{2013}".unicodeScalars.contains(unit.scalar) {
        look()
        digits = []
      }
    }
    look()
    return found
  }

  private static func joined(_ ranges: [Range<String.Index>]) -> [Range<String.Index>] {
    var joined: [Range<String.Index>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(value) }
}
