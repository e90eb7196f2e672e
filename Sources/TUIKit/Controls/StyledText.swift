/// A text with several styles: runs, each with a role and attributes.
///
/// StyledText("Ada Lovelace", highlighting: matches)      // bold matches of a search
public struct StyledText: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// A part of a text with one style.
  public struct Run: Hashable, Sendable {
    /// The characters of the run.
    public var text: String
    /// The role of the colour; `nil` for that of the view.
    public var role: ColorRole?
    /// The attributes of the run.
    public var attributes: Style.Attributes

    /// Creates a run.
    public init(_ text: String, role: ColorRole? = nil, attributes: Style.Attributes = []) {
      self.text = text
      self.role = role
      self.attributes = attributes
    }

    /// The style of the run in a view with the text style `base`.
    public func style(over base: Style) -> Style {
      (role.map(base.foreground) ?? base).adding(attributes)
    }
  }

  /// The runs, in order.
  public var runs: [Run]

  /// Creates a text from runs.
  ///
  /// - Complexity: O(*n*), where *n* is the number of runs.
  public init(runs: [Run]) {
    self.runs = runs.filter { !$0.text.isEmpty }
  }

  /// Creates a text with one style.
  public init(_ text: String, role: ColorRole? = nil, attributes: Style.Attributes = []) {
    self.init(runs: [Run(text, role: role, attributes: attributes)])
  }

  /// Creates a plain text.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// Creates a text with highlighted `ranges` (ascending, not overlapping): bold, in the role `match`.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
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

  /// The whole text without its styles.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public var plain: String { runs.map(\.text).joined() }

  /// Whether the text is empty.
  public var isEmpty: Bool { runs.isEmpty }

  /// Concatenates two texts.
  ///
  /// - Complexity: O(*n*), where *n* is the number of runs.
  public static func + (left: StyledText, right: StyledText) -> StyledText {
    StyledText(runs: left.runs + right.runs)
  }
}

extension Canvas {
  /// Writes one line of styled text, as ``write(_:at:style:maxWidth:truncates:)`` writes plain text.
  ///
  /// - Returns: The number of columns of the text.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  @discardableResult
  public func write(_ text: StyledText, at point: Point, style: Style, maxWidth: Int = .max) -> Int {
    let limit = min(maxWidth, size.width - point.x)
    var column = 0
    for (index, run) in text.runs.enumerated() where column < limit {
      let rest = limit - column
      // The ellipsis belongs to the run that does not fit. A run that just fits leaves room for it when more text
      // follows.
      let fits = run.text.displayWidth
      let isCut = fits == rest && text.runs[(index + 1)...].contains { $0.text.displayWidth > 0 }
      let words = isCut ? run.text + " " : run.text
      column += write(words, at: Point(x: point.x + column, y: point.y), style: run.style(over: style), maxWidth: rest)
    }
    return column
  }
}
