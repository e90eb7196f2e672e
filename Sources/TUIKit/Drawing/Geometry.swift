/// A column and a line, both counted from 0 at the top left.
public struct Point: Hashable, Sendable {
  /// The column, from the left.
  public var x: Int
  /// The line, from the top.
  public var y: Int

  /// The origin at the top left.
  public static let zero = Point(x: 0, y: 0)

  /// Creates a point.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// A width in columns and a height in lines; the toolkit never returns negative ones.
public struct Size: Hashable, Sendable {
  /// Columns.
  public var width: Int
  /// Lines.
  public var height: Int

  /// The empty size.
  public static let zero = Size(width: 0, height: 0)

  /// Creates a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Whether the size contains no cell.
  public var isEmpty: Bool { width <= 0 || height <= 0 }
}

/// A rectangle of cells: `minX ..< maxX` columns of `minY ..< maxY` lines.
public struct Rect: Hashable, Sendable {
  /// The top left cell.
  public var origin: Point
  /// The number of columns and lines.
  public var size: Size

  /// The empty rectangle at the top left.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// Creates a rectangle from its top left cell and its size.
  public init(origin: Point = .zero, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from its top left cell and its size.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The first column.
  public var minX: Int { origin.x }
  /// The first line.
  public var minY: Int { origin.y }
  /// The column after the last one.
  public var maxX: Int { origin.x + size.width }
  /// The line after the last one.
  public var maxY: Int { origin.y + size.height }
  /// Columns.
  public var width: Int { size.width }
  /// Lines.
  public var height: Int { size.height }
  /// Whether the rectangle contains no cell.
  public var isEmpty: Bool { size.isEmpty }

  /// The parts of the rectangle that `other` does not cover: above, below, left and right of it.
  func subtracting(_ other: Rect) -> [Rect] {
    let hole = intersection(other)
    guard !hole.isEmpty else { return [self] }
    return [
      Rect(x: minX, y: minY, width: width, height: hole.minY - minY),
      Rect(x: minX, y: hole.maxY, width: width, height: maxY - hole.maxY),
      Rect(x: minX, y: hole.minY, width: hole.minX - minX, height: hole.height),
      Rect(x: hole.maxX, y: hole.minY, width: maxX - hole.maxX, height: hole.height),
    ].filter { !$0.isEmpty }
  }

  /// Whether the rectangle contains a cell.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Whether the rectangle contains all of `other`.
  public func contains(_ other: Rect) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// The intersection of both; empty when they are disjoint.
  public func intersection(_ other: Rect) -> Rect {
    let x = max(minX, other.minX)
    let y = max(minY, other.minY)
    return Rect(x: x, y: y, width: max(0, min(maxX, other.maxX) - x), height: max(0, min(maxY, other.maxY) - y))
  }

  /// Whether both have a cell in common.
  public func intersects(_ other: Rect) -> Bool {
    !intersection(other).isEmpty
  }

  /// The smallest rectangle that contains both; an empty one is ignored.
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let x = min(minX, other.minX)
    let y = min(minY, other.minY)
    return Rect(x: x, y: y, width: max(maxX, other.maxX) - x, height: max(maxY, other.maxY) - y)
  }

  /// The rectangle moved by a point's columns and lines.
  public func offset(by point: Point) -> Rect {
    Rect(x: minX + point.x, y: minY + point.y, width: width, height: height)
  }

  /// The rectangle without its margins; empty when they leave no cell.
  public func inset(by insets: Insets) -> Rect {
    Rect(
      x: minX + insets.left,
      y: minY + insets.top,
      width: max(0, width - insets.left - insets.right),
      height: max(0, height - insets.top - insets.bottom)
    )
  }
}

/// Margins, in columns and lines.
public struct Insets: Hashable, Sendable {
  /// The lines above.
  public var top: Int
  /// The columns before.
  public var left: Int
  /// The lines below.
  public var bottom: Int
  /// The columns after.
  public var right: Int

  /// None.
  public static let zero = Insets()

  /// Creates margins, 0 by default.
  public init(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}
