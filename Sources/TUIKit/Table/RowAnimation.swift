/// How a row, or a section, comes, goes or changes.
public enum RowAnimation: Hashable, Sendable {
  /// What fits: a new row draws itself from left to right and cools, a removed one is struck through before its gap closes,
  /// a changed one glows.
  case automatic
  /// It fades in or out.
  case fade
  /// It comes in from the left edge, or leaves by it.
  case slide
  /// It is there at once and glows; it goes at once.
  case flash
  /// It is there, or gone, at once.
  case none
}
