import Testing

@testable import Scenes

/// Cells in memory, and rectangles of cells.
@MainActor
@Suite struct CellBufferTests {
  @Test func `a wide character needs room for both cells`() {
    var buffer = CellBuffer(CellSize(width: 5, height: 2))
    buffer.draw("a日b日", x: 0, y: 0, style: CellStyle(), clip: buffer.visibleCells)
    #expect(buffer.lines == ["a日b", ""])
    buffer.draw("日本", x: -1, y: 1, style: CellStyle(), clip: buffer.visibleCells)
    #expect(buffer.lines == ["a日b", " 本"])
    buffer.draw("xyz", x: 1, y: 1, style: CellStyle(), clip: CellRect(x: 2, y: 1, width: 1, height: 1))
    #expect(buffer.lines[1] == " 本y" || buffer.lines[1] == "  y")
  }

  @Test func `only cells that are in the clip are filled`() {
    var buffer = CellBuffer(CellSize(width: 4, height: 3))
    var style = CellStyle()
    style.background = Color(role: .chip)
    let clip = CellRect(x: 1, y: 1, width: 9, height: 9)
    buffer.fill(CellRect(x: 0, y: 0, width: 3, height: 2), with: "x", style: style, clip: clip)
    #expect(buffer.lines == ["", " xx", ""])
    buffer.draw("y", x: 1, y: 1, style: CellStyle(), clip: buffer.visibleCells)
    #expect(buffer.style(x: 1, y: 1).background == Color(role: .chip))
    #expect(buffer.style(x: 0, y: 0) == CellStyle() && buffer.style(x: 4, y: 1) == CellStyle())
    buffer.fill(CellRect(x: 0, y: 0, width: 4, height: 0), with: "x", style: style, clip: clip)
    #expect(buffer.lines == ["", " yx", ""])
    #expect(CellBuffer(CellSize(width: -1, height: -2)).size == CellSize(width: 0, height: 0))
  }

  @Test func `a rectangle has its left and top cells, not those after it`() {
    let rect = CellRect(x: 2, y: 3, width: 4, height: 2)
    #expect(rect.maxX == 6 && rect.maxY == 5)
    #expect([(2, 3), (5, 4)].allSatisfy { rect.contains(x: $0.0, y: $0.1) })
    #expect(![(1, 3), (6, 3), (2, 2), (2, 5)].contains { rect.contains(x: $0.0, y: $0.1) })
    #expect(rect.offset(x: 1, y: -2) == CellRect(x: 3, y: 1, width: 4, height: 2))
    #expect(!rect.isEmpty && CellRect.zero.isEmpty)
    #expect(CellRect(width: 0, height: 1).isEmpty && CellRect(width: 1, height: 0).isEmpty)
    #expect(!CellRect(width: 1, height: 1).isEmpty)
  }

  @Test func `an intersection has the cells of both rectangles`() {
    let rect = CellRect(x: 2, y: 3, width: 4, height: 2)
    #expect(rect.intersection(CellRect(x: 0, y: 0, width: 4, height: 4)) == CellRect(x: 2, y: 3, width: 2, height: 1))
    #expect(rect.intersection(CellRect(x: 3, y: 4, width: 9, height: 9)) == CellRect(x: 3, y: 4, width: 3, height: 1))
    #expect(rect.intersection(CellRect(x: 3, y: 3, width: 1, height: 9)) == CellRect(x: 3, y: 3, width: 1, height: 2))
    #expect(rect.intersection(CellRect(x: 6, y: 3, width: 4, height: 2)).isEmpty)
    #expect(rect.intersection(CellRect(x: 2, y: 9, width: 4, height: 2)).height == 0)
  }

  @Test func `a size is limited to what can be laid out`() {
    #expect(CellSize(width: -1, height: 5).limited(to: 4) == CellSize(width: 0, height: 4))
    #expect(CellSize(width: 4, height: -3).limited(to: 4) == CellSize(width: 4, height: 0))
  }
}
