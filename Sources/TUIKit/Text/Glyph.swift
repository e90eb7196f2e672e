/// One printable unit of text as the terminal will show it: a spacing character with the marks upon it, one or two
/// columns wide. Nothing that could steer a terminal can be a glyph: control characters have become visible stand-ins.
struct Glyph {
  /// The most marks that a cell of ncurses holds.
  static let maximumMarks = 4

  /// The scalar that takes the columns.
  var scalar: Unicode.Scalar
  /// All scalars, when there are marks (seldom); at most five.
  var cluster: String?
  /// Columns: 1 or 2.
  var width: Int

  init(scalar: Unicode.Scalar, cluster: String? = nil, width: Int) {
    self.scalar = scalar
    self.cluster = cluster
    self.width = width
  }
}
