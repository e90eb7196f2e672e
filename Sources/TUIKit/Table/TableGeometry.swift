import Algorithms

/// The layout of a table: maps indices to lines, and lines to indices.
///
/// Lines are counted from the top of the content. No operation is proportional to the number of rows.
///
/// - Complexity: O(log sections) for a look-up, and O(log exceptions) where rows differ in height.
struct TableGeometry: Equatable {
  struct Section: Equatable {
    var rowCount = 0
    var headerHeight = 0
    var footerHeight = 0
    var heights = RowHeights()
    fileprivate(set) var firstLine = 0
    fileprivate(set) var firstOrdinal = 0
  }

  /// Limits the numbers of a data source or delegate, so that sums do not overflow.
  static let maximumRowCount = 1 << 32
  static let maximumRowHeight = 1 << 10
  static let maximumSectionCount = 1 << 20

  let rowHeight: Int
  private(set) var sections: [Section]
  private(set) var height = 0
  private(set) var rowCount = 0

  init(rowHeight: Int = 1, sections: [Section] = []) {
    self.rowHeight = min(max(rowHeight, 1), Self.maximumRowHeight)
    self.sections = sections
    for index in sections.indices {
      self.sections[index].rowCount = min(max(sections[index].rowCount, 0), Self.maximumRowCount)
    }
    renumber(from: 0)
  }

  private mutating func renumber(from first: Int) {
    var line = first == 0 ? 0 : lastLine(ofSection: first - 1)
    var ordinal = first == 0 ? 0 : sections[first - 1].firstOrdinal + sections[first - 1].rowCount
    for index in first..<sections.count {
      sections[index].firstLine = line
      sections[index].firstOrdinal = ordinal
      line = lastLine(ofSection: index)
      ordinal += sections[index].rowCount
    }
    height = line
    rowCount = ordinal
  }

  // MARK: From indices to lines

  func contains(_ index: RowIndex) -> Bool {
    sections.indices.contains(index.section) && index.row >= 0 && index.row < sections[index.section].rowCount
  }

  /// The line after the section's last one.
  func lastLine(ofSection index: Int) -> Int {
    footerLine(ofSection: index) + sections[index].footerHeight
  }

  private func footerLine(ofSection index: Int) -> Int {
    let section = sections[index]
    return section.firstLine + section.headerHeight + section.rowCount * rowHeight
      + section.heights.extra(before: section.rowCount)
  }

  func line(of item: TableItem) -> Int {
    let section = sections[item.section]
    switch item {
    case .header: return section.firstLine
    case .footer(let index): return footerLine(ofSection: index)
    case .row(let index):
      return section.firstLine + section.headerHeight + index.row * rowHeight
        + section.heights.extra(before: index.row)
    }
  }

  func height(of item: TableItem) -> Int {
    let section = sections[item.section]
    switch item {
    case .header: return section.headerHeight
    case .footer: return section.footerHeight
    case .row(let index): return rowHeight + section.heights.extra(of: index.row)
    }
  }

  func line(of row: RowIndex) -> Int { line(of: .row(row)) }

  /// Sets the height of a row.
  ///
  /// Returns whether it has changed.
  mutating func setHeight(_ height: Int, of row: RowIndex) -> Bool {
    let height = min(max(height, 1), Self.maximumRowHeight)
    guard sections[row.section].heights.setExtra(height - rowHeight, of: row.row) else { return false }
    renumber(from: row.section)
    return true
  }

  // MARK: From lines to indices

  /// The item on a line of the content.
  func item(atLine line: Int) -> TableItem? {
    guard line >= 0, line < height else { return nil }
    let index = lastSection { $0.firstLine <= line }
    let section = sections[index]
    let inside = line - section.firstLine - section.headerHeight
    if inside < 0 { return .header(index) }
    let row = section.heights.row(atLine: inside, common: rowHeight)
    return row < section.rowCount ? .row(RowIndex(section: index, row: row)) : .footer(index)
  }

  /// The items on some lines, from the top.
  ///
  /// - Complexity: O(items found).
  func items(in lines: Range<Int>) -> [TableItem] {
    var items: [TableItem] = []
    var line = max(lines.lowerBound, 0)
    while line < lines.upperBound, let item = item(atLine: line) {
      items.append(item)
      line = self.line(of: item) + max(height(of: item), 1)
    }
    return items
  }

  /// The row on a line, or the first one below it, or the last row.
  func row(nearLine line: Int) -> RowIndex? {
    guard rowCount > 0 else { return nil }
    switch item(atLine: min(max(line, 0), height - 1)) {
    case .row(let index): return index
    case .header(let section): return row(atOrdinal: min(sections[section].firstOrdinal, rowCount - 1))
    case .footer(let section):
      let ordinal = sections[section].firstOrdinal + sections[section].rowCount
      return row(atOrdinal: min(ordinal, rowCount - 1))
    case nil: return nil
    }
  }

  // MARK: Ordinals: rows counted through all sections

  func ordinal(of row: RowIndex) -> Int { sections[row.section].firstOrdinal + row.row }

  func row(atOrdinal ordinal: Int) -> RowIndex? {
    guard ordinal >= 0, ordinal < rowCount else { return nil }
    let index = lastSection { $0.firstOrdinal <= ordinal }
    return RowIndex(section: index, row: ordinal - sections[index].firstOrdinal)
  }

  /// The last section for which `isBefore` is true, or the first section.
  private func lastSection(where isBefore: (Section) -> Bool) -> Int {
    max(sections.partitioningIndex { !isBefore($0) } - 1, 0)
  }
}
