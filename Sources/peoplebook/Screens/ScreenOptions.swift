import TUIKit

/// How the screen looks, and where it begins.
struct ScreenOptions: Sendable {
  /// The theme for this time; `nil` uses the one that the user has kept.
  var theme: Theme?
  /// Whether nothing moves.
  var isStill = false
  /// Where to begin; `nil` is the list.
  var place: DeepLink?
  /// The file to record into.
  var recording: String?
  /// Called once the book is opened: fills the book of the demonstration.
  var start: (@MainActor @Sendable () -> Void)?
}
