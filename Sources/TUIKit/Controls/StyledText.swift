/// A text of several styles: runs of words, each with a role and attributes.
///
///     StyledText("Ada Lovelace", highlighting: matches)      // what a search has matched is bold
public struct StyledText: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// A piece of text with one look.
  public struct Run: Hashable, Sendable {
    /// What it says.
    public var text: String
    /// The role of the words; that of the view which shows them, when `nil`.
    public var role: ColorRole?
    /// How it looks beside its colour.
    public var attributes: Style.Attributes

    /// Text with one look.
    public init(_ text: String, role: ColorRole? = nil, attributes: Style.Attributes = []) {
      self.text = text
      self.role = role
      self.attributes = attributes
    }

    /// The style of the run in a view where text has the style `base`.
    public func style(over base: Style) -> Style {
      (role.map(base.foreground) ?? base).adding(attributes)
    }
  }

  /// The pieces, in their order.
  public var runs: [Run]

  /// Text of several looks.
  public init(runs: [Run]) {
    self.runs = runs.filter { !$0.text.isEmpty }
  }

  /// Text with one look.
  public init(_ text: String, role: ColorRole? = nil, attributes: Style.Attributes = []) {
    self.init(runs: [Run(text, role: role, attributes: attributes)])
  }

  /// Plain text.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// A text in which `ranges` (ascending, not overlapping) look as matches do: bold, in the role `match`.
  public init(_ text: String, highlighting ranges: [Range<String.Index>]) {
    var runs: [Run] = []
    var end = text.startIndex
    for range in ranges where range.lowerBound >= end {
      runs.append(Run(String(text[end..<range.lowerBound])))
      runs.append(Run(String(text[range]), role: .match, attributes: .bold))
      end = range.upperBound
    }
    runs.append(Run(String(text[end...])))
    self.init(runs: runs)
  }

  /// All the words, without their looks.
  public var plain: String { runs.map(\.text).joined() }

  /// Whether there is no character.
  public var isEmpty: Bool { runs.isEmpty }

  /// One after the other.
  public static func + (left: StyledText, right: StyledText) -> StyledText {
    StyledText(runs: left.runs + right.runs)
  }
}

extension Canvas {
  /// Writes one line of styled text, as ``write(_:at:style:maxWidth:truncates:)`` does one of plain text.
  @discardableResult
  public func write(_ text: StyledText, at point: Point, style: Style, maxWidth: Int = .max) -> Int {
    let limit = min(maxWidth, size.width - point.x)
    var column = 0
    for (index, run) in text.runs.enumerated() where column < limit {
      let rest = limit - column
      // The ellipsis belongs to the run that does not fit; one that just fits leaves room for it when more follows.
      let fits = run.text.displayWidth
      let isCut = fits == rest && text.runs[(index + 1)...].contains { $0.text.displayWidth > 0 }
      let words = isCut ? run.text + " " : run.text
      column += write(words, at: Point(x: point.x + column, y: point.y), style: run.style(over: style), maxWidth: rest)
    }
    return column
  }
}
