import Testing

@testable import TUIKit

@Suite struct GeometryTests {
  /// All rectangles with edges between -1 and 3, also empty ones.
  private static let rects: [Rect] = (-1...2).flatMap { x in
    (-1...2).flatMap { y in
      (0...3).flatMap { width in (0...3).map { Rect(x: x, y: y, width: width, height: $0) } }
    }
  }

  private func cells(_ rect: Rect) -> Set<Point> {
    var cells: Set<Point> = []
    for y in rect.minY..<rect.maxY { for x in rect.minX..<rect.maxX { cells.insert(Point(x: x, y: y)) } }
    return cells
  }

  @Test func `a rectangle contains its cells and no others`() {
    for rect in Self.rects {
      let inside = cells(rect)
      #expect(rect.isEmpty == inside.isEmpty)
      for x in -2...6 {
        for y in -2...6 { #expect(rect.contains(Point(x: x, y: y)) == inside.contains(Point(x: x, y: y))) }
      }
    }
  }

  @Test func `two rectangles are compared cell by cell`() {
    for left in Self.rects {
      let mine = cells(left)
      for right in Self.rects.shuffled().prefix(40) {
        let theirs = cells(right)
        let shared = mine.intersection(theirs)
        let description: Comment = "\(left) \(right)"
        #expect(cells(left.intersection(right)) == shared, description)
        #expect(left.intersects(right) == !shared.isEmpty, description)
        if !right.isEmpty { #expect(left.contains(right) == theirs.isSubset(of: mine), description) }
        let rest = left.subtracting(right).map(cells)
        #expect(rest.reduce(into: Set()) { $0.formUnion($1) } == mine.subtracting(theirs), description)
        #expect(rest.reduce(0) { $0 + $1.count } == mine.count - shared.count, description)
      }
    }
  }

  @Test func `a union is as small as possible`() {
    let rect = Rect(x: 2, y: 3, width: 4, height: 5)
    #expect(rect.union(Rect(x: 9, y: 1, width: 1, height: 1)) == Rect(x: 2, y: 1, width: 8, height: 7))
    #expect(Rect(x: 9, y: 1, width: 1, height: 1).union(rect) == Rect(x: 2, y: 1, width: 8, height: 7))
    #expect(rect.union(Rect(x: 3, y: 4, width: 1, height: 1)) == rect)
    #expect(rect.union(Rect(x: 90, y: 1, width: 0, height: 1)) == rect)
    #expect(Rect(x: 90, y: 1, width: 1, height: 0).union(rect) == rect)
  }

  @Test func `margins are taken from their own sides`() {
    let rect = Rect(x: 10, y: 20, width: 30, height: 40)
    #expect(
      rect.inset(by: Insets(top: 1, left: 2, bottom: 3, right: 4)) == Rect(x: 12, y: 21, width: 24, height: 36))
    #expect(rect.inset(by: Insets(left: 29)).width == 1)
    #expect(rect.inset(by: Insets(top: 20, left: 20, bottom: 21, right: 11)).size == .zero)
    #expect(rect.offset(by: Point(x: -3, y: 4)) == Rect(x: 7, y: 24, width: 30, height: 40))
  }
}
