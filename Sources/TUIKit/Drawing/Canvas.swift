/// What a view draws on: a part of a ``Surface`` in the view's own coordinates, clipped to what may be touched.
public struct Canvas {
  let surface: Surface
  /// Where this canvas' (0, 0) lies on the surface.
  let origin: Point
  /// What may be touched, in the surface's coordinates.
  let clip: Rect
  /// The size of the view that is being drawn.
  public let size: Size

  init(surface: Surface, origin: Point = .zero, size: Size? = nil, clip: Rect? = nil) {
    self.surface = surface
    self.origin = origin
    self.size = size ?? surface.size
    self.clip = (clip ?? surface.bounds).intersection(surface.bounds)
  }

  /// A canvas on all of `surface`.
  public init(_ surface: Surface) {
    self.init(surface: surface, size: nil)
  }

  /// All of the canvas; its origin is (0, 0).
  public var bounds: Rect { Rect(size: size) }

  /// Whether nothing that is drawn could be seen.
  public var isFullyClipped: Bool { clip.isEmpty }

  /// A canvas for the part of this one that `rect` covers: its origin is (0, 0) there.
  public func part(_ rect: Rect) -> Canvas {
    let place = rect.offset(by: origin)
    return Canvas(surface: surface, origin: place.origin, size: rect.size, clip: clip.intersection(place))
  }

  /// Fills `rect`, or the whole canvas, with blanks of a style.
  public func fill(_ rect: Rect? = nil, style: Style) {
    fill(rect, with: " ", style: style)
  }

  /// Fills `rect` with a character that is one column wide; of any other character a blank is drawn.
  public func fill(_ rect: Rect? = nil, with character: Unicode.Scalar, style: Style) {
    let target = (rect ?? bounds).offset(by: origin).intersection(clip)
    guard !target.isEmpty else { return }
    let scalar = StandIn.scalar(for: character) ?? character
    surface.fill(target, with: TextLocale.width(of: scalar) == 1 ? scalar : " ", style: style)
  }

  /// Writes one line of text from `point` and returns the columns it took, seen or not.
  ///
  /// What goes beyond `maxWidth` columns, or beyond this canvas, is cut, with an ellipsis when `truncates`; a wide
  /// character is never halved. Control, escape and bidirectional-control characters are drawn as visible stand-ins.
  /// O(length), and nothing is allocated for plain ASCII.
  @discardableResult
  public func write(
    _ text: String, at point: Point, style: Style, maxWidth: Int = .max, truncates: Bool = true
  ) -> Int {
    let limit = min(maxWidth, size.width - point.x)
    guard limit > 0 else { return 0 }
    var column = 0
    let isPlain = text.withPlainBytes { bytes in
      let cut = bytes.count > limit
      column = cut ? limit : bytes.count
      let shown = cut && truncates ? limit - 1 : column
      putPlain(bytes[..<shown], at: point, style: style)
      if cut, truncates { putEllipsis(at: Point(x: point.x + shown, y: point.y), style: style) }
    }
    return isPlain ? column : writeGlyphs(text, at: point, style: style, limit: limit, truncates: truncates)
  }

  /// Writes one line of text into the `width` columns from `point`, at their beginning, middle or end.
  public func write(_ text: String, at point: Point, width: Int, alignment: TextAlignment, style: Style) {
    let room = alignment == .leading ? 0 : max(0, width - text.displayWidth)
    write(text, at: Point(x: point.x + alignment.offset(in: room), y: point.y), style: style, maxWidth: width)
  }

  private func writeGlyphs(_ text: String, at point: Point, style: Style, limit: Int, truncates: Bool) -> Int {
    let cut = truncates && text.displayWidth > limit
    let room = cut ? limit - 1 : limit
    var column = 0
    text.forEachGlyph { glyph in
      guard column + glyph.width <= room else { return false }
      put(glyph, at: Point(x: point.x + column, y: point.y), style: style)
      column += glyph.width
      return true
    }
    if cut {
      putEllipsis(at: Point(x: point.x + column, y: point.y), style: style)
      column += 1
    }
    return column
  }

  private func putEllipsis(at point: Point, style: Style) {
    put(Glyph(scalar: "…", width: 1), at: point, style: style)
  }

  private func putPlain(_ bytes: UnsafeBufferPointer<UInt8>.SubSequence, at point: Point, style: Style) {
    let x = point.x + origin.x
    let y = point.y + origin.y
    guard y >= clip.minY, y < clip.maxY else { return }
    let from = max(x, clip.minX)
    let to = min(x + bytes.count, clip.maxX)
    guard from < to else { return }
    surface.put(bytes[from - x..<to - x], x: from, y: y, style: style)
  }

  /// Changes the style of what is already drawn, cell by cell.
  public func restyle(_ rect: Rect? = nil, _ change: (Style) -> Style) {
    let target = (rect ?? bounds).offset(by: origin).intersection(clip)
    guard !target.isEmpty else { return }
    for y in target.minY..<target.maxY {
      for x in target.minX..<target.maxX {
        surface.setStyle(change(surface.cells[y * surface.size.width + x].style), x: x, y: y)
      }
    }
  }

  private func put(_ glyph: Glyph, at point: Point, style: Style) {
    let x = point.x + origin.x
    let y = point.y + origin.y
    guard y >= clip.minY, y < clip.maxY, x >= clip.minX, x + glyph.width <= clip.maxX else {
      // Of a wide character at the edge of the clip only a blank half may be drawn.
      if glyph.width == 2, y >= clip.minY, y < clip.maxY {
        for half in x...x + 1 where half >= clip.minX && half < clip.maxX {
          surface.put(Glyph(scalar: " ", width: 1), x: half, y: y, style: style)
        }
      }
      return
    }
    surface.put(glyph, x: x, y: y, style: style)
  }
}
