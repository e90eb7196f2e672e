import Algorithms

/// The index mapping of a batch that is consistent with the data source.
///
/// - Complexity: O(changes · log changes + sections) to make, O(log changes) for a look-up, for any number of rows.
struct BatchPlan: RowPlan {
  let sectionCount: Int
  private let sections: IndexMap
  /// The new indices of moved sections, and the old ones.
  private var movedSections: [Int: Int] = [:]
  private var sectionOrigins: [Int: Int] = [:]
  /// The old and the new indices of reloaded sections.
  ///
  /// All their rows are new.
  private var reloadedSections: Set<Int> = []
  private var renewedSections: Set<Int> = []
  /// The changes within the remaining sections, by the old index of the section.
  private(set) var rows: [Int: IndexMap] = [:]
  private(set) var movedRows: [RowIndex: RowIndex] = [:]
  private var rowOrigins: [RowIndex: RowIndex] = [:]
  private let counts: [Int]
  let changesSections: Bool

  /// Checks a batch against the row counts of the sections before and after it.
  init(_ update: BatchUpdate, from old: [Int], to counts: [Int]) throws(TableInconsistency) {
    self.counts = counts
    changesSections = update.changesSections
    sectionCount = counts.count
    sections = IndexMap(
      deletions: update.sectionDeletions + update.sectionMoves.map(\.old),
      insertions: update.sectionInsertions + update.sectionMoves.map(\.new))
    for section in sections.deletions + update.sectionReloads where !old.indices.contains(section) {
      throw .noSuchSection(section)
    }
    guard old.count + sections.growth == counts.count else {
      throw .sectionCount(before: old.count, after: counts.count, expected: old.count + sections.growth)
    }
    for section in sections.insertions where !counts.indices.contains(section) { throw .noSuchSection(section) }
    for move in update.sectionMoves {
      guard movedSections.updateValue(move.new, forKey: move.old) == nil,
        sectionOrigins.updateValue(move.old, forKey: move.new) == nil
      else { throw .noSuchSection(move.old) }
    }
    let deletedSections = Set(update.sectionDeletions)
    for section in deletedSections where movedSections[section] != nil { throw .noSuchSection(section) }
    for section in update.sectionInsertions where sectionOrigins[section] != nil { throw .noSuchSection(section) }
    for section in update.sectionReloads where !deletedSections.contains(section) {
      reloadedSections.insert(section)
      if let new = new(ofSection: section) { renewedSections.insert(new) }
    }
    try noteRows(update, old: old)
  }

  private mutating func noteRows(_ update: BatchUpdate, old: [Int]) throws(TableInconsistency) {
    func check(_ index: RowIndex, _ counts: [Int]) throws(TableInconsistency) {
      guard counts.indices.contains(index.section) else { throw .noSuchSection(index.section) }
      guard index.row >= 0, index.row < counts[index.section] else {
        throw .noSuchRow(section: index.section, row: index.row)
      }
    }
    // By section. There may be a million at once, such as the rows behind the first page of a search.
    var deleted = [[Int]](repeating: [], count: old.count)
    var inserted = [[Int]](repeating: [], count: counts.count)
    for index in update.deletions {
      try check(index, old)
      deleted[index.section].append(index.row)
    }
    for index in update.insertions {
      try check(index, counts)
      inserted[index.section].append(index.row)
    }
    for index in update.reloads { try check(index, old) }
    for move in update.moves {
      try check(move.old, old)
      try check(move.new, counts)
      guard movedRows.updateValue(move.new, forKey: move.old) == nil else {
        throw .conflict(section: move.old.section, row: move.old.row)
      }
      guard rowOrigins.updateValue(move.old, forKey: move.new) == nil else {
        throw .conflict(section: move.new.section, row: move.new.row)
      }
      deleted[move.old.section].append(move.old.row)
      inserted[move.new.section].append(move.new.row)
    }
    if !movedRows.isEmpty {
      for index in update.deletions where movedRows[index] != nil {
        throw .conflict(section: index.section, row: index.row)
      }
      for index in update.insertions where rowOrigins[index] != nil {
        throw .conflict(section: index.section, row: index.row)
      }
    }
    for section in old.indices where !reloadedSections.contains(section) {
      guard let new = new(ofSection: section) else { continue }
      let map = IndexMap(deletions: deleted[section], insertions: inserted[new])
      guard old[section] + map.growth == counts[new] else {
        throw .rowCount(
          section: new, before: old[section], after: counts[new], expected: old[section] + map.growth)
      }
      if !map.deletions.isEmpty || !map.insertions.isEmpty { rows[section] = map }
    }
  }

