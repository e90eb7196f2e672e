/// The marked rows.
///
/// Marking a million consecutive rows costs as much as marking one in each section.
struct RowMarks: Equatable {
  /// The marks by section, without sections that have none.
  private(set) var sections: [Int: IndexRanges] = [:]

  init(_ sections: [Int: IndexRanges] = [:]) {
    self.sections = sections.filter { !$0.value.isEmpty }
  }

  var isEmpty: Bool { sections.isEmpty }
  var count: Int { sections.values.reduce(0) { $0 + $1.count } }

  /// All marked rows, from the top.
  ///
  /// - Complexity: O(marks).
  var rows: [RowIndex] {
    sections.sorted { $0.key < $1.key }.flatMap { section, ranges in
      ranges.ranges.joined().map { RowIndex(section: section, row: $0) }
    }
  }

  subscript(section: Int) -> IndexRanges { sections[section] ?? IndexRanges() }

  func contains(_ row: RowIndex) -> Bool { sections[row.section]?.contains(row.row) ?? false }

  mutating func set(_ isMarked: Bool, _ rows: Range<Int>, inSection section: Int) {
    var ranges = self[section]
    if isMarked { ranges.insert(rows) } else { ranges.remove(rows) }
    sections[section] = ranges.isEmpty ? nil : ranges
  }

  /// Marks or unmarks all rows between two rows, both included, in either order.
  ///
  /// - Complexity: O(sections between them).
  mutating func set(_ isMarked: Bool, from start: RowIndex, through end: RowIndex, in geometry: TableGeometry) {
    let (first, last) = (min(start, end), max(start, end))
    for section in first.section...last.section {
      let lower = section == first.section ? first.row : 0
      let upper = section == last.section ? last.row + 1 : geometry.sections[section].rowCount
      set(isMarked, lower..<max(lower, upper), inSection: section)
    }
  }
}

/// The rows that were marked with Shift and a cursor key, from the first to the last.
struct MarkRun: Equatable {
  var start: RowIndex
  var end: RowIndex
}

extension BatchPlan {
  func moved(_ marks: RowMarks) -> RowMarks {
    guard !marks.isEmpty else { return marks }
    var result: [Int: IndexRanges] = [:]
    for old in marks.sections.keys where !isReloaded(section: old) {
      guard let new = new(ofSection: old) else { continue }
      result[new] = rows[old].map(marks[old].moved) ?? marks[old]
    }
    for (old, new) in movedRows where marks.contains(old) {
      result[new.section, default: IndexRanges()].insert(new.row..<new.row + 1)
    }
    return RowMarks(result)
  }
}
