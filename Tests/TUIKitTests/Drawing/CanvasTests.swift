import Testing

@testable import TUIKit

@Suite struct CanvasTests {
  private let surface = Surface(size: Size(width: 8, height: 3))

  @Test func `a part of a part has both limits`() {
    let canvas = Canvas(surface).part(Rect(x: 2, y: 1, width: 5, height: 2)).part(
      Rect(x: -1, y: 1, width: 4, height: 4))
    #expect(canvas.size == Size(width: 4, height: 4) && canvas.bounds == Rect(x: 0, y: 0, width: 4, height: 4))
    #expect(canvas.visibleBounds == Rect(x: 1, y: 0, width: 3, height: 1))
    #expect(!canvas.isFullyClipped && canvas.part(Rect(x: 0, y: 1, width: 4, height: 1)).isFullyClipped)
    canvas.fill(with: "x", style: Style(.ok))
    #expect(surface.text == "\n\n  xxx")
    canvas.fill(Rect(x: 2, y: 0, width: 1, height: 1), style: Style(.danger))
    #expect(surface.text == "\n\n  x x")
    #expect(surface.style(at: Point(x: 3, y: 2)) == Style(.danger))
  }

  @Test func `only visible cells get another style`() {
    let canvas = Canvas(surface).part(Rect(x: 1, y: 1, width: 3, height: 1))
    canvas.restyle(Rect(x: 1, y: 0, width: 9, height: 9)) { $0.adding(.bold) }
    let bold = (0..<24).filter { surface.style(at: Point(x: $0 % 8, y: $0 / 8)).attributes == .bold }
    #expect(bold == [10, 11])
    canvas.restyle { $0.adding(.dim) }
    #expect(
      (0..<24).filter { surface.style(at: Point(x: $0 % 8, y: $0 / 8)).attributes.contains(.dim) } == [9, 10, 11])
  }

  @Test(arguments: [
    ("abcd", 4, "abcd", 4), ("abcde", 4, "abc…", 4), ("äbcd", 4, "äbcd", 4), ("äbcde", 4, "äbc…", 4),
    ("漢字", 4, "漢字", 4), ("漢字漢", 4, "漢…", 3), ("漢字漢", 5, "漢字…", 5), ("ab", 0, "", 0), ("ab", -3, "", 0),
    ("ab", 1, "…", 1),
  ]) func `a text is cut only when it is too long`(text: String, width: Int, drawn: String, columns: Int) {
    let result = Canvas(surface).write(text, at: Point(x: 1, y: 1), style: Style(.ok), maxWidth: width)
    #expect(surface.line(1) == (drawn.isEmpty ? "" : " " + drawn))
    #expect(result == columns)
    #expect(surface.line(0).isEmpty && surface.line(2).isEmpty)
    if !drawn.isEmpty { #expect(surface.style(at: Point(x: columns, y: 1)) == Style(.ok)) }
  }

  @Test func `a text ends with the canvas`() {
    #expect(Canvas(surface).write("abcdef", at: Point(x: 2, y: 0), style: Style()) == 6)
    #expect(Canvas(surface).write("abcdef", at: Point(x: 3, y: 1), style: Style()) == 5)
    #expect(Canvas(surface).write("äbcdef", at: Point(x: 8, y: 2), style: Style()) == 0)
    #expect(surface.text == "  abcdef\n   abcd…\n")
  }

  @Test func `a text is aligned in its columns`() {
    let canvas = Canvas(surface)
    for (y, alignment) in [TextAlignment.leading, .center, .trailing].enumerated() {
      canvas.write("ab", at: Point(x: 1, y: y), width: 5, alignment: alignment, style: Style())
    }
    #expect(surface.text == " ab\n  ab\n    ab")
    canvas.write("abcdef", at: Point(x: 0, y: 0), width: 4, alignment: .trailing, style: Style())
    #expect(surface.line(0) == "abc…")
  }

  @Test func `a resized surface is blank`() {
    Canvas(surface).write("e\u{301}\u{323}x", at: Point(x: 1, y: 0), style: Style(.ok))
    let copy = Surface(size: Size(width: 1, height: 1))
    copy.copy(surface)
    #expect(copy.size == surface.size && copy.text == surface.text)
    #expect(copy.style(at: Point(x: 2, y: 0)) == Style(.ok))
    surface.resize(to: Size(width: 3, height: -1))
    #expect(surface.size == Size(width: 3, height: 0) && surface.text == "")
    surface.resize(to: Size(width: 3, height: 2))
    #expect(surface.text == "\n" && copy.line(0).hasPrefix(" ") && copy.line(0).hasSuffix("x"))
    Canvas(surface).write("e\u{301}\u{323}", at: .zero, style: Style())
    #expect(surface.clusters.count == 1 && surface.text(at: .zero).unicodeScalars.count > 1)
  }

  @Test func `outside of a surface there is no text`() {
    Canvas(surface).fill(with: "x", style: Style(.ok))
    for point in [Point(x: -1, y: 0), Point(x: 8, y: 0), Point(x: 0, y: -1), Point(x: 0, y: 3)] {
      #expect(surface.text(at: point).isEmpty && surface.style(at: point) == Style())
    }
    #expect(surface.text(at: Point(x: 7, y: 2)) == "x")
  }
}
