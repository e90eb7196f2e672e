import Persistence

/// The words of a search, for highlighting what it has found.
public struct FoundWords: Hashable, Sendable {
  private let words: SearchWords

  /// The words of a search text; none by default.
  ///
  /// Its literal parts, such as `c++`, are not highlighted.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public init(_ text: String = "") {
    words = SearchWords(TypedSearch(text).words)
  }

  /// The parts of `text` that the search has found, in order and apart from each other.
  ///
  /// - Complexity: O(length of the text).
  public func ranges(in text: String) -> [Range<String.Index>] {
    words.isEmpty ? [] : words.ranges(in: text)
  }
}
