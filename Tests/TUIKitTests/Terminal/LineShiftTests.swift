import Testing

@testable import TUIKit

@Suite struct LineShiftTests {
  private let size = Size(width: 9, height: 10)

  private func cells(_ lines: [String]) -> [Cell] {
    lines.flatMap { line in
      (line + String(repeating: " ", count: size.width)).unicodeScalars.prefix(size.width).map {
        Cell(content: $0.value, style: Style())
      }
    }
  }

  /// A title, six rows from `first` on, each with a letter at the right edge, and two lines below.
  private func screen(from first: Int, letters: String, selected: Int? = nil) -> [String] {
    let rows = zip(0..., letters).map { "\(first + $0 == selected ? ">" : " ")row\(first + $0)  \($1)" }
    return ["title", "head"] + rows + ["\(first) of 9", "keys"]
  }

  private func shift(_ old: [String], _ new: [String]) -> LineShift? {
    cells(old).withUnsafeBufferPointer { old in
      cells(new).withUnsafeBufferPointer { LineShift(from: old, to: $0, size: size) }
    }
  }

  @Test(arguments: [1, 2, -1]) func `rows that scroll beside fixed letters are shifted`(distance: Int) {
    let old = screen(from: 12, letters: "ABCDEF")
    let new = screen(from: 12 + distance, letters: "ABCDEF")
    #expect(shift(old, new) == LineShift(lines: 2..<8, distance: distance))
  }

  @Test func `a changed row or two cause no shift`() {
    let old = screen(from: 12, letters: "ABCDEF", selected: 17)
    let new = screen(from: 13, letters: "ABCDEF", selected: 18)
    #expect(shift(old, new) == LineShift(lines: 2..<7, distance: 1))
  }

  @Test func `a shift that ncurses finds is left to it`() {
    #expect(shift(screen(from: 12, letters: "      "), screen(from: 13, letters: "      ")) == nil)
    #expect(shift(screen(from: 12, letters: "ABCDEF"), screen(from: 12, letters: "BCDEFG")) == nil)
    #expect(shift(screen(from: 12, letters: "ABCDEF"), screen(from: 40, letters: "ABCDEF")) == nil)
    let old = screen(from: 12, letters: "ABCDEF")
    #expect(shift(old, old) == nil)
  }

  @Test func `rows are shifted if more than half of their letters change`() {
    let old = screen(from: 12, letters: "ABCDEF")
    #expect(shift(old, screen(from: 14, letters: "CDXYZZ")) == nil)
    #expect(shift(old, screen(from: 14, letters: "CXYYZZ")) == LineShift(lines: 2..<8, distance: 2))
  }

  @Test func `identical lines are not shifted`() {
    let old = Array(repeating: "same", count: 10)
    #expect(shift(old, old.map { $0 + "  A" }) == nil)
  }

  @Test(arguments: [(1, "0134_5"), (2, "034__5"), (-1, "0_1235"), (-3, "0___15")])
  func `moving leaves unknown lines behind`(distance: Int, expected: String) {
    var cells = "012345".unicodeScalars.map { Cell(content: $0.value, style: Style()) }
    let shift = LineShift(lines: (distance == 1 ? 2 : 1)..<5, distance: distance)
    cells.withUnsafeMutableBufferPointer { shift.move($0, width: 1) }
    let text = cells.map { $0.content == 0 ? "_" : String(Unicode.Scalar($0.content) ?? "?") }.joined()
    #expect(text == expected)
  }
}
