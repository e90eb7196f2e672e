/// Finds the people who are in a book twice: candidates share a value of a compared field, a name or its sound.
public enum DuplicateFinder {
  private struct Entry {
    var key: Int
    var index: Int
  }

  /// The most people who may share one text: that of more, such as the number of a switchboard, says nothing.
  private static let mostWithOneText = 12

  /// The pairs of people who may be one, the most probable first.
  ///
  /// - Complexity: O(n log n) in the number of people.
  public static func pairs(among people: [Person]) -> [DuplicatePair] {
    pairs(people) { _, _ in true }
  }

  /// The new people who may be in a book already, or earlier among the new ones, each with the one they resemble most;
  /// the most probable first.
  ///
  /// - Complexity: O(n log n) in the number of people.
  static func pairs(among people: [Person], and newcomers: [Person]) -> [DuplicatePair] {
    var isFound: Set<String> = []
    return pairs(people + newcomers) { _, later in later >= people.count }
      .filter { isFound.insert($0.second.id).inserted }
  }

  /// - Parameter isWanted: Whether two people are compared, by their places.
  private static func pairs(_ people: [Person], where isWanted: (Int, Int) -> Bool) -> [DuplicatePair] {
    var entries: [Entry] = []
    for (index, person) in people.enumerated() {
      for key in Set(DuplicateKeys(person).all) { entries.append(Entry(key: key.hashValue, index: index)) }
    }
    entries.sort { ($0.key, $0.index) < ($1.key, $1.index) }
    var candidates: Set<[Int]> = []
    var rest = entries[...]
    while let key = rest.first?.key {
      let group = rest.prefix { $0.key == key }.map(\.index)
      rest = rest.dropFirst(group.count)
      guard group.count <= mostWithOneText else { continue }
      for (position, first) in group.enumerated() {
        for second in group[(position + 1)...] where isWanted(first, second) { candidates.insert([first, second]) }
      }
    }
    return candidates.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
      .compactMap { DuplicatePair(people[$0[0]], people[$0[1]]) }
      .sorted { $0.score > $1.score }
  }
}
