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
      let found = distance(word, other)
      if found <= limit, found < best?.distance ?? .max { best = (name, found) }
    }
    return best?.name
  }

  /// The number of characters to insert, delete, replace or exchange with a neighbour.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var above = Array(0...b.count)
    for (i, x) in a.enumerated() {
      var row = [i + 1]
      for (j, y) in b.enumerated() {
        var cost = min(above[j] + (x == y ? 0 : 1), above[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, x == b[j - 1], a[i - 1] == y { cost = min(cost, before[j - 1] + 1) }
        row.append(cost)
      }
      before = above
      above = row
    }
    return above[b.count]
  }
}
