import FoundationEssentials
import Glibc
import Testing

@testable import TUIKit

struct ThemeTests {
  private static let textRoles: [ColorRole] = [.text, .textDim, .accent, .danger, .warning, .ok, .chip, .match, .fresh]

  private func contrast(_ front: ColorRole, on back: ColorRole, in theme: Theme, _ depth: ColorDepth) -> Double {
    let maker = PenMaker(theme: theme, depth: depth)
    func seen(_ role: ColorRole, isForeground: Bool) -> RGB {
      let color = maker.theme[role]
      let exact = maker.rgb(color, isForeground: isForeground)
      // The terminal's own colours and the sixteen standard ones cannot be changed.
      if case .rgb = color, depth == .indexed { return RGB(indexed: exact.indexed) }
      return exact
    }
    return seen(front, isForeground: true).contrast(to: seen(back, isForeground: false))
  }

  @Test(arguments: Theme.all, [ColorDepth.direct, .indexed])
  func `all text is readable`(theme: Theme, depth: ColorDepth) {
    let least = theme.name == "high-contrast" ? 7 : 4.5
    for role in Self.textRoles {
      for background in [ColorRole.surface, .surfaceRaised] {
        let contrast = contrast(role, on: background, in: theme, depth)
        #expect(contrast >= least, "\(role) on \(background) in \(theme.name), \(depth): \(contrast)")
      }
    }
    // Without colours, selection and accent are reversed, which is as readable as the normal text.
    guard theme.isColored else { return }
    #expect(contrast(.selectionText, on: .selection, in: theme, depth) >= least)
    #expect(contrast(.text, on: .selection, in: theme, depth) >= 4.5)
    #expect(contrast(.accentText, on: .accent, in: theme, depth) >= 4.5)
  }

  @Test(arguments: [Theme.dark, .light, .highContrast], [ColorDepth.direct, .indexed])
  func `all text is readable on the selection`(theme: Theme, depth: ColorDepth) {
    for role in Self.textRoles {
      let contrast = contrast(role, on: .selection, in: theme, depth)
      #expect(contrast >= 4.5, "\(role) on selection in \(theme.name), \(depth): \(contrast)")
    }
  }

  @Test(arguments: [ColorDepth.direct, .indexed])
  func `the neutral theme is readable on white and on black`(depth: ColorDepth) {
    let maker = PenMaker(theme: .neutral, depth: depth)
    for role in Self.textRoles where role != .text {
      var color = maker.rgb(Theme.neutral[role], isForeground: true)
      if depth == .indexed { color = RGB(indexed: color.indexed) }
      for (background, least) in [(0xFF, 4.5), (0xEE, 3.8), (0, 3.8)] {
        let contrast = color.contrast(to: RGB(red: background, green: background, blue: background))
        #expect(contrast >= least, "\(role) on \(background), \(depth): \(contrast)")
      }
    }
  }

  @Test func `with few colours the theme for the background is used`() {
    #expect(PenMaker(theme: .light, depth: .sixteen).theme == .sixteenColorsLight)
    #expect(PenMaker(theme: .neutral, depth: .eight).theme == .sixteenColorsLight)
    #expect(PenMaker(theme: .highContrast, depth: .sixteen).theme == .sixteenColors.opaque)
    #expect(PenMaker(theme: .light.opaque, depth: .sixteen).theme == .sixteenColorsLight.opaque)
  }

  @Test(arguments: [Theme.dark, .light, .sixteenColors, .sixteenColorsLight])
  func `an opaque theme leaves no colour to the terminal`(theme: Theme) {
    for role in ColorRole.allCases { #expect(theme.opaque[role] != .terminal, "\(role)") }
    #expect(theme.opaque.isLight == theme.isLight)
  }

  @Test func `themes for any background have no opaque variant`() {
    #expect(Theme.neutral.opaque == .neutral && Theme.none.opaque == .none)
    #expect(Theme.highContrast.opaque == .highContrast)
  }

  @Test(arguments: [ColorDepth.direct, .indexed])
  func `text of an unknown colour is not blended`(depth: ColorDepth) {
    let style = Style(.text).mixed(with: .surface, by: 0.5)
    #expect(PenMaker(theme: .neutral, depth: depth).pen(for: style).foreground == -1)
    #expect(PenMaker(theme: .dark, depth: depth).pen(for: style).foreground != -1)
  }

  @Test func `the themes in the binary are those in Resources`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Resources/themes")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".theme") }
    #expect(Set(files) == Set(Theme.all.map { "\($0.name).theme" }))
    for theme in Theme.all {
      let text = String(decoding: try Data(contentsOf: folder.appending(path: "\(theme.name).theme")), as: UTF8.self)
      #expect(Theme.texts[theme.name] == text, "copy Resources/themes/\(theme.name).theme into BuiltInThemes.swift")
    }
  }

