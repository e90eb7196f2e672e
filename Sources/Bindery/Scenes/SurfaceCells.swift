import Scenes
import TUIKit

/// The canvas of a view, as a scene draws into it.
@MainActor
struct SurfaceCells: CellCanvas {
  let canvas: Canvas
  /// The style of cells without colours of their own.
  let base: Style

  var visibleCells: CellRect {
    let visible = canvas.visibleBounds
    return CellRect(x: visible.minX, y: visible.minY, width: visible.width, height: visible.height)
  }

  mutating func draw(_ text: String, x: Int, y: Int, style: CellStyle, clip: CellRect) {
    let part = canvas.part(Rect(clip))
    part.write(text, at: Point(x: x - clip.x, y: y - clip.y), style: self.style(style), truncates: false)
  }

  mutating func fill(_ rect: CellRect, with character: Character, style: CellStyle, clip: CellRect) {
    guard let scalar = character.unicodeScalars.first else { return }
    canvas.fill(Rect(rect.intersection(clip)), with: scalar, style: self.style(style))
  }

  mutating func drawPixels(_ upper: Color, _ lower: Color, x: Int, y: Int, style: CellStyle, clip: CellRect) {
    guard canvas.showsPicturesInShades else { return drawHalfBlock(upper, lower, x: x, y: y, style: style, clip: clip) }
    let shade = Pixel.shade(of: Pixel(upper), Pixel(lower))
    draw(String(shade), x: x, y: y, style: style, clip: clip)
  }

  /// Roles are drawn in the theme, fixed colours as near as the terminal can show them.
  ///
  /// A cell with two fixed colours has no attributes. The theme has one colour for text on the selection; the accent is
  /// that of marks.
  private func style(_ style: CellStyle) -> Style {
    let attributes = Style.Attributes(style.attributes)
    let background = style.background.role.map(ColorRole.init) ?? base.background
    var foreground = style.foreground.role.map(ColorRole.init) ?? base.foreground
    switch (style.foreground.isFixed, style.background.isFixed) {
    case (true, true): return Style(pixel: Pixel(style.foreground), behind: Pixel(style.background))
    case (false, true): return Style(foreground, behind: Pixel(style.background), attributes)
    case (true, false) where background != .selection:
      return Style(pixel: Pixel(style.foreground), on: background, attributes)
    default:
      if background == .selection, foreground != .accent { foreground = .selectionText }
      return Style(foreground, on: background, attributes)
    }
  }
}

extension Rect {
  init(_ rect: CellRect) {
    self.init(x: rect.x, y: rect.y, width: max(0, rect.width), height: max(0, rect.height))
  }
}

extension Color {
  /// Whether it is a colour by its components, and visible.
  fileprivate var isFixed: Bool { role == nil && alpha > 127 }
}

extension Pixel {
  fileprivate init(_ color: Color) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }
}

extension Style.Attributes {
  fileprivate init(_ attributes: CellStyle.Attributes) {
    self = []
    if attributes.contains(.bold) { insert(.bold) }
    if attributes.contains(.dim) { insert(.dim) }
    if attributes.contains(.italic) { insert(.italic) }
    if attributes.contains(.underline) { insert(.underline) }
    if attributes.contains(.reverse) { insert(.reverse) }
    if attributes.contains(.strikethrough) { insert(.strikethrough) }
  }
}

extension ColorRole {
  /// The role of the theme with the same name.
  init(_ role: Color.Role) {
    switch role {
    case .text: self = .text
    case .textDim: self = .textDim
    case .accent: self = .accent
    case .accentText: self = .accentText
    case .selection: self = .selection
    case .selectionText: self = .selectionText
    case .danger: self = .danger
    case .warning: self = .warning
    case .ok: self = .ok
    case .chip: self = .chip
    case .border: self = .border
    case .surface: self = .surface
    case .surfaceRaised: self = .surfaceRaised
    case .match: self = .match
    case .fresh: self = .fresh
    }
  }
}
