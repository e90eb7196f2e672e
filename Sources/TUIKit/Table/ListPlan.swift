import Algorithms

/// The index mapping of a change of the list as a whole, with rows counted through all sections.
///
/// A row may be in another section after it, whether it was changed or not.
///
/// Sections with the same title are the same.
///
/// - Complexity: O(changes · log changes + sections) to make, O(log changes + log sections) for a look-up, for any
///   number of rows.
struct ListPlan: RowPlan {
  /// The rows as those of one section.
  private let list: BatchPlan
  private let sections: IndexMap
  private let before: TableGeometry
  private let after: TableGeometry
  /// The row heights of sections with rows of several heights.
  private let heights: [Int: RowHeights]

  /// - Parameters:
  ///   - update: The changes, with its rows as those of section 0.
  ///   - titles: The titles of the sections, before and after the change.
  ///   - counts: The number of rows in each section after the change.
  init(
    _ update: BatchUpdate, from old: TableGeometry, to counts: [Int], titles: (old: [String?], new: [String?])
  ) throws(TableInconsistency) {
    before = old
    after = TableGeometry(sections: counts.map { TableGeometry.Section(rowCount: $0) })
    list = try BatchPlan(update, from: [before.rowCount], to: [after.rowCount])
    sections = Self.matching(titles.old, titles.new)
    var heights: [Int: RowHeights] = [:]
    for (section, content) in old.sections.enumerated() {
      for (row, extra) in content.heights.exceptions {
        let place = old.ordinal(of: RowIndex(section: section, row: row))
        guard let ordinal = list.new(of: Self.index(place))?.row, let new = after.row(atOrdinal: ordinal) else {
          continue
        }
        _ = heights[new.section, default: RowHeights()].setExtra(extra, of: new.row)
      }
    }
    self.heights = heights
  }

  private static func matching(_ old: [String?], _ new: [String?]) -> IndexMap {
    guard old != new else { return IndexMap() }
    var (deletions, insertions): ([Int], [Int]) = ([], [])
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): deletions.append(offset)
      case .insert(let offset, _, _): insertions.append(offset)
      }
    }
    return IndexMap(deletions: deletions, insertions: insertions)
  }

  private static func index(_ ordinal: Int) -> RowIndex { RowIndex(section: 0, row: ordinal) }
  private func old(_ row: RowIndex) -> RowIndex { Self.index(before.ordinal(of: row)) }
  private func new(_ row: RowIndex) -> RowIndex { Self.index(after.ordinal(of: row)) }

  // MARK: Sections

  var changesSections: Bool { !sections.deletions.isEmpty || !sections.insertions.isEmpty }
  func new(ofSection old: Int) -> Int? { sections.new(of: old) }
  func old(ofSection new: Int) -> Int? { sections.old(of: new) }
  func isRenewed(section: Int) -> Bool { false }

  // MARK: Rows

  /// The row at an ordinal before the change.
  func row(before ordinal: Int) -> RowIndex? { before.row(atOrdinal: ordinal) }

  func new(of old: RowIndex) -> RowIndex? {
    list.new(of: self.old(old)).flatMap { after.row(atOrdinal: $0.row) }
  }

  func old(of new: RowIndex) -> RowIndex? {
    list.old(of: self.new(new)).flatMap { before.row(atOrdinal: $0.row) }
  }

  func isMoved(_ old: RowIndex) -> Bool { list.isMoved(self.old(old)) }

  func origin(ofMoved new: RowIndex) -> RowIndex? {
    list.origin(ofMoved: self.new(new)).flatMap { before.row(atOrdinal: $0.row) }
  }

  func successor(of old: RowIndex) -> RowIndex? {
    list.successor(of: self.old(old)).flatMap { after.row(atOrdinal: $0.row) }
  }

  func arrivals(before index: RowIndex) -> Int { list.arrivals(before: new(index)) }

  func heights(ofSection new: Int, in geometry: TableGeometry) -> RowHeights { heights[new] ?? RowHeights() }

  func moved(_ marks: RowMarks) -> RowMarks {
    guard !marks.isEmpty else { return marks }
    var all = IndexRanges()
    for (section, content) in before.sections.enumerated() {
      for range in marks[section].ranges {
        all.insert(content.firstOrdinal + range.lowerBound..<content.firstOrdinal + range.upperBound)
      }
    }
    var result: [Int: IndexRanges] = [:]
    for range in list.moved(RowMarks([0: all]))[0].ranges {
      var start = range.lowerBound
      while start < range.upperBound, let first = after.row(atOrdinal: start) {
        let count = min(range.upperBound - start, after.sections[first.section].rowCount - first.row)
        result[first.section, default: IndexRanges()].insert(first.row..<first.row + count)
        start += count
      }
    }
    return RowMarks(result)
  }
}