  // MARK: Sections

  func new(ofSection old: Int) -> Int? {
    movedSections[old] ?? sections.new(of: old)
  }

  func old(ofSection new: Int) -> Int? {
    sectionOrigins[new] ?? sections.old(of: new)
  }

  func isRenewed(section: Int) -> Bool { renewedSections.contains(section) }

  /// Whether a section (before the batch) is reloaded: the identity of its rows is lost.
  func isReloaded(section: Int) -> Bool { reloadedSections.contains(section) }

  // MARK: Rows

  func isMoved(_ old: RowIndex) -> Bool { movedRows[old] != nil }
  func origin(ofMoved new: RowIndex) -> RowIndex? { rowOrigins[new] }

  func new(of old: RowIndex) -> RowIndex? {
    if let new = movedRows[old] { return new }
    guard !isReloaded(section: old.section), let section = new(ofSection: old.section) else { return nil }
    guard let map = rows[old.section] else { return RowIndex(section: section, row: old.row) }
    return map.new(of: old.row).map { RowIndex(section: section, row: $0) }
  }

  func old(of new: RowIndex) -> RowIndex? {
    if let old = rowOrigins[new] { return old }
    guard !renewedSections.contains(new.section), let section = old(ofSection: new.section) else { return nil }
    guard let map = rows[section] else { return RowIndex(section: section, row: new.row) }
    return map.old(of: new.row).map { RowIndex(section: section, row: $0) }
  }

  func successor(of old: RowIndex) -> RowIndex? {
    if let new = new(of: old) { return new }
    var next: RowIndex
    if let section = new(ofSection: old.section) {
      // Without remaining rows in the section, the row at the same place is taken.
      next = RowIndex(
        section: section,
        row: hasSurvivors(oldSection: old.section) ? slot(of: old) : min(old.row, max(counts[section] - 1, 0)))
    } else {
      next = RowIndex(section: sections.slot(of: old.section), row: 0)
    }
    if next.section < sectionCount, next.row < counts[next.section] { return next }
    for section in min(next.section + 1, sectionCount)..<sectionCount where counts[section] > 0 {
      return RowIndex(section: section, row: 0)
    }
    for section in counts.indices.reversed() where counts[section] > 0 {
      return RowIndex(section: section, row: counts[section] - 1)
    }
    return nil
  }

  private func hasSurvivors(oldSection: Int) -> Bool {
    guard !isReloaded(section: oldSection), let section = new(ofSection: oldSection) else { return false }
    return counts[section] > rows[oldSection]?.insertions.count ?? 0
  }

  private func slot(of old: RowIndex) -> Int {
    rows[old.section]?.slot(of: old.row) ?? old.row
  }

  func arrivals(before index: RowIndex) -> Int {
    var count = 0
    for section in 0...max(0, min(index.section, sectionCount - 1)) where section < sectionCount {
      let limit = section == index.section ? index.row : counts[section]
      guard !renewedSections.contains(section), let old = old(ofSection: section) else {
        count += limit
        continue
      }
      if let map = rows[old] { count += map.insertions.insertionIndex(for: limit) }
    }
    // Moved rows are not insertions.
    for new in rowOrigins.keys where new < index { count -= 1 }
    return max(count, 0)
  }

  func heights(ofSection new: Int, in geometry: TableGeometry) -> RowHeights {
    guard !renewedSections.contains(new), let old = old(ofSection: new) else { return RowHeights() }
    let heights = geometry.sections[old].heights
    guard !heights.isUniform, let map = rows[old] else { return heights }
    return heights.moved { map.new(of: $0) }
  }
}
