/// One printable unit of text as the terminal will show it: a spacing character with the marks upon it, one or two
/// columns wide. Nothing that could steer a terminal can be a glyph: control characters have become visible stand-ins.
struct Glyph {
  /// The scalar, when it stands alone (nearly always).
  var scalar: Unicode.Scalar
  /// All scalars, when there are marks; at most five, the most that a cell of ncurses holds.
  var cluster: String?
  /// Columns: 1 or 2.
  var width: Int
}
