/// The look of a cell.
public struct CellStyle: Hashable, Sendable {
  /// Attributes besides the colours.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The attributes as bits.
    public let rawValue: UInt8
    /// Creates a set of attributes from bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Heavier.
    public static let bold = Attributes(rawValue: 1)
    /// Fainter than other text.
    public static let dim = Attributes(rawValue: 2)
    /// Slanted.
    public static let italic = Attributes(rawValue: 4)
    /// With a line beneath.
    public static let underline = Attributes(rawValue: 8)
    /// Foreground and background are exchanged.
    public static let reverse = Attributes(rawValue: 16)
    /// With a line through it.
    public static let strikethrough = Attributes(rawValue: 32)
  }

  /// The colour of the text; ``Color/clear`` is the usual one.
  public var foreground = Color.clear
  /// The colour behind the text; ``Color/clear`` leaves what is there.
  public var background = Color.clear
  /// The attributes.
  public var attributes: Attributes = []

  /// Creates a style without colours and attributes.
  public init() {}
}

/// What a scene is drawn into: cells, clipped.
@MainActor
public protocol CellCanvas {
  /// The cells that can be seen; what is outside of them need not be drawn.
  var visibleCells: CellRect { get }
  /// Draws text from a cell on, as far as it is inside of `clip`.
  mutating func draw(_ text: String, x: Int, y: Int, style: CellStyle, clip: CellRect)
  /// Fills the cells of a rectangle, as far as they are inside of `clip`.
  mutating func fill(_ rect: CellRect, with character: Character, style: CellStyle, clip: CellRect)
  /// Draws two pixels of an image in a cell, of which at least one is opaque; by default as a half block.
  mutating func drawPixels(_ upper: Color, _ lower: Color, x: Int, y: Int, style: CellStyle, clip: CellRect)
}

extension CellCanvas {
  /// Draws two pixels as a half block.
  public mutating func drawPixels(
    _ upper: Color, _ lower: Color, x: Int, y: Int, style: CellStyle, clip: CellRect
  ) {
    drawHalfBlock(upper, lower, x: x, y: y, style: style, clip: clip)
  }

  /// Draws the upper pixel as a half block with the lower one behind it.
  public mutating func drawHalfBlock(
    _ upper: Color, _ lower: Color, x: Int, y: Int, style: CellStyle, clip: CellRect
  ) {
    var cell = style
    cell.foreground = upper.isOpaque ? upper : lower
    if upper.isOpaque, lower.isOpaque { cell.background = lower }
    draw(upper.isOpaque ? "▀" : "▄", x: x, y: y, style: cell, clip: clip)
  }
}
