import Algorithms
import Glibc
import TUITesting
import Testing
import Time

@testable import TUIKit

extension TerminalTests {
  private static let size = Size(width: 24, height: 9)

  /// A terminal with a virtual one at its other end, which interprets what is written.
  private func shownTerminal(_ variables: [String: String]) throws -> (
    terminal: Terminal, show: (Surface, Point?) -> VirtualTerminal
  ) {
    var window = winsize(ws_row: 9, ws_col: 24, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(line.slave, UInt(TIOCSWINSZ), &window)
    let terminal = try terminal(variables)
    let virtual = VirtualTerminal(size: Self.size)
    terminal.open()
    virtual.write(line.output())
    return (
      terminal,
      { [line] surface, cursor in
        terminal.show(surface, cursor: cursor)
        virtual.write(line.output())
        return virtual
      }
    )
  }

  private func expectSame(_ virtual: VirtualTerminal, _ surface: Surface, _ depth: ColorDepth, _ comment: Comment) {
    let contents = virtual.contents
    #expect(contents.lines == (0..<surface.size.height).map(surface.line), comment)
    let maker = PenMaker(theme: .dark, depth: depth)
    func color(_ number: Int32) -> Rendition.Color { number < 0 ? .standard : .palette(UInt8(number)) }
    let pairs: [(Style.Attributes, Rendition.Attributes)] = [
      (.bold, .bold), (.dim, .dim), (.underline, .underline), (.reverse, .reverse), (.italic, .italic),
    ]
    for y in 0..<surface.size.height {
      for x in 0..<surface.size.width where !surface.text(at: Point(x: x, y: y)).isEmpty {
        let pen = maker.pen(for: surface.style(at: Point(x: x, y: y)))
        let cell = contents[x, y]
        for (attribute, shown) in pairs where cell.text != " " || attribute == .underline || attribute == .reverse {
          #expect(cell.rendition.attributes.contains(shown) == pen.attributes.contains(attribute), comment)
        }
        #expect(cell.rendition.background == color(pen.background), comment)
        if cell.text != " " { #expect(cell.rendition.foreground == color(pen.foreground), comment) }
      }
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>) func `the terminal shows the last of any frames`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (terminal, show) = try shownTerminal(["TERM": "xterm-256color"])
    terminal.theme = .dark
    let surface = Surface(size: Self.size)
    let canvas = Canvas(surface)
    let styles = [
      Style(), Style(.accent, on: .selection, .bold), Style(.danger, on: .surface, [.underline, .italic]),
      Style(.ok, on: .chip, .reverse), Style(.textDim, on: .surface, .dim), Style().mixed(with: .fresh, by: 0.5),
      Style(pixel: Pixel(red: 255, green: 80, blue: 8), behind: Pixel(red: 8, green: 8, blue: 160)),
    ]
    var first = 0
    for step in 0..<40 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        // A list that scrolls beside letters.
        first += Int.random(in: -2...2, using: &random)
        for y in 0..<8 {
          canvas.fill(Rect(x: 0, y: y, width: 24, height: 1), style: Style())
          canvas.write("row \(first + y) \((first + y) * 7919 % 1000)", at: Point(x: 1, y: y), style: Style())
          canvas.write("\("ABCDEFGH".map { $0 }[y])", at: Point(x: 22, y: y), style: Style(.textDim))
        }
      case 1: canvas.fill(with: " ", style: styles[Int.random(in: 0..<styles.count, using: &random)])
      default:
        for _ in 0..<Int.random(in: 1...5, using: &random) {
          let text = ["漢字", "abc", "é", "e\u{323}\u{301}x", "─│", "     ", "a"][Int.random(in: 0..<7, using: &random)]
          canvas.write(
            text, at: Point(x: Int.random(in: -1..<24, using: &random), y: Int.random(in: 0..<9, using: &random)),
            style: styles[Int.random(in: 0..<styles.count, using: &random)], truncates: false)
        }
      }
      let cursor = Point(x: Int.random(in: 0..<24, using: &random), y: Int.random(in: 0..<9, using: &random))
      let virtual = show(surface, step % 3 == 0 ? nil : cursor)
      expectSame(virtual, surface, .indexed, "\(seed), step \(step)")
      #expect(virtual.contents.cursor == (step % 3 == 0 ? nil : cursor))
    }
    terminal.close()
  }

  @Test func `blanks have the pen of the text before, if it looks the same`() throws {
    let terminal = try terminal(["TERM": "xterm-256color"])
    terminal.theme = .dark
    terminal.open()
    _ = line.output()
    let surface = Surface(size: Size(width: 80, height: 24))
    let canvas = Canvas(surface)
    func bytes(of blank: Style) -> Int {
      canvas.fill(Rect(x: 0, y: 0, width: 80, height: 1), style: Style())
      terminal.show(surface, cursor: nil)
      _ = line.output()
      canvas.write("A", at: .zero, style: Style(.accent))
      canvas.write("     ", at: Point(x: 1, y: 0), style: blank)
      canvas.write("B", at: Point(x: 6, y: 0), style: Style(.accent))
      terminal.show(surface, cursor: nil)
      return line.output().utf8.count
    }
    let least = bytes(of: Style(.accent))
    #expect(bytes(of: Style(.danger, on: .surface, .bold)) == least)
    #expect(bytes(of: Style(.accent, on: .surface, .underline)) > least)
    #expect(bytes(of: Style(.accent, on: .surface, .reverse)) > least)
    #expect(bytes(of: Style(.accent, on: .selection)) > least)
    terminal.close()
  }

  @Test func `the colours of former pictures make room for others`() throws {
    let (terminal, show) = try shownTerminal(["TERM": "xterm"])
    terminal.theme = .dark
    let surface = Surface(size: Self.size)
    let pixels = (0..<8).map { index in
      let color = RGB(indexed: index)
      return Pixel(red: UInt8(color.red), green: UInt8(color.green), blue: UInt8(color.blue))
    }
    // Each picture needs 40 pairs of colours, both together more than the 63 that the terminal has.
    for colors in [0..<5, 3..<8, 0..<5] {
      Canvas(surface).fill(with: " ", style: Style())
      for y in colors {
        for x in 0..<8 {
          Canvas(surface).write("x", at: Point(x: x, y: y), style: Style(pixel: pixels[y], behind: pixels[x]))
        }
      }
      expectSame(show(surface, nil), surface, .eight, "\(colors)")
    }
    terminal.close()
  }

  @Test func `another surface, or a resized one, is shown whole`() throws {
    let (terminal, show) = try shownTerminal(["TERM": "xterm-256color"])
    terminal.theme = .dark
    let (one, other) = (Surface(size: Self.size), Surface(size: Self.size))
    for (surface, text) in [(one, "one one one"), (other, "other")] {
      for y in 0..<9 { Canvas(surface).write("\(text) \(y)", at: Point(x: y, y: y), style: Style(.ok)) }
    }
    for surface in [one, other, one] { expectSame(show(surface, nil), surface, .indexed, "another surface") }
    one.resize(to: Self.size)
    Canvas(one).write("new", at: .zero, style: Style())
    expectSame(show(one, nil), one, .indexed, "a resized surface")
    one.copy(other)
    expectSame(show(one, nil), one, .indexed, "a copied surface")
    terminal.close()
  }
}
