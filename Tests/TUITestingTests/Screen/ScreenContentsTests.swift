import TUIKit
import TUITesting
import Testing

@Suite struct `The contents of a screen` {
  @Test func `a surface becomes text and roles`() {
    let surface = Surface(size: Size(width: 12, height: 2))
    let canvas = Canvas(surface)
    canvas.write("日本 Ada", at: .zero, width: 12, alignment: .leading, style: Style(.accent, on: .selection, .bold))
    canvas.write(
      "x", at: Point(x: 0, y: 1), width: 1, alignment: .leading, style: Style(.text).mixed(with: .fresh, by: 1))
    let screen = ScreenContents(surface, cursor: Point(x: 1, y: 1))
    #expect(screen.lines == ["日本 Ada", "x"])
    #expect(screen.point(of: "Ada") == Point(x: 5, y: 0))
    #expect(screen.rendition(of: "Ada") == Rendition(.role(.accent), on: .role(.selection), .bold))
    #expect(screen.rendition(of: "x")?.foreground == .mix(.text, .fresh, step: Style.mixSteps))
    #expect((0..<3).map { screen[$0, 0].width } == [2, 0, 2])
    #expect((5..<8).map { screen[$0, 0].width } == [1, 1, 1])
  }

  @Test func `a failed expectation shows the text`() {
    let screen = ScreenContents(size: Size(width: 2, height: 2), cells: ["A", "d", "a"].map { .init(text: $0) })
    #expect("\(screen)" == "Ad\na")
  }

  @Test func `missing text is not found`() {
    let screen = ScreenContents(size: Size(width: 3, height: 1))
    #expect(screen.text == "")
    #expect(screen.point(of: "Ada") == nil)
    #expect(screen.rendition(of: "Ada") == nil)
    #expect(!screen.contains("Ada"))
    #expect(screen[7, 7] == ScreenContents.Cell())
  }

  @Test func `a cell beyond an edge is blank`() {
    let cells = ["a", "b", "c", "d"].map { ScreenContents.Cell(text: $0) }
    let screen = ScreenContents(size: Size(width: 2, height: 2), cells: cells)
    #expect([screen[0, 0], screen[1, 0], screen[0, 1], screen[1, 1]] == cells)
    for (x, y) in [(-1, 1), (2, 0), (0, -1), (1, 2)] { #expect(screen[x, y] == ScreenContents.Cell(), "\(x), \(y)") }
  }

  @Test func `the first of several lines with a text is found`() {
    let cells = ["A", "b", "A"].map { ScreenContents.Cell(text: $0) }
    let screen = ScreenContents(size: Size(width: 1, height: 3), cells: cells)
    #expect(screen.row(of: "A") == 0)
    #expect(screen.point(of: "A") == Point(x: 0, y: 0))
  }

  @Test func `a line below the last one is empty`() {
    let screen = ScreenContents(size: Size(width: 1, height: 1), cells: [.init(text: "A")])
    #expect((-1...1).map(screen.line) == ["", "A", ""])
  }

  @Test func `a wide character in the last two columns is wide`() {
    let surface = Surface(size: Size(width: 3, height: 1))
    Canvas(surface).write("a日", at: .zero, width: 3, alignment: .leading, style: Style(.text))
    let screen = ScreenContents(surface)
    #expect(screen.cells.map(\.width) == [1, 2, 0])
  }

  @Test func `a narrow last character is narrow`() {
    let surface = Surface(size: Size(width: 2, height: 1))
    Canvas(surface).write("ab", at: .zero, width: 2, alignment: .leading, style: Style(.text))
    #expect(ScreenContents(surface).cells.map(\.width) == [1, 1])
  }

  @Test func `the colours of a picture are fixed`() {
    let (white, black) = (Pixel(red: 255, green: 255, blue: 255), Pixel(red: 0, green: 0, blue: 0))
    let front = Rendition.Color.rgb(red: 255, green: 255, blue: 255)
    let back = Rendition.Color.rgb(red: 0, green: 0, blue: 0)
    #expect(Rendition(Style(pixel: white, behind: black)) == Rendition(front, on: back))
    #expect(Rendition(Style(pixel: white, on: .selection, .bold)) == Rendition(front, on: .role(.selection), .bold))
    #expect(Rendition(Style(.accent, behind: black)) == Rendition(.role(.accent), on: back))
  }

  @Test func `a rendition describes its style in words`() {
    #expect(Rendition().description == "plain")
    #expect(
      Rendition(.palette(4), on: .rgb(red: 1, green: 255, blue: 16), [.bold, .strikethrough]).description
        == "bold struck 4 on #01ff10")
    #expect(Rendition(.mix(.text, .fresh, step: 3)).description == "text→fresh·3")
  }
}
