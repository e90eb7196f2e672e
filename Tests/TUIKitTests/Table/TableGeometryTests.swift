import Algorithms
import Testing

@testable import TUIKit

@Suite struct TableGeometryTests {
  @Test(arguments: 0..<200) func `lines and indices agree with counting line by line`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let rowHeight = Int.random(in: 1...3, using: &random)
    let sections = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      TableGeometry.Section(
        rowCount: Int.random(in: 0...6, using: &random), headerHeight: Int.random(in: 0...1, using: &random),
        footerHeight: Int.random(in: 0...1, using: &random))
    }
    var geometry = TableGeometry(rowHeight: rowHeight, sections: sections)
    var heights: [RowIndex: Int] = [:]
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      guard let row = geometry.row(atOrdinal: Int.random(in: 0...20, using: &random)) else { continue }
      let height = Int.random(in: 1...4, using: &random)
      #expect(geometry.setHeight(height, of: row) == (heights[row] ?? rowHeight != height))
      heights[row] = height
    }
    // The expected items, counted line by line.
    var lines: [TableItem] = []
    var rows: [RowIndex] = []
    for (section, content) in sections.enumerated() {
      lines += Array(repeating: .header(section), count: content.headerHeight)
      for row in 0..<content.rowCount {
        let index = RowIndex(section: section, row: row)
        rows.append(index)
        lines += Array(repeating: .row(index), count: heights[index] ?? rowHeight)
      }
      lines += Array(repeating: .footer(section), count: content.footerHeight)
    }
    #expect(geometry.height == lines.count)
    #expect(geometry.rowCount == rows.count)
    for line in -1...lines.count {
      #expect(geometry.item(atLine: line) == (lines.indices.contains(line) ? lines[line] : nil))
    }
    for (ordinal, row) in rows.enumerated() {
      #expect(geometry.row(atOrdinal: ordinal) == row)
      #expect(geometry.ordinal(of: row) == ordinal)
      #expect(geometry.line(of: row) == lines.firstIndex(of: .row(row)))
      #expect(geometry.height(of: .row(row)) == lines.count { $0 == .row(row) })
    }
    for line in 0..<lines.count {
      let expected = lines[line...].compactMap(\.row).first ?? rows.last
      #expect(geometry.row(nearLine: line) == expected)
    }
    let window = Int.random(in: 0...4, using: &random)..<Int.random(in: 5...12, using: &random)
    var expected: [TableItem] = []
    for line in window where lines.indices.contains(line) && expected.last != lines[line] {
      expected.append(lines[line])
    }
    #expect(geometry.items(in: window) == expected)
  }

  @Test func `extreme numbers are clamped`() {
    let geometry = TableGeometry(
      rowHeight: .max,
      sections: [TableGeometry.Section(rowCount: .max), TableGeometry.Section(rowCount: -5)])
    #expect(geometry.rowCount == TableGeometry.maximumRowCount)
    #expect(geometry.height == TableGeometry.maximumRowCount * TableGeometry.maximumRowHeight)
  }

  @Test(arguments: 0..<100) func `heights follow their rows`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var heights = RowHeights()
    var extras: [Int: Int] = [:]
    for _ in 0..<10 {
      let row = Int.random(in: 0..<20, using: &random)
      let extra = Int.random(in: -1...3, using: &random)
      _ = heights.setExtra(extra, of: row)
      extras[row] = extra
    }
    let map = IndexMap(
      deletions: (0..<4).map { _ in Int.random(in: 0..<20, using: &random) },
      insertions: (0..<4).map { _ in Int.random(in: 0..<20, using: &random) })
    let moved = heights.moved { map.new(of: $0) }
    for row in 0..<20 {
      #expect(heights.extra(of: row) == extras[row] ?? 0)
      #expect(heights.extra(before: row) == (0..<row).reduce(0) { $0 + (extras[$1] ?? 0) })
      if let new = map.new(of: row) { #expect(moved.extra(of: new) == extras[row] ?? 0) }
    }
  }
}
