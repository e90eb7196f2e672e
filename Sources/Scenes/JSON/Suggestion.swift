import Algorithms

/// Finds the known name that the author of a file may have meant.
enum Suggestion {
  /// `; did you mean “name”?`, or the empty text when no name is similar.
  static func text(for wrong: String, among names: some Sequence<String>) -> String {
    guard let best = best(for: wrong, among: names) else { return "" }
    return "; did you mean “\(best)”?"
  }

  /// The most similar name.
  ///
  /// - Complexity: O(*n* *l*²) for *n* names of *l* characters.
  static func best(for wrong: String, among names: some Sequence<String>) -> String? {
    let word = Array(wrong.lowercased().unicodeScalars.prefix(64))
    var best: (name: String, distance: Int)?
    for name in names {
      let other = Array(name.lowercased().unicodeScalars.prefix(64))
      let limit = max(1, max(word.count, other.count) / 3)
      guard abs(word.count - other.count) <= limit else { continue }
      let found = word.editDistance(to: other)
      if found <= limit, found < best?.distance ?? .max { best = (name, found) }
    }
    return best?.name
  }
}
