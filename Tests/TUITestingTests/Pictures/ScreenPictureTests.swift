import TUIKit
import TUITesting
import Testing

@Suite struct `A picture of a screen` {
  private func screen(_ text: String) -> ScreenContents {
    let terminal = VirtualTerminal(size: Size(width: 20, height: 2))
    terminal.write(text)
    return terminal.contents
  }

  @Test func `holds the text at its cells, in its colours`() {
    let svg = ScreenPicture(title: "a < b").svg(
      of: screen("  \u{1B}[1;38;5;208mAda & co\u{1B}[m 日x\r\n\u{1B}[48;2;1;2;3mG\u{1B}[7;38;2;9;8;7mH"))
    #expect(svg.hasPrefix("<svg xmlns="))
    #expect(svg.contains("a &lt; b</text>"))
    #expect(svg.contains("x=\"16.8\" y=\"14\" textLength=\"67.2\""))
    #expect(svg.contains("fill=\"#ff8700\" font-weight=\"bold\">Ada &amp; co</text>"))
    // The wide character alone, over two cells; the next run begins at its own cell.
    #expect(svg.contains("x=\"92.4\" y=\"14\" textLength=\"16.8\""))
    #expect(svg.contains("x=\"109.2\" y=\"14\" textLength=\"8.4\""))
    #expect(svg.contains("fill=\"#010203\"/>"))
    #expect(svg.contains("<rect x=\"8.4\" y=\"19\" width=\"8.4\" height=\"19\" fill=\"#090807\"/>"))
  }

  @Test func `has room for its lines, and a border half a pixel inside`() throws {
    func sizes(_ lines: Int) throws -> [Double] {
      let svg = ScreenPicture().svg(of: VirtualTerminal(size: Size(width: 20, height: lines)).contents)
      let head = try #require(svg.firstMatch(of: /viewBox="0 0 ([\d.]+) ([\d.]+)"/))
      let border = try #require(svg.firstMatch(of: /width="([\d.]+)" height="([\d.]+)" rx/))
      return [head.1, head.2, border.1, border.2].compactMap { Double(String($0)) }
    }
    let one = try sizes(1)
    #expect(one[0] > 20 * 8.4 && one[1] > 2 * 19 && one[2] == one[0] - 1 && one[3] == one[1] - 1)
    #expect(try sizes(3)[1] == one[1] + 2 * 19)
  }

  @Test func `has margins, and a bar with the title in its middle`() {
    // 20 columns of 8.4 and two margins of 16; two lines of 19, a margin, and a margin or a bar of 38.
    let plain = ScreenPicture().svg(of: screen("Ada"))
    #expect(plain.contains("viewBox=\"0 0 200 70\"") && plain.contains("translate(16 16)"))
    let titled = ScreenPicture(title: "book").svg(of: screen("Ada"))
    #expect(titled.contains("viewBox=\"0 0 200 92\"") && titled.contains("translate(16 38)"))
    #expect(titled.contains("<text x=\"100\" y=\"24\" text-anchor=\"middle\""))
  }

