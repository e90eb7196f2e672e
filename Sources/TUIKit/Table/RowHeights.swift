import Algorithms

/// The heights of the rows of a section: one common height, and exceptions.
///
/// Only the exceptions are stored, so a million rows of one height cost nothing.
///
/// - Complexity: O(log exceptions) for a look-up, O(exceptions after it) to set an exception.
struct RowHeights: Equatable {
  /// The rows with another height, ascending.
  private var rows: [Int] = []
  /// For each of them, the sum of the additional lines up to and including it.
  private var sums: [Int] = []

  var isUniform: Bool { rows.isEmpty }

  /// The rows with another height, ascending, with the additional lines of each.
  var exceptions: [(row: Int, extra: Int)] { rows.indices.map { (rows[$0], extra(at: $0)) } }

  /// The additional lines of all rows before `row`.
  func extra(before row: Int) -> Int {
    let count = rows.insertionIndex(for: row)
    return count == 0 ? 0 : sums[count - 1]
  }

  /// The additional lines of `row`.
  func extra(of row: Int) -> Int {
    let index = rows.insertionIndex(for: row)
    return index < rows.count && rows[index] == row ? extra(at: index) : 0
  }

  private func extra(at index: Int) -> Int {
    sums[index] - (index == 0 ? 0 : sums[index - 1])
  }

  /// Returns whether the height has changed.
  mutating func setExtra(_ extra: Int, of row: Int) -> Bool {
    let index = rows.insertionIndex(for: row)
    let isKnown = index < rows.count && rows[index] == row
    let change = extra - (isKnown ? self.extra(at: index) : 0)
    guard change != 0 else { return false }
    if !isKnown {
      sums.insert(index == 0 ? 0 : sums[index - 1], at: index)
      rows.insert(row, at: index)
    }
    for later in index..<sums.count { sums[later] += change }
    if extra == 0 {
      rows.remove(at: index)
      sums.remove(at: index)
    }
    return true
  }

  /// The heights after a change of the rows.
  ///
  /// `new` returns the new index of a row, or `nil` for a deleted one.
  func moved(_ new: (Int) -> Int?) -> RowHeights {
    guard !isUniform else { return self }
    let moved = rows.indices.compactMap { index in new(rows[index]).map { ($0, extra(at: index)) } }
    var result = RowHeights()
    var sum = 0
    for (row, extra) in moved.sorted(by: { $0.0 < $1.0 }) {
      sum += extra
      result.rows.append(row)
      result.sums.append(sum)
    }
    return result
  }

  /// The row that covers a line, both counted from the section's first row, when a row has `common` lines.
  func row(atLine line: Int, common: Int) -> Int {
    func start(_ index: Int) -> Int { rows[index] * common + (index == 0 ? 0 : sums[index - 1]) }
    let next = rows.indices.partitioningIndex { start($0) > line }
    guard next > 0 else { return line / common }
    let end = start(next - 1) + common + extra(at: next - 1)
    return line < end ? rows[next - 1] : rows[next - 1] + 1 + (line - end) / common
  }
}
