import Algorithms

/// The drawing area of a view: a part of a ``Surface`` in the view's own coordinates, clipped to the visible part.
public struct Canvas {
  let surface: Surface
  /// The position of this canvas' (0, 0) on the surface.
  let origin: Point
  /// The part that may be drawn, in the surface's coordinates.
  let clip: Rect
  /// The size of the view that is being drawn.
  public let size: Size

  init(surface: Surface, origin: Point = .zero, size: Size? = nil, clip: Rect? = nil) {
    self.surface = surface
    self.origin = origin
    self.size = size ?? surface.size
    self.clip = (clip ?? surface.bounds).intersection(surface.bounds)
  }

  /// Creates a canvas for the whole of `surface`.
  public init(_ surface: Surface) {
    self.init(surface: surface, size: nil)
  }

  /// The bounds of the canvas; its origin is (0, 0).
  public var bounds: Rect { Rect(size: size) }

  /// The part of the bounds that is visible.
  public var visibleBounds: Rect { clip.offset(by: Point(x: -origin.x, y: -origin.y)) }

  /// Whether no part of the canvas is visible.
  public var isFullyClipped: Bool { clip.isEmpty }

  /// Returns a canvas for the part that `rect` covers, with its origin there.
  public func part(_ rect: Rect) -> Canvas {
    let place = rect.offset(by: origin)
    return Canvas(surface: surface, origin: place.origin, size: rect.size, clip: clip.intersection(place))
  }

  /// Fills `rect`, or the whole canvas, with blanks of a style.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cells that are filled.
  public func fill(_ rect: Rect? = nil, style: Style) {
    fill(rect, with: " ", style: style)
  }

  /// Fills `rect` with a character of one column; any other character is drawn as a blank.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cells that are filled.
  public func fill(_ rect: Rect? = nil, with character: Unicode.Scalar, style: Style) {
    let target = (rect ?? bounds).offset(by: origin).intersection(clip)
    guard !target.isEmpty else { return }
    let scalar = character.standIn ?? character
    surface.fill(target, with: TextLocale.width(of: scalar) == 1 ? scalar : " ", style: style)
  }

  /// Writes one line of text at `point`.
  ///
  /// Text beyond `maxWidth` columns or beyond this canvas is cut, with an ellipsis when `truncates`; a wide character
  /// is never halved. Control, escape and bidirectional-control characters are drawn as visible stand-ins.
  ///
  /// - Returns: The number of columns of the text, visible or not.
  /// - Complexity: O(length), without allocation for plain ASCII.
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

  /// Writes one line of text into the `width` columns from `point`, with an alignment.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
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

  /// Changes the style of the drawn cells, one by one.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cells.
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
      // A wide character at the edge of the clip is drawn as a blank half.
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
