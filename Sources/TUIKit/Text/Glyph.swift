/// A printable unit of text as the terminal shows it: a spacing character with its marks, one or two columns wide.
///
/// A glyph never contains a control character, only its visible stand-in.
struct Glyph {
  /// The greatest number of marks in a cell of ncurses.
  static let maximumMarks = 4

  /// The scalar with a width.
  var scalar: Unicode.Scalar
  /// All scalars, if there are marks (rarely); at most five.
  var cluster: String?
  /// The number of columns: 1 or 2.
  var width: Int

  init(scalar: Unicode.Scalar, cluster: String? = nil, width: Int) {
    self.scalar = scalar
    self.cluster = cluster
    self.width = width
  }
}
