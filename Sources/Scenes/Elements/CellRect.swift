/// A rectangle of cells.
public struct CellRect: Hashable, Sendable {
  /// The column of the left edge.
  public var x: Int
  /// The line of the top edge.
  public var y: Int
  /// The number of columns.
  public var width: Int
  /// The number of lines.
  public var height: Int

  /// Creates a rectangle.
  public init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// A rectangle without cells.
  public static let zero = CellRect(width: 0, height: 0)

  /// Whether it has no cell.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The column after the right edge.
  public var maxX: Int { x + width }
  /// The line after the bottom edge.
  public var maxY: Int { y + height }

  /// Whether a cell is inside.
  public func contains(x column: Int, y line: Int) -> Bool {
    column >= x && column < maxX && line >= y && line < maxY
  }

  /// The cells that both rectangles have.
  public func intersection(_ other: CellRect) -> CellRect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return CellRect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left), height: max(0, min(maxY, other.maxY) - top))
  }

  /// The rectangle moved.
  public func offset(x: Int, y: Int) -> CellRect {
    CellRect(x: self.x + x, y: self.y + y, width: width, height: height)
  }
}

/// A number of columns and lines.
public struct CellSize: Hashable, Sendable {
  /// The number of columns.
  public var width: Int
  /// The number of lines.
  public var height: Int

  /// Creates a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The nearest size that can be laid out.
  func limited(to limit: Int = Element.cellLimit) -> CellSize {
    CellSize(width: min(max(width, 0), limit), height: min(max(height, 0), limit))
  }
}
