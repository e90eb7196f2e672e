import Testing

@testable import TUIKit

@Suite struct ThemeColorTests {
  /// The distance in which green counts most, and red least.
  private func distance(_ left: RGB, _ right: RGB) -> Int {
    let (red, green, blue) = (left.red - right.red, left.green - right.green, left.blue - right.blue)
    return 2 * red * red + 4 * green * green + 3 * blue * blue
  }

  @Test(
    arguments: [
      ("default", .terminal), ("black", .palette(0)), ("white", .palette(7)), ("bright-black", .palette(8)),
      ("bright-red", .palette(9)), ("bright-white", .palette(15)), ("#102030", .rgb(red: 16, green: 32, blue: 48)),
      ("#ffffff", .rgb(red: 255, green: 255, blue: 255)), ("#12345", nil), ("#1234567", nil), ("#12345g", nil),
      ("1234567", nil), ("Red", nil), ("", nil),
    ] as [(String, ThemeColor?)])
  func `a colour has a name or six digits`(name: String, color: ThemeColor?) {
    #expect(ThemeColor(name) == color)
  }

  @Test func `of the fixed colours none is nearer`() {
    var random = SeededGenerator(seed: 1)
    let cube = (16..<232).map { RGB(indexed: $0) }
    for _ in 0..<400 {
      let color = RGB(
        red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
        blue: .random(in: 0...255, using: &random))
      let taken = RGB(indexed: color.indexed)
      #expect(cube.allSatisfy { distance($0, color) >= distance(taken, color) }, "\(color)")
    }
  }

  @Test func `a grey is drawn in the nearest of all greys`() {
    let all = (16..<256).map { RGB(indexed: $0) }
    for value in 0...255 {
      let color = RGB(red: value, green: value, blue: value)
      let taken = RGB(indexed: color.indexed)
      #expect(all.allSatisfy { distance($0, color) >= distance(taken, color) }, "\(value)")
    }
  }

  @Test func `the numbers of fixed colours are those of xterm`() {
    #expect(RGB(indexed: 16) == RGB(red: 0, green: 0, blue: 0))
    #expect(RGB(indexed: 17) == RGB(red: 0, green: 0, blue: 95))
    #expect(RGB(indexed: 22) == RGB(red: 0, green: 95, blue: 0))
    #expect(RGB(indexed: 52) == RGB(red: 95, green: 0, blue: 0))
    #expect(RGB(indexed: 110) == RGB(red: 135, green: 175, blue: 215))
    #expect(RGB(indexed: 231) == RGB(red: 255, green: 255, blue: 255))
    #expect(RGB(indexed: 232) == RGB(red: 8, green: 8, blue: 8))
    #expect(RGB(indexed: 255) == RGB(red: 238, green: 238, blue: 238))
    #expect(RGB(indexed: 12) == RGB(red: 0x5C, green: 0x5C, blue: 0xFF))
  }

