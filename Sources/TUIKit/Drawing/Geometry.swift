/// A column and a line, both counted from 0 at the top left.
public struct Point: Hashable, Sendable {
  /// The column, from the left.
  public var x: Int
  /// The line, from the top.
  public var y: Int

  /// The top left.
  public static let zero = Point(x: 0, y: 0)

  /// A column of a line.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// A width in columns and a height in lines; never negative in what the toolkit hands out.
public struct Size: Hashable, Sendable {
  /// Columns.
  public var width: Int
  /// Lines.
  public var height: Int

  /// No room at all.
  public static let zero = Size(width: 0, height: 0)

  /// A size of columns and lines.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Whether there is no cell in it.
  public var isEmpty: Bool { width <= 0 || height <= 0 }
}

/// A rectangle of cells: `minX ..< maxX` columns of `minY ..< maxY` lines.
public struct Rect: Hashable, Sendable {
  /// The top left cell.
  public var origin: Point
  /// Columns and lines.
  public var size: Size

  /// Nothing, at the top left.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// A rectangle by its top left cell and its size.
  public init(origin: Point = .zero, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// A rectangle by its top left cell and its size.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The first column.
  public var minX: Int { origin.x }
  /// The first line.
  public var minY: Int { origin.y }
  /// The column behind the last one.
  public var maxX: Int { origin.x + size.width }
  /// The line below the last one.
  public var maxY: Int { origin.y + size.height }
  /// Columns.
  public var width: Int { size.width }
  /// Lines.
  public var height: Int { size.height }
  /// Whether there is no cell in it.
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

  /// Whether a cell is inside.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Whether all of `other` lies inside.
  public func contains(_ other: Rect) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// The part that both cover; empty when they do not meet.
  public func intersection(_ other: Rect) -> Rect {
    let x = max(minX, other.minX)
    let y = max(minY, other.minY)
    return Rect(x: x, y: y, width: max(0, min(maxX, other.maxX) - x), height: max(0, min(maxY, other.maxY) - y))
  }

  /// Whether they have a cell in common.
  public func intersects(_ other: Rect) -> Bool {
    !intersection(other).isEmpty
  }

  /// The smallest rectangle around both; an empty one counts for nothing.
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let x = min(minX, other.minX)
    let y = min(minY, other.minY)
    return Rect(x: x, y: y, width: max(maxX, other.maxX) - x, height: max(maxY, other.maxY) - y)
  }

  /// The same size elsewhere: moved by a point's columns and lines.
  public func offset(by point: Point) -> Rect {
    Rect(x: minX + point.x, y: minY + point.y, width: width, height: height)
  }

  /// The rectangle without its margins; empty rather than negative when they leave nothing.
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
  /// Lines above.
  public var top: Int
  /// Columns before.
  public var left: Int
  /// Lines below.
  public var bottom: Int
  /// Columns behind.
  public var right: Int

  /// None.
  public static let zero = Insets()

  /// Room at the edges; none where nothing is said.
  public init(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}
