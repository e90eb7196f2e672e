// How a changeset of a list becomes one of its sections, at the cost of what has changed.
//
// Rows that stay (that are neither deleted, inserted nor moved) have the same *rank* before and after: how many staying
// rows are in front. A section is a range of ranks. Where nothing was touched the sections are the same before and
// after, so only *regions* are looked at: ranges of ranks around what was touched, whose ends are ends of sections both
// before and after.

extension SectionedChangeset {
  init<Key: Hashable>(_ flat: Changeset, old: SectionRuns<Key>, new: SectionRuns<Key>) {
    let places = Places(flat)
    let before = RankedSections(runs: old, notStaying: places.removed)
    let after = RankedSections(runs: new, notStaying: places.added)
    var matching = SectionMatching()
    let regions = Self.regions(flat, places, before, after)
    for region in regions {
      matching.match(old, before.sections(in: region), new, after.sections(in: region))
    }
    deletedSections = matching.gone.sorted()
    insertedSections = matching.come.sorted()

    func leave(_ place: SectionPlace) {
      if !matching.gone.contains(place.section) { deletions.append(place) }
    }
    func enter(_ place: SectionPlace) {
      if !matching.come.contains(place.section) { insertions.append(place) }
    }
    func carry(_ pair: Changeset.Pair, moved: Bool, modified: Bool) {
      let places = Pair(old: old.place(ofRow: pair.old), new: new.place(ofRow: pair.new))
      if matching.gone.contains(places.old.section) || matching.come.contains(places.new.section) {
        leave(places.old)
        enter(places.new)
        return
      }
      if moved || matching.counterparts[places.old.section] != places.new.section { moves.append(places) }
      if modified { modifications.append(places) }
    }

    for row in flat.deletions { leave(old.place(ofRow: row)) }
    for row in flat.insertions { enter(new.place(ofRow: row)) }
    let moved = Set(flat.moves)
    let modified = Set(flat.modifications)
    for pair in moved { carry(pair, moved: true, modified: modified.contains(pair)) }
    for pair in modified.subtracting(moved) { carry(pair, moved: false, modified: true) }
    // Rows that nobody has mentioned, and that are in another section now.
    for region in regions {
      forEachOverlap(before, after, region) { from, to, ranks in
        let isGone = matching.gone.contains(from)
        let isNew = matching.come.contains(to)
        guard isGone != isNew || !isGone && matching.counterparts[from] != to else { return }
        for rank in ranks {
          let pair = Changeset.Pair(old: before.row(ofRank: rank), new: after.row(ofRank: rank))
          if !modified.contains(pair) { carry(pair, moved: false, modified: false) }
        }
      }
    }
    deletions.sort()
    insertions.sort()
    modifications.sort { $0.new < $1.new }
    moves.sort { $0.new < $1.new }
  }

  /// The ranges of ranks in which anything was touched, ascending; no two of them meet.
  private static func regions<Key: Hashable>(
    _ flat: Changeset, _ places: Places, _ before: RankedSections<Key>, _ after: RankedSections<Key>
  ) -> [ClosedRange<Int>] {
    var seeds: [ClosedRange<Int>] = []
    func add(_ row: Int, _ side: RankedSections<Key>) {
      let ranks = side.ranks(of: side.runs.section(ofRow: row))
      if seeds.last != ranks { seeds.append(ranks) }
    }
    for row in places.removed { add(row, before) }
    for row in places.added { add(row, after) }
    for pair in flat.modifications { add(pair.old, before) }
    for pair in flat.modifications { add(pair.new, after) }
    var result: [ClosedRange<Int>] = []
    for seed in seeds.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      var region = seed
      while true {
        let wider = after.widened(before.widened(region))
        if wider == region { break }
        region = wider
      }
      while let last = result.last, last.upperBound >= region.lowerBound {
        region = min(last.lowerBound, region.lowerBound)...max(last.upperBound, region.upperBound)
        result.removeLast()
      }
      result.append(region)
    }
    return result
  }
}

/// One side of a change: its sections, and which of its rows do not stay.
private struct RankedSections<Key: Hashable> {
  let runs: SectionRuns<Key>
  /// Ascending.
  let notStaying: [Int]

  /// How many rows stay.
  var total: Int { runs.rows - notStaying.count }

  /// How many rows that stay are before a row.
  func rank(ofRow row: Int) -> Int { row - Places.count(of: notStaying, below: row) }
  func row(ofRank rank: Int) -> Int { Places.place(ofStaying: rank, among: notStaying) }
  func section(ofRank rank: Int) -> Int { runs.section(ofRow: row(ofRank: rank)) }

  /// From the first rank of a section to the one after its last.
  func ranks(of section: Int) -> ClosedRange<Int> {
    let first = runs.firstRow(of: section)
    return rank(ofRow: first)...rank(ofRow: first + runs[section].count)
  }

  /// The region with the whole of those sections that its ends cut.
  func widened(_ region: ClosedRange<Int>) -> ClosedRange<Int> {
    func cut(at rank: Int) -> ClosedRange<Int>? {
      guard rank > 0, rank < total else { return nil }
      let section = section(ofRank: rank)
      return self.section(ofRank: rank - 1) == section ? ranks(of: section) : nil
    }
    return
      (cut(at: region.lowerBound)?.lowerBound ?? region.lowerBound)...(cut(at: region.upperBound)?.upperBound
      ?? region.upperBound)
  }

  /// The sections of a region, those without a row that stays among them.
  func sections(in region: ClosedRange<Int>) -> Range<Int> {
    let start = region.lowerBound == 0 ? 0 : section(ofRank: region.lowerBound - 1) + 1
    let end = region.upperBound == total ? runs.count : section(ofRank: region.upperBound)
    return start..<end
  }
}

/// Which section has become which.
private struct SectionMatching {
  var gone: Set<Int> = []
  var come: Set<Int> = []
  /// For the sections of regions that are still there.
  var counterparts: [Int: Int] = [:]

  /// Matches the sections of a region by their keys, in order: sections do not move.
  mutating func match<Key: Hashable>(
    _ old: SectionRuns<Key>, _ oldRange: Range<Int>, _ new: SectionRuns<Key>, _ newRange: Range<Int>
  ) {
    let sections = Changeset(from: oldRange.map { old[$0].key }, to: newRange.map { new[$0].key })
    let places = Places(sections)
    for section in places.removed { gone.insert(oldRange.lowerBound + section) }
    for section in places.added { come.insert(newRange.lowerBound + section) }
    for section in oldRange where !gone.contains(section) {
      if let match = places.new(of: section - oldRange.lowerBound) {
        counterparts[section] = newRange.lowerBound + match
      }
    }
  }
}

/// Calls `body` for each old and each new section of a region that have rows in common, with the ranks of these.
private func forEachOverlap<Key: Hashable>(
  _ before: RankedSections<Key>, _ after: RankedSections<Key>, _ region: ClosedRange<Int>,
  _ body: (_ old: Int, _ new: Int, _ ranks: Range<Int>) -> Void
) {
  var olds = before.sections(in: region)
  var news = after.sections(in: region)
  while let old = olds.first, let new = news.first {
    let mine = before.ranks(of: old)
    let theirs = after.ranks(of: new)
    let first = max(mine.lowerBound, theirs.lowerBound)
    let end = min(mine.upperBound, theirs.upperBound)
    if first < end { body(old, new, first..<end) }
    if mine.upperBound <= theirs.upperBound { olds.removeFirst() } else { news.removeFirst() }
  }
}
