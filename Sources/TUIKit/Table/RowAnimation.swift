/// The animation of the insertion, deletion or reload of a row or a section.
public enum RowAnimation: Hashable, Sendable {
  /// The default: an inserted row is drawn from left to right and cools, a deleted one is struck through before its gap
  /// closes, a reloaded one glows.
  case automatic
  /// Fades in or out.
  case fade
  /// Slides in from the left edge, or out to it.
  case slide
  /// Appears at once and glows; disappears at once.
  case flash
  /// Appears or disappears at once.
  case none
}
