import TUIKit

extension ScreenContents {
  /// The content of a surface, with roles that no theme has given colours yet.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cells.
  public init(_ surface: Surface, cursor: Point? = nil, title: String? = nil) {
    var cells: [Cell] = []
    cells.reserveCapacity(surface.size.width * surface.size.height)
    for y in 0..<surface.size.height {
      for x in 0..<surface.size.width {
        let point = Point(x: x, y: y)
        let text = surface.text(at: point)
        // The right half of a wide character has an empty text, and so has a cell outside of the surface.
        let isWide = x + 1 < surface.size.width && surface.text(at: Point(x: x + 1, y: y)).isEmpty
        let width = text.isEmpty ? 0 : isWide ? 2 : 1
        cells.append(Cell(text: text, width: width, rendition: Rendition(surface.style(at: point))))
      }
    }
    self.init(size: surface.size, cells: cells, cursor: cursor, title: title)
  }
}

extension Rendition {
  /// The rendition of a style: roles, and the fixed colours of pictures.
  public init(_ style: Style) {
    let (role, step) = style.mix
    self.init(
      step > 0
        ? .mix(style.foreground, role, step: step) : style.foreground == .text ? .standard : .role(style.foreground),
      on: style.background == .surface ? .standard : .role(style.background), [])
    func color(_ pixel: Pixel) -> Color { .rgb(red: pixel.red, green: pixel.green, blue: pixel.blue) }
    if let pixel = style.pixels?.pixel { foreground = color(pixel) }
    if let pixel = style.pixels?.behind { background = color(pixel) }
    let pairs: [(Style.Attributes, Attributes)] = [
      (.bold, .bold), (.dim, .dim), (.italic, .italic), (.underline, .underline), (.reverse, .reverse),
      (.strikethrough, .strikethrough),
    ]
    for (style_, own) in pairs where style.attributes.contains(style_) { attributes.insert(own) }
  }
}
