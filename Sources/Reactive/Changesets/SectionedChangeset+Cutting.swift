import Algorithms

extension SectionedChangeset {
  /// Divides a changeset of a list by its sections.
  ///
  /// Sections with the same key are the same, as far as they are in the same order.
  ///
  /// - Parameters:
  ///   - changeset: The change of the list as a whole.
  ///   - old: The list before the change.
  ///   - new: The list after the change.
  ///
  /// - Complexity: O(*s* + *k* log *k*), where *s* is the number of sections, and *k* that of the operations and of the
  ///   rows that are in another section.
  public init<Key, Items>(
    _ changeset: Changeset, from old: SectionedSnapshot<Key, Items>, to new: SectionedSnapshot<Key, Items>
  ) {
    let map = ChangesetIndexMap(changeset).staying
    let before = RankedSections(runs: old.runs, rank: map.rank(ofOld:), row: map.old(ofRank:))
    let after = RankedSections(runs: new.runs, rank: map.rank(ofNew:), row: map.new(ofRank:))
    let matching = SectionMatching(old.runs, new.runs)
    deletedSections = matching.deleted.sorted()
    insertedSections = matching.inserted.sorted()

    func leave(_ place: SectionPlace) {
      if !matching.deleted.contains(place.section) { deletions.append(place) }
    }
    func enter(_ place: SectionPlace) {
      if !matching.inserted.contains(place.section) { insertions.append(place) }
    }
    func carry(_ pair: Changeset.Pair, isMoved: Bool, isModified: Bool) {
      let places = Pair(old: old.runs.place(ofRow: pair.old), new: new.runs.place(ofRow: pair.new))
      if matching.deleted.contains(places.old.section) || matching.inserted.contains(places.new.section) {
        leave(places.old)
        enter(places.new)
        return
      }
      if isMoved || matching.counterparts[places.old.section] != places.new.section { moves.append(places) }
      if isModified { modifications.append(places) }
    }

    for row in changeset.deletions { leave(old.runs.place(ofRow: row)) }
    for row in changeset.insertions { enter(new.runs.place(ofRow: row)) }
    let moved = Set(changeset.moves)
    let modified = Set(changeset.modifications)
    for pair in moved { carry(pair, isMoved: true, isModified: modified.contains(pair)) }
    for pair in modified.subtracting(moved) { carry(pair, isMoved: false, isModified: true) }
    // Rows that stay in the list, and are in another section now.
    RankedSections.forEachOverlap(before, after) { from, to, ranks in
      guard !matching.isSame(from, to) else { return }
      for rank in ranks {
        let pair = Changeset.Pair(old: before.row(rank), new: after.row(rank))
        if !modified.contains(pair) { carry(pair, isMoved: false, isModified: false) }
      }
    }
    deletions.sort()
    insertions.sort()
    modifications.sort { $0.new < $1.new }
    moves.sort { $0.new < $1.new }
  }
}

extension SectionRuns {
  fileprivate func place(ofRow row: Int) -> SectionPlace {
    let section = section(ofRow: row)
    return SectionPlace(section: section, row: row - firstRow(of: section))
  }
}

/// One side of a change: its sections, and the ranks of its rows.
///
/// Rows that stay (that are neither deleted, inserted nor moved) have the same *rank* before and after: how many
/// staying rows are in front. A section is a range of ranks.
private struct RankedSections<Key: Hashable> {
  let runs: SectionRuns<Key>
  /// The number of staying rows before a row.
  let rank: (Int) -> Int
  /// The row of a rank.
  let row: (Int) -> Int

  /// The ranks of each section.
  private var ranks: [Range<Int>] {
    var first = 0
    return runs.all.map { run in
      defer { first += run.count }
      return rank(first)..<rank(first + run.count)
    }
  }

  /// Calls `body` for each old and each new section that have rows in common, with the ranks of these.
  static func forEachOverlap(
    _ before: Self, _ after: Self, _ body: (_ old: Int, _ new: Int, _ ranks: Range<Int>) -> Void
  ) {
    let olds = before.ranks
    let news = after.ranks
    var (old, new) = (0, 0)
    while old < olds.count, new < news.count {
      let common = olds[old].clamped(to: news[new])
      if !common.isEmpty { body(old, new, common) }
      if olds[old].upperBound <= news[new].upperBound { old += 1 } else { new += 1 }
    }
  }
}

/// Which sections of the old list correspond to which of the new list.
private struct SectionMatching {
  private(set) var deleted: Set<Int> = []
  private(set) var inserted: Set<Int> = []
  /// The new index of each old section that stays.
  private(set) var counterparts: [Int: Int] = [:]

  /// Matches sections by their keys, in order: sections do not move.
  init<Key: Hashable>(_ old: SectionRuns<Key>, _ new: SectionRuns<Key>) {
    let map = ChangesetIndexMap(Changeset(from: old.all.map(\.key), to: new.all.map(\.key)))
    deleted = Set(map.staying.deletions)
    inserted = Set(map.staying.insertions)
    for section in 0..<old.count where !deleted.contains(section) {
      counterparts[section] = map.new(of: section)
    }
  }

  /// Returns whether rows that stay in both sections need no operation.
  func isSame(_ old: Int, _ new: Int) -> Bool {
    deleted.contains(old) ? inserted.contains(new) : counterparts[old] == new
  }
}
