import Testing

@testable import TUIKit

@Suite struct ScrollMarkTests {
  @Test(
    arguments: [
      (0, 4, 4, nil), (0, 0, 9, nil), (0, 4, 5, 0..<3), (1, 4, 5, 1..<4), (0, 10, 100, 0..<1), (1, 10, 100, 1..<2),
      (45, 10, 100, 5..<6), (89, 10, 100, 8..<9), (90, 10, 100, 9..<10), (0, 2, 3, 0..<1), (1, 2, 3, 1..<2),
      (1, 3, 30, 1..<2), (26, 3, 30, 1..<2), (27, 3, 30, 2..<3), (5, 10, 20, 3..<8),
    ] as [(Int, Int, Int, Range<Int>?)])
  func `the mark is at an end only at the end`(
    offset: Int, height: Int, content: Int, lines: Range<Int>?
  ) {
    #expect(ScrollMark.lines(offset: offset, height: height, contentHeight: content) == lines)
  }

  @Test func `the mark is in the last column`() {
    let surface = Surface(size: Size(width: 6, height: 6))
    let rect = Rect(x: 1, y: 1, width: 4, height: 4)
    Canvas(surface).drawScrollMark(in: rect, offset: 4, contentHeight: 8, style: Style(.border))
    #expect(surface.text == "\n\n\n    ┃\n    ┃\n")
    #expect(surface.style(at: Point(x: 4, y: 3)).foreground == .border)
    let empty = Rect(x: 3, y: 0, width: 0, height: 4)
    Canvas(surface).drawScrollMark(in: empty, offset: 0, contentHeight: 8, style: Style())
    #expect(surface.text == "\n\n\n    ┃\n    ┃\n")
  }
}