  @Test func `an unreadable theme file is reported with its line`() {
    #expect(throws: ThemeError.line(2, theme: "mine")) {
      try Theme(name: "mine", parsing: "text default\naccent mauve")
    }
    #expect(throws: ThemeError.line(1, theme: "mine")) { try Theme(name: "mine", parsing: "text default blinking") }
    for line in ["assumes", "assumes white", "assumes white in black", "assumes white on mauve"] {
      #expect(throws: ThemeError.line(2, theme: "mine"), "\(line)") {
        try Theme(name: "mine", parsing: "text default\n\(line)\naccent mauve")
      }
    }
    #expect(throws: ThemeError.missing(.textDim, theme: "mine")) {
      try Theme(name: "mine", parsing: "# mine\r\ntext\t#102030 bold\r\n")
    }
  }

  @Test func `themes are found by name`() {
    #expect(Theme.named("light") == .light)
    #expect(Theme.named("mauve") == nil)
  }
}

struct PenTests {
  @Test func `colours are the nearest that the terminal has`() {
    let style = Style(.accent, on: .selection)
    #expect(PenMaker(theme: .dark, depth: .direct).pen(for: style).foreground == 0x8AB8FF)
    #expect(PenMaker(theme: .dark, depth: .indexed).pen(for: style).foreground == 111)
    #expect(
      PenMaker(theme: .dark, depth: .sixteen).pen(for: style) == Pen(attributes: [], foreground: 14, background: 4))
    let eight = PenMaker(theme: .dark, depth: .eight).pen(for: style)
    #expect(eight == Pen(attributes: .bold, foreground: 6, background: 4))
    let none = PenMaker(theme: .dark, depth: .none).pen(for: style)
    #expect(none == Pen(attributes: [.bold, .reverse], foreground: -1, background: -1))
  }

  @Test(arguments: [Theme.dark, .light, .sixteenColors.opaque, .sixteenColorsLight.opaque])
  func `of eight colours, the bright ones are bold`(theme: Theme) {
    for role in ColorRole.allCases {
      let style = Style(role, on: role)
      let sixteen = PenMaker(theme: theme, depth: .sixteen).pen(for: style)
      let eight = PenMaker(theme: theme, depth: .eight).pen(for: style)
      let isBright = sixteen.foreground >= 8
      #expect(eight.foreground == sixteen.foreground - (isBright ? 8 : 0), "\(role)")
      #expect(eight.background == sixteen.background - (sixteen.background >= 8 ? 8 : 0), "\(role)")
      #expect(eight.attributes == (isBright ? sixteen.attributes.union(.bold) : sixteen.attributes), "\(role)")
    }
  }

  @Test func `the terminal's own colours are kept`() {
    #expect(
      PenMaker(theme: .dark, depth: .direct).pen(for: Style()) == Pen(attributes: [], foreground: -1, background: -1))
  }

  @Test func `blends step through colours, and switch with few of them`() {
    let glow = Style().mixed(with: .fresh, by: 0.4)
    let direct = PenMaker(theme: .dark, depth: .direct)
    #expect(direct.pen(for: glow).foreground == 0xBCEAE0)
    #expect(direct.pen(for: Style().mixed(with: .fresh, by: 1)).foreground == 0x7FF0D0)
    let sixteen = PenMaker(theme: .dark, depth: .sixteen)
    #expect(sixteen.pen(for: glow) == sixteen.pen(for: Style()))
    #expect(sixteen.pen(for: Style().mixed(with: .fresh, by: 0.9)).attributes == .bold)
    let none = PenMaker(theme: .none, depth: .direct)
    #expect(none.pen(for: glow).attributes == [])
    #expect(none.pen(for: Style().mixed(with: .fresh, by: 0.9)).attributes == .bold)
  }

  @Test func `struck-out text is dim, as terminals cannot strike it out`() {
    #expect(
      PenMaker(theme: .dark, depth: .direct).pen(for: Style(.text, on: .surface, .strikethrough)).attributes == .dim)
  }

  @Test(arguments: 0..<256)
  func `each fixed colour is nearest to itself`(index: Int) {
    let nearest = RGB(indexed: index).indexed
    #expect(index < 16 || RGB(indexed: nearest) == RGB(indexed: index))
  }
}

extension RGB {
  /// The contrast ratio as defined by WCAG: 1 to 21.
  fileprivate func contrast(to other: RGB) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// The relative luminance of sRGB.
  private var luminance: Double {
    func linear(_ value: Int) -> Double {
      let share = Double(value) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