  @Test(arguments: [
    ("▀", "0 0 8.4 9.5"), ("▁", "0 16.6 8.4 2.4"), ("▂", "0 14.2 8.4 4.8"), ("█", "0 0 8.4 19"), ("▉", "0 0 7.4 19"),
    ("▏", "0 0 1.1 19"), ("▐", "4.2 0 4.2 19"), ("─", "0 9 8.4 1.2"), ("━", "0 8.5 8.4 2.2"), ("│", "3.5 0 1.3 19"),
    ("┃", "2.9 0 2.6 19"),
  ])
  func `a block or line fills its part of a cell`(character: String, part: String) {
    let cell = ScreenContents.Cell(text: character)
    let svg = ScreenPicture().svg(of: ScreenContents(size: Size(width: 1, height: 1), cells: [cell]))
    let shapes = svg.matches(of: /<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" fill="#e4e6ea"/)
    #expect(shapes.map { "\($0.1) \($0.2) \($0.3) \($0.4)" } == [part])
    #expect(!svg.contains(character))
  }

  @Test func `shows attributes`() {
    let svg = ScreenPicture().svg(of: screen("\u{1B}[3ma\u{1B}[0;4;9mb\u{1B}[0;4mc"))
    #expect(svg.contains("font-style=\"italic\">a<"))
    #expect(svg.contains("text-decoration=\"underline line-through\">b<"))
    #expect(svg.contains("text-decoration=\"underline\">c<"))
  }

  @Test func `is the same for the same screen`() {
    let picture = ScreenPicture(title: "book")
    #expect(picture.svg(of: screen("Ada▌┃")) == picture.svg(of: screen("Ada▌┃")))
    #expect(picture.svg(of: screen("Ada")) != picture.svg(of: screen("Grace")))
  }

  @Test func `roles take their colours from a theme`() {
    let cell = ScreenContents.Cell(text: "x", rendition: Rendition(.role(.accent)))
    let screen = ScreenContents(size: Size(width: 1, height: 1), cells: [cell])
    #expect(ScreenPicture(theme: .dark).svg(of: screen).contains("#8ab8ff"))
    #expect(ScreenPicture(theme: .light).svg(of: screen).contains("#0a52bd"))
  }

  @Test func `the window of a light theme has dark text`() {
    #expect(ScreenPicture(theme: .dark).svg(of: screen("Ada")).contains("fill=\"#e4e6ea\">Ada</text>"))
    #expect(ScreenPicture(theme: .light).svg(of: screen("Ada")).contains("fill=\"#1c1f24\">Ada</text>"))
  }

  @Test func `dim text is between its colour and the background`() {
    let svg = ScreenPicture().svg(of: screen("\u{1B}[2;38;2;100;200;50;48;2;0;0;0mAda"))
    #expect(svg.contains("fill=\"#3c781e\">Ada</text>"))
  }

  @Test(
    arguments: [
      (0, "#1d2026"), (1, "#e06c75"), (15, "#ffffff"), (16, "#000000"), (21, "#0000ff"), (46, "#00ff00"),
      (196, "#ff0000"), (231, "#ffffff"),
    ] as [(UInt8, String)])
  func `the palette has colours and a cube`(index: UInt8, color: String) {
    let cell = ScreenContents.Cell(text: "x", rendition: Rendition(.palette(index)))
    let svg = ScreenPicture().svg(of: ScreenContents(size: Size(width: 1, height: 1), cells: [cell]))
    #expect(svg.contains("fill=\"\(color)\">x</text>"))
  }

  @Test func `the greys of the palette go from dark to light`() {
    let svg = ScreenPicture().svg(of: screen("\u{1B}[38;5;232ma\u{1B}[38;5;255mb"))
    #expect(svg.contains("fill=\"#080808\">a</text>") && svg.contains("fill=\"#eeeeee\">b</text>"))
  }

  @Test func `the cursor is drawn on request only`() {
    let cursor = "<rect x=\"25.2\" y=\"0\" width=\"2\" height=\"19\""
    #expect(ScreenPicture(showsCursor: true).svg(of: screen("Ada")).contains(cursor))
    #expect(!ScreenPicture().svg(of: screen("Ada")).contains(cursor))
  }

  @Test func `text after a gap begins at its own cell`() {
    let svg = ScreenPicture().svg(of: screen("\u{1B}[1mG\u{1B}[m  Ada"))
    #expect(svg.contains("<text x=\"25.2\" y=\"14\" textLength=\"25.2\""))
  }

  @Test func `a line character with a mark is drawn as text`() {
    let cell = ScreenContents.Cell(text: "─\u{301}")
    let svg = ScreenPicture().svg(of: ScreenContents(size: Size(width: 1, height: 1), cells: [cell]))
    #expect(svg.contains(">─\u{301}</text>"))
  }

  @Test func `a blend towards a surface ends in the background`() {
    func svg(_ end: ColorRole, _ theme: Theme) -> String {
      let rendition = Rendition(.mix(.accent, end, step: Style.mixSteps))
      let cell = ScreenContents.Cell(text: "x", rendition: rendition)
      return ScreenPicture(theme: theme).svg(of: ScreenContents(size: Size(width: 1, height: 1), cells: [cell]))
    }
    #expect(svg(.surface, .dark).contains("fill=\"#16181d\">x</text>"))
    #expect(svg(.text, .dark).contains("fill=\"#e4e6ea\">x</text>"))
  }

  @Test func `several screens follow each other`() {
    let svg = ScreenPicture().svg(of: [
      (screen("one"), .milliseconds(500)), (screen("two"), .milliseconds(1500)),
    ])
    #expect(svg.contains("dur=\"2000ms\""))
    #expect(svg.contains("values=\"visible;hidden\" keyTimes=\"0;0.2500\""))
    #expect(svg.contains("values=\"hidden;visible\" keyTimes=\"0;0.2500\""))
    #expect(svg.contains(">one</text>") && svg.contains(">two</text>"))
  }

  @Test func `a line that several screens share is drawn once`() {
    let svg = ScreenPicture().svg(
      of: ["one", "two", "two", "one", "one"].map { (screen("always\r\n\($0)"), .milliseconds(500)) })
    #expect(svg.matches(of: /<animate/).count == 2 && svg.matches(of: />(always|one|two)</).count == 3)
    #expect(svg.contains("values=\"visible;hidden;visible\" keyTimes=\"0;0.2000;0.6000\""))
    #expect(svg.contains("values=\"hidden;visible;hidden\" keyTimes=\"0;0.2000;0.6000\""))
  }
}