  @Test func `a named colour is the nearest`() {
    for index in 0..<16 { #expect(RGB(indexed: index).named(of: 16) == index) }
    for index in 0..<8 { #expect(RGB(indexed: index).named(of: 8) == index) }
    #expect(RGB(indexed: 9).named(of: 8) == 1 && RGB(indexed: 15).named(of: 8) == 7)
  }

  @Test(arguments: [
    (136, 138, 135, 245), (242, 252, 242, 255), (234, 254, 115, 192), (10, 13, 15, 232), (47, 199, 48, 41),
    (45, 1, 53, 235),
  ]) func `greys and the cube share the colours`(red: Int, green: Int, blue: Int, index: Int) {
    #expect(RGB(red: red, green: green, blue: blue).indexed == index)
  }

  @Test func `green counts most in a distance`() {
    #expect(RGB(red: 161, green: 157, blue: 221).named(of: 16) == 12)
    #expect(RGB(red: 13, green: 67, blue: 158).named(of: 16) == 4)
  }

  @Test func `a blend goes step by step`() {
    let (dark, light) = (RGB(red: 0, green: 100, blue: 200), RGB(red: 150, green: 250, blue: 50))
    #expect(dark.blended(with: light, step: 0, of: 15) == dark)
    #expect(dark.blended(with: light, step: 15, of: 15) == light)
    #expect(dark.blended(with: light, step: 1, of: 15) == RGB(red: 10, green: 110, blue: 190))
  }
}

@Suite struct ThemeReadingTests {
  /// A theme whose roles have the terminal's own colours, except those of `lines`.
  private func theme(_ lines: String...) throws -> Theme {
    try Theme(
      name: "mine", parsing: (ColorRole.allCases.map { "\($0) default" } + lines).joined(separator: "\n"))
  }

  @Test func `a line names a role, a colour and attributes`() throws {
    let theme = try theme("# danger red", "danger bright-red bold underline", "  ok\t#010203  dim reverse italic ")
    #expect(theme.entry(.danger) == .init(color: .palette(9), attributes: [.bold, .underline]))
    #expect(theme.entry(.ok) == .init(color: .rgb(red: 1, green: 2, blue: 3), attributes: [.dim, .reverse, .italic]))
    #expect(theme[.text] == .terminal && theme.entry(.text).attributes == [])
    #expect(theme.isColored && theme.isTransparent && theme.name == "mine")
    #expect(try !self.theme().isColored)
  }

  @Test func `the assumed colours make a theme light`() throws {
    #expect(try !theme("text red").isLight)
    #expect(try theme("assumes black on white").isLight)
    #expect(try theme("assumes #000000 on #eeeeee").isLight)
    #expect(try !theme("assumes #eeeeee on #000000").isLight)
    #expect(try !theme("assumes black on default").isLight)
    let assumed = try theme("assumes red on #eeeeee")
    #expect(assumed.assumedForeground == .palette(1))
    #expect(assumed.assumedBackground == .rgb(red: 0xEE, green: 0xEE, blue: 0xEE))
    let standard = try theme()
    #expect(standard.assumedForeground == .palette(7) && standard.assumedBackground == .palette(0))
  }

  @Test func `an opaque theme has its assumed colours`() throws {
    let opaque = try theme("danger red bold", "assumes green on blue").opaque
    for role in ColorRole.allCases where role != .danger {
      let isBackground = [.surface, .surfaceRaised, .selection].contains(role)
      #expect(opaque[role] == (isBackground ? .palette(4) : .palette(2)), "\(role)")
    }
    #expect(opaque.entry(.danger) == .init(color: .palette(1), attributes: .bold) && !opaque.isTransparent)
  }

  @Test func `a nearly black colour is not a palette's`() throws {
    for (text, number) in [("#000000", 0), ("#000001", 8), ("#000007", 8), ("#000008", 8), ("#000009", 9)] {
      let maker = PenMaker(theme: try theme("text \(text)"), depth: .direct)
      #expect(maker.pen(for: Style()).foreground == Int32(number), "\(text)")
    }
  }

  @Test func `an error of a theme names the place`() {
    #expect(ThemeError.line(3, theme: "mine").description.hasPrefix("Line 3 of the theme “mine”"))
    #expect(ThemeError.missing(.chip, theme: "mine").description.contains("“mine” does not say what “chip”"))
  }

  @Test func `depths are ordered by their number of colours`() {
    let depths: [ColorDepth] = [.none, .eight, .sixteen, .indexed, .direct]
    #expect(depths.sorted() == depths && !(ColorDepth.eight < .eight))
  }

  @Test(
    arguments: [
      ("rgb:7/7/7", .dark), ("rgb:8/8/8", .light), ("rgb:7ff/7ff/7ff", .dark), ("rgb:80f/80f/80f", .light),
      ("rgb:7fff/7fff/7fff", .dark), ("rgb:80ff/80ff/80ff", .light), ("rgb:0/f/0", .light), ("rgb:f/0/f", .dark),
      ("rgb:ff/ff/ff/0", .light), ("rgb:ff/ff", nil), ("rgb:ff/ff/fg", nil), ("rgb:00000/0/0", nil), ("hsl:f/f/f", nil),
      ("#fffffff", nil), ("#ffff0f", .light), ("#0000ff", .dark), ("", nil),
    ] as [(String, TerminalBackground?)])
  func `a component has one to four digits`(text: String, background: TerminalBackground?) {
    #expect(TerminalBackground(reported: text) == background)
  }
}
