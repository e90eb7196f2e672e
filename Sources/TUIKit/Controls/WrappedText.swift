import Algorithms

/// The place of each character of a text with lines broken at words to fit a width.
///
/// It is a value, made again when the text or the width changes.
///
/// - Complexity: O(length) to make.
struct WrappedText: Equatable {
  /// The characters of each row.
  ///
  /// The blank at which a row was broken, and the newline that ends one, belong to it.
  private(set) var rows: [Range<Int>] = []
  /// The columns of each character; 0 for a newline.
  private let widths: [Int]
  let width: Int

  init(_ characters: [Character], width: Int) {
    self.width = max(1, width)
    widths = characters.map { $0.isNewline ? 0 : $0.displayWidth }
    var start = 0
    var column = 0
    /// The position after the last blank of the row, where it can be broken.
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
        // Blanks may extend beyond the edge, where they are not visible.
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

  /// The row and column of the position before the character `index`.
  ///
  /// At a line break that is the start of the next row.
  func position(of index: Int) -> (row: Int, column: Int) {
    let row = max(rows.partitioningIndex { $0.lowerBound > index } - 1, 0)
    let column = widths[rows[row].lowerBound..<max(rows[row].lowerBound, index)].reduce(0, +)
    return (row, min(column, width))
  }

  /// The position in a row that is nearest to a column, without passing it.
  func index(row: Int, column: Int) -> Int {
    let row = min(max(row, 0), rows.count - 1)
    let range = rows[row]
    // In every row but the last, the position after its last character is the start of the next row.
    let end = row == rows.count - 1 ? range.upperBound : max(range.lowerBound, range.upperBound - 1)
    var index = range.lowerBound
    var reached = 0
    while index < end, reached + widths[index] <= column {
      reached += widths[index]
      index += 1
    }
    return index
  }

  /// The columns of the visible part of a row, without the blanks and the newline at its end.
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
