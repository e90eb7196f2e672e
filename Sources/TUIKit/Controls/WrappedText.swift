import Algorithms

/// The place of each character of a text when lines are broken at words to fit a width. Pure; made again when the text
/// or the width changes, O(length).
struct WrappedText: Equatable {
  /// The characters of each row. The blank at which a row was broken, and the newline that ends one, belong to it.
  private(set) var rows: [Range<Int>] = []
  /// The columns that each character takes; of a newline, none.
  private let widths: [Int]
  let width: Int

  init(_ characters: [Character], width: Int) {
    self.width = max(1, width)
    widths = characters.map { $0.isNewline ? 0 : $0.displayWidth }
    var start = 0
    var column = 0
    /// After the last blank of the row: where it can be broken.
    var breakable: Int?
    var index = 0
    while index < characters.count {
      let character = characters[index]
      if character.isNewline {
        rows.append(start..<index + 1)
        start = index + 1
        column = 0
        breakable = nil
      } else if character == " " || column + widths[index] <= self.width || index == start {
        // Blanks may hang over the edge, where they are not visible.
        column += widths[index]
        if character == " " { breakable = index + 1 }
      } else {
        let end = breakable ?? index
        rows.append(start..<end)
        start = end
        column = widths[end..<index].reduce(0, +)
        breakable = nil
        continue
      }
      index += 1
    }
    rows.append(start..<characters.count)
  }

  /// The row and the column of the gap before the character `index`. At the break of a row that is the start of the
  /// next.
  func position(of index: Int) -> (row: Int, column: Int) {
    let row = max(rows.partitioningIndex { $0.lowerBound > index } - 1, 0)
    let column = widths[rows[row].lowerBound..<max(rows[row].lowerBound, index)].reduce(0, +)
    return (row, min(column, width))
  }

  /// The gap in a row that is nearest to a column, without going past it.
  func index(row: Int, column: Int) -> Int {
    let row = min(max(row, 0), rows.count - 1)
    let range = rows[row]
    // In every row but the last, the gap after its last character is that before the next row's first one.
    let end = row == rows.count - 1 ? range.upperBound : max(range.lowerBound, range.upperBound - 1)
    var index = range.lowerBound
    var reached = 0
    while index < end, reached + widths[index] <= column {
      reached += widths[index]
      index += 1
    }
    return index
  }

  /// The columns that the visible part of a row takes: without the blanks and the newline at its end.
  func visibleRange(of row: Int, in characters: [Character]) -> Range<Int> {
    var range = rows[row]
    while let last = range.last, characters[last].isNewline || characters[last] == " " {
      range = range.lowerBound..<range.upperBound - 1
    }
    return range
  }

  func width(of range: Range<Int>) -> Int {
    widths[range].reduce(0, +)
  }
}
