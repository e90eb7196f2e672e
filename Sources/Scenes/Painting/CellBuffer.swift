/// A canvas in memory: for tests, and for a host without a terminal.
@MainActor
public struct CellBuffer: CellCanvas {
  /// The number of columns and lines.
  public let size: CellSize
  private var cells: [(text: String, style: CellStyle)]

  /// Creates a buffer of blank cells.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cells.
  public init(_ size: CellSize) {
    self.size = CellSize(width: max(0, size.width), height: max(0, size.height))
    cells = Array(repeating: (" ", CellStyle()), count: self.size.width * self.size.height)
  }

  /// All cells.
  public var visibleCells: CellRect { CellRect(width: size.width, height: size.height) }

  /// Draws text; the second cell of a wide character is empty.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public mutating func draw(_ text: String, x: Int, y: Int, style: CellStyle, clip: CellRect) {
    let clip = clip.intersection(visibleCells)
    var x = x
    for character in text {
      let columns = TextMeasure.columns(of: character)
      if columns > 0, clip.contains(x: x, y: y), clip.contains(x: x + columns - 1, y: y) {
        for column in x..<x + columns { put(column == x ? String(character) : "", x: column, y: y, style) }
      }
      x += columns
    }
  }

  /// Fills a rectangle.
  ///
  /// - Complexity: O(cells of the rectangle that are inside of `clip`).
  public mutating func fill(_ rect: CellRect, with character: Character, style: CellStyle, clip: CellRect) {
    let area = rect.intersection(clip).intersection(visibleCells)
    guard !area.isEmpty else { return }
    for y in area.y..<area.maxY { for x in area.x..<area.maxX { put(String(character), x: x, y: y, style) } }
  }

  private mutating func put(_ text: String, x: Int, y: Int, _ style: CellStyle) {
    let index = y * size.width + x
    var style = style
    // A cell without a background of its own keeps the one that is there.
    if style.background == .clear { style.background = cells[index].style.background }
    cells[index] = (text, style)
  }

  /// The style of a cell; plain outside of the buffer.
  public func style(x: Int, y: Int) -> CellStyle {
    visibleCells.contains(x: x, y: y) ? cells[y * size.width + x].style : CellStyle()
  }

  /// The lines without trailing blanks.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cells.
  public var lines: [String] {
    (0..<size.height).map { y in
      var line = (0..<size.width).map { cells[y * size.width + $0].text }.joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// All lines, a line feed between them.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cells.
  public var text: String { lines.joined(separator: "\n") }
}
