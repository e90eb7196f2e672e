import Algorithms
import Testing

@testable import TUIKit

struct SurfaceTests {
  private func check(_ surface: Surface) {
    for y in 0..<surface.size.height {
      for x in 0..<surface.size.width {
        let cell = surface.cells[y * surface.size.width + x]
        if cell.isContinuation {
          let isWide = x > 0 && surface.text(at: Point(x: x - 1, y: y)).displayWidth == 2
          #expect(isWide, "half of a wide character at \(x), \(y)")
          continue
        }
        let text = surface.text(at: Point(x: x, y: y))
        #expect(text.unicodeScalars.allSatisfy { $0.standIn == nil }, "a control character at \(x), \(y)")
        if text.displayWidth == 2 {
          #expect(x + 1 < surface.size.width && surface.cells[y * surface.size.width + x + 1].isContinuation)
        }
      }
    }
  }

  @Test func `overwriting half of a wide character blanks the other half`() {
    let surface = Surface(size: Size(width: 6, height: 1))
    let canvas = Canvas(surface)
    canvas.write("漢字漢", at: .zero, style: Style())
    canvas.write("x", at: Point(x: 1, y: 0), style: Style())
    canvas.write("界", at: Point(x: 3, y: 0), style: Style())
    #expect(surface.line(0) == " x 界")
    check(surface)
  }

  @Test func `a wide character at the edge is not halved`() {
    let surface = Surface(size: Size(width: 5, height: 1))
    #expect(Canvas(surface).write("漢字漢", at: .zero, style: Style()) == 5)
    #expect(surface.line(0) == "漢字…")
    Canvas(surface).part(Rect(x: 1, y: 0, width: 2, height: 1)).write(
      "漢", at: Point(x: 1, y: 0), style: Style(), truncates: false)
    check(surface)
  }

  @Test func `the visible half of a wide character is blank`() {
    let surface = Surface(size: Size(width: 6, height: 1))
    Canvas(surface).write("abcdef", at: .zero, style: Style())
    let canvas = Canvas(surface).part(Rect(x: 1, y: 0, width: 3, height: 1))
    canvas.write("漢", at: Point(x: -1, y: 0), style: Style(), truncates: false)
    #expect(surface.line(0) == "a cdef")
  }

  @Test func `a line outside of the surface is empty`() {
    let surface = Surface(size: Size(width: 2, height: 1))
    Canvas(surface).fill(with: "x", style: Style())
    #expect((-1...1).map(surface.line) == ["", "xx", ""])
  }

  @Test func `a text is clipped to its canvas on both sides`() {
    let surface = Surface(size: Size(width: 10, height: 2))
    let canvas = Canvas(surface).part(Rect(x: 2, y: 0, width: 4, height: 1))
    canvas.write("abcdefgh", at: Point(x: -2, y: 0), style: Style())
    #expect(surface.line(0) == "  cde…")
    canvas.write("hidden", at: Point(x: 0, y: 1), style: Style())
    #expect(surface.line(1) == "")
  }

  @Test func `filling with a character of another width draws blanks`() {
    let surface = Surface(size: Size(width: 3, height: 1))
    Canvas(surface).fill(with: "漢", style: Style())
    #expect(surface.line(0) == "")
    Canvas(surface).fill(with: "\u{1B}", style: Style())
    #expect(surface.line(0) == "␛␛␛")
  }

  @Test func `clusters that are no longer shown are released`() {
    let surface = Surface(size: Size(width: 2, height: 1))
    let canvas = Canvas(surface)
    canvas.write("a\u{301}\u{323}", at: Point(x: 1, y: 0), style: Style())
    var made = 0
    for base in 0x4E00..<0x4F40 as Range<UInt32> {
      for mark in 0x300..<0x340 as Range<UInt32> {
        guard let letter = Unicode.Scalar(base - 0x4E00 + 0x400), let accent = Unicode.Scalar(mark) else { continue }
        canvas.write("\(letter)\(accent)", at: .zero, style: Style(), truncates: false)
        made += 1
      }
    }
    #expect(made > 20_000)
    #expect(surface.clusters.count <= 16_384)
    #expect(surface.text(at: Point(x: 1, y: 0)).unicodeScalars.elementsEqual("\u{1EA1}\u{301}".unicodeScalars))
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `drawing leaves no half characters and no control characters`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let size = Size(width: Int.random(in: 1...30, using: &random), height: Int.random(in: 1...6, using: &random))
    let surface = Surface(size: size)
    let before = Surface(size: size)
    for _ in 0..<30 {
      before.copy(surface)
      let clip = Rect(
        x: Int.random(in: -3...20, using: &random), y: Int.random(in: -2...4, using: &random),
        width: Int.random(in: 0...20, using: &random), height: Int.random(in: 0...4, using: &random))
      let text =
        Bool.random(using: &random)
        ? NaughtyStrings.random(length: 12, using: &random) : NaughtyStrings.all.randomElement(using: &random) ?? ""
      let place = Point(x: Int.random(in: -10...20, using: &random), y: Int.random(in: -1...4, using: &random))
      let canvas = Canvas(surface).part(clip)
      canvas.write(
        text, at: place, style: Style(.accent), maxWidth: Int.random(in: 0...30, using: &random),
        truncates: Bool.random(using: &random))
      if Bool.random(using: &random) { canvas.fill(Rect(x: 1, y: 0, width: 2, height: 1), style: Style(.danger)) }
      check(surface)
      for y in 0..<size.height {
        for x in 0..<size.width where !clip.contains(Point(x: x, y: y)) {
          let (old, new) = (before.cells[y * size.width + x], surface.cells[y * size.width + x])
          // Outside of the canvas, only the cut-off half of a wide character may have become blank.
          #expect(old == new || before.text(at: Point(x: x, y: y)).displayWidth != 1 && new.content == 0x20)
        }
      }
    }
  }
}
