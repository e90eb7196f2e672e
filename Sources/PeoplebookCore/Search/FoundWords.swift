import Persistence

/// The words of a search, for highlighting what it has found.
public struct FoundWords: Hashable, Sendable {
  private let words: SearchWords
  /// Each word of the search, with those that were found in its place.
  private let alternatives: [SearchWords]

  /// The words of a search text; none by default.
  ///
  /// Its literal parts, such as `c++`, are not highlighted.
  ///
  /// - Parameters:
  ///   - text: The text as it was typed.
  ///   - similar: Words that were found in place of a word of the search.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public init(_ text: String = "", similar: [String: [String]] = [:]) {
    let search = TypedSearch(text)
    let (typed, similar) = (SearchWords(search.words), search.alternatives(similar))
    words = SearchWords(typed, similar: similar)
    alternatives = typed.alone.map { SearchWords($0, similar: similar) }
  }

  /// The parts of `text` that the search has found, in order and apart from each other.
  ///
  /// - Complexity: O(length of the text).
  public func ranges(in text: String) -> [Range<String.Index>] {
    words.isEmpty ? [] : words.ranges(in: text)
  }

  /// The reason why a person was found, when the shown texts do not have all words: the first field with a missing one.
  ///
  /// - Complexity: O(*w* · *n*), where *w* is the number of words, and *n* is the length of the person's texts.
  func reason(_ person: Person, besides shown: [String]) -> MatchReason? {
    for words in alternatives where !shown.contains(where: { !words.ranges(in: $0).isEmpty }) {
      for field in FieldCatalogue.current.searched {
        for value in field.kind.values(of: person) {
          for text in [value.value, value.label] {
            if let range = words.ranges(in: text).first { return MatchReason(name: field.name, text: text, at: range) }
          }
        }
      }
    }
    return nil
  }
}

/// The field in which a search has found a person, and the part of its text around the match.
public struct MatchReason: Hashable, Sendable {
  /// The name of the field: `note`.
  public let name: String
  /// The part of the text: `… organisation of the …`.
  public let text: String

  /// The characters before the match.
  private static let before = 12

  init(name: String, text: String, at range: Range<String.Index>) {
    self.name = name
    let start = text.index(range.lowerBound, offsetBy: -Self.before, limitedBy: text.startIndex) ?? text.startIndex
    let part = text[start...].split(whereSeparator: \.isNewline).joined(separator: " ")
    self.text = start == text.startIndex ? part : "…" + part
  }
}
