import TUIKit

/// The content of a screen at one moment: its text, styles and cursor.
///
/// It is a value, so that screens can be stored and compared. Columns and lines are counted from 0.
public struct ScreenContents: Hashable, Sendable {
  /// A cell: a character as the user sees it, and its style.
  public struct Cell: Hashable, Sendable {
    /// The character with its combining marks; a space where nothing was written, empty for the right half of a wide
    /// character.
    public var text: String
    /// The number of its columns: 1, 2, or 0 for the right half of a wide character.
    public var width: Int
    /// The style of the cell.
    public var rendition: Rendition

    /// Makes a cell, by default a blank one.
    public init(text: String = " ", width: Int = 1, rendition: Rendition = Rendition()) {
      self.text = text
      self.width = width
      self.rendition = rendition
    }
  }

  /// Columns and lines.
  public let size: Size
  /// The cells line by line, from the top left.
  public var cells: [Cell]
  /// The position of the cursor; `nil` when it is hidden.
  public var cursor: Point?
  /// The title of the window; `nil` when none was set.
  public var title: String?

  /// Makes a screen with these cells.
  ///
  /// Missing cells are blank, extra ones are dropped.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cells.
  public init(size: Size, cells: [Cell] = [], cursor: Point? = nil, title: String? = nil) {
    let count = max(0, size.width) * max(0, size.height)
    self.size = size
    self.cells = cells.prefix(count) + Array(repeating: Cell(), count: max(0, count - cells.count))
    self.cursor = cursor
    self.title = title
  }

  /// The cell in a column of a line; a blank one outside.
  public subscript(x: Int, y: Int) -> Cell {
    guard x >= 0, x < size.width, y >= 0, y < size.height else { return Cell() }
    return cells[y * size.width + x]
  }

  /// A line as text, without trailing blanks; empty outside.
  ///
  /// - Complexity: O(*n*), where *n* is the width of the screen.
  public func line(_ y: Int) -> String {
    guard y >= 0, y < size.height else { return "" }
    var line = ""
    for cell in cells[y * size.width..<(y + 1) * size.width] { line += cell.text }
    while line.last == " " { line.removeLast() }
    return line
  }

  /// All lines, without trailing blanks.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cells.
  public var lines: [String] { (0..<max(0, size.height)).map(line) }

  /// All lines, each ended by a line feed but the last.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cells.
  public var text: String { lines.joined(separator: "\n") }

  /// Whether one line of the screen contains `text`.
  ///
  /// - Complexity: O(*n* × *m*) for *n* cells and a text of length *m*.
  public func contains(_ text: String) -> Bool {
    (0..<max(0, size.height)).contains { line($0).contains(text) }
  }

  /// The first line that contains `text`, from the top.
  ///
  /// - Complexity: O(*n* × *m*) for *n* cells and a text of length *m*.
  public func row(of text: String) -> Int? {
    (0..<max(0, size.height)).first { line($0).contains(text) }
  }

  /// The cell in which the first occurrence of `text` begins, from the top left.
  ///
  /// - Complexity: O(*n* × *m*) for *n* cells and a text of length *m*.
  public func point(of text: String) -> Point? {
    guard let y = row(of: text), let range = line(y).firstRange(of: text) else { return nil }
    let offset = line(y)[..<range.lowerBound].unicodeScalars.count
    var passed = 0
    for x in 0..<size.width {
      if passed >= offset, self[x, y].width > 0 { return Point(x: x, y: y) }
      passed += self[x, y].text.unicodeScalars.count
    }
    return nil
  }

  /// The style of the first cell of the first occurrence of `text`.
  ///
  /// - Complexity: O(*n* × *m*) for *n* cells and a text of length *m*.
  public func rendition(of text: String) -> Rendition? {
    point(of: text).map { self[$0.x, $0.y].rendition }
  }
}

extension ScreenContents: CustomStringConvertible {
  /// The text of the screen, which a failed expectation shows.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cells.
  public var description: String { text }
}
