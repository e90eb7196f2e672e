import TUIKit

/// What stands on a screen at one moment: the text, how it looks, and where the cursor is.
///
/// A value, so that screens can be kept and compared. Columns and lines are counted from 0.
public struct ScreenContents: Hashable, Sendable {
  /// One cell: a character as a reader sees it, and how it looks.
  public struct Cell: Hashable, Sendable {
    /// The character with its marks; a space where nothing was written, empty for the right half of a wide character.
    public var text: String
    /// The columns it takes: 1, 2, or 0 for the right half of a wide character.
    public var width: Int
    /// How it looks.
    public var rendition: Rendition

    /// A blank, unless told.
    public init(text: String = " ", width: Int = 1, rendition: Rendition = Rendition()) {
      self.text = text
      self.width = width
      self.rendition = rendition
    }
  }

  /// Columns and lines.
  public let size: Size
  /// Line by line, from the top left.
  public var cells: [Cell]
  /// Where the cursor is; `nil` when it is hidden.
  public var cursor: Point?
  /// What the window is called; `nil` when nothing has said so.
  public var title: String?

  /// A screen with these cells, as many as the size has; what is missing is blank.
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
  public func line(_ y: Int) -> String {
    guard y >= 0, y < size.height else { return "" }
    var line = ""
    for cell in cells[y * size.width..<(y + 1) * size.width] { line += cell.text }
    while line.last == " " { line.removeLast() }
    return line
  }

  /// All lines, without trailing blanks.
  public var lines: [String] { (0..<max(0, size.height)).map(line) }

  /// All lines, each ended by a line feed but the last.
  public var text: String { lines.joined(separator: "\n") }

  /// Whether `text` stands on one line of the screen.
  public func contains(_ text: String) -> Bool {
    (0..<max(0, size.height)).contains { line($0).contains(text) }
  }

  /// The first line that holds `text`, from the top.
  public func row(of text: String) -> Int? {
    (0..<max(0, size.height)).first { line($0).contains(text) }
  }

  /// The cell in which `text` begins, the topmost and leftmost of them.
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

  /// How the first cell of `text` looks, where it first stands on the screen.
  public func rendition(of text: String) -> Rendition? {
    point(of: text).map { self[$0.x, $0.y].rendition }
  }
}
