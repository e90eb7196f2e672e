/// Finds the people who are in a book twice: candidates share a value of a compared field, a name or its sound.
///
/// A text that many people share, such as the number of a switchboard, says nothing alone. Those people are candidates
/// where they share a name and another text, or everything by which people are compared; of many, each is compared with
/// the next ones only.
public enum DuplicateFinder {
  private struct Entry {
    var key: Int
    var index: Int
  }

  private struct Candidates: Hashable, Comparable {
    var first: Int
    var second: Int

    static func < (one: Candidates, other: Candidates) -> Bool { (one.first, one.second) < (other.first, other.second) }
  }

  /// The most people with one text who are all compared with one another.
  private static let mostWithOneText = 12
  /// The most texts of one person that are combined with the name.
  private static let mostCombined = 8

  /// The pairs of people who may be one, the most probable first.
  ///
  /// - Parameters:
  ///   - people: The people who are compared.
  ///   - isCancelled: Called for each person and each candidate; `true` ends the search, which then returns no pairs.
  /// - Complexity: O(n log n) in the number of people.
  public static func pairs(
    among people: [Person], isCancelled: () -> Bool = { false }
  ) -> [DuplicatePair] {
    pairs(people, isCancelled: isCancelled) { _, _ in true }
  }

  /// The new people who may be in a book already, or earlier among the new ones, each with the one they resemble most;
  /// the most probable first; none when `isCancelled` returns `true`.
  ///
  /// - Complexity: O(n log n) in the number of people.
  static func pairs(
    among people: [Person], and newcomers: [Person], isCancelled: () -> Bool
  ) -> [DuplicatePair] {
    var isFound: Set<String> = []
    return pairs(people + newcomers, isCancelled: isCancelled) { _, later in later >= people.count }
      .filter { isFound.insert($0.second.id).inserted }
  }

  /// - Parameter isWanted: Whether two people are compared, by their places.
  private static func pairs(
    _ people: [Person], isCancelled: () -> Bool, where isWanted: (Int, Int) -> Bool
  ) -> [DuplicatePair] {
    var entries: [Entry] = []
    for (index, person) in people.enumerated() {
      if isCancelled() { return [] }
      for key in DuplicateKeys(person).all { entries.append(Entry(key: key.hashValue, index: index)) }
    }
    var candidates: Set<Candidates> = []
    func compare(_ first: Int, _ second: Int) {
      if isWanted(first, second) { candidates.insert(Candidates(first: first, second: second)) }
    }
    var commonKeys: Set<Int> = []
    var crowd: Set<Int> = []
    forEachGroup(of: &entries) { key, group in
      if group.count > mostWithOneText {
        commonKeys.insert(key)
        crowd.formUnion(group)
      } else {
        forEachNeighbours(in: group, compare)
      }
    }
    entries = crowd.sorted().flatMap { index in
      combinedKeys(of: people[index], with: commonKeys).map { Entry(key: $0, index: index) }
    }
    forEachGroup(of: &entries) { _, group in forEachNeighbours(in: group, compare) }
    var pairs: [DuplicatePair] = []
    for pair in candidates.sorted() {
      if isCancelled() { return [] }
      if let pair = DuplicatePair(people[pair.first], people[pair.second]) { pairs.append(pair) }
    }
    return pairs.sorted { $0.score > $1.score }
  }

  /// Calls `body` with each key and the places of the people who have it, in order.
  private static func forEachGroup(of entries: inout [Entry], _ body: (Int, [Int]) -> Void) {
    entries.sort { ($0.key, $0.index) < ($1.key, $1.index) }
    var rest = entries[...]
    while let key = rest.first?.key {
      let group = rest.prefix { $0.key == key }.map(\.index)
      rest = rest.dropFirst(group.count)
      body(key, group)
    }
  }

  /// Calls `body` with each of the group and those after it, of a large group only the next ones: there are at most
  /// 144 pairs, or one for each.
  private static func forEachNeighbours(in group: [Int], _ body: (Int, Int) -> Void) {
    let count = max(1, mostWithOneText * mostWithOneText / max(1, group.count))
    for (position, first) in group.enumerated() {
      for second in group[(position + 1)...].prefix(count) { body(first, second) }
    }
  }

  /// Each common name of the person together with another text, and all texts together.
  private static func combinedKeys(of person: Person, with commonKeys: Set<Int>) -> Set<Int> {
    let keys = DuplicateKeys(person)
    let texts = Set(keys.fieldKeys())
    let combined = texts.map(\.hashValue).sorted().prefix(mostCombined)
    let names = keys.nameKeys.filter { commonKeys.contains($0.hashValue) }
    return Set(names.flatMap { name in combined.map { [name.hashValue, $0].hashValue } })
      .union([texts.union(keys.nameKeys).hashValue])
  }
}
