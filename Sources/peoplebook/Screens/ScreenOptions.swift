import TUIKit

/// The options for the appearance of the screen, and its first destination.
struct ScreenOptions: Sendable {
  /// The theme for this run; `nil` uses the stored one.
  var theme: Theme?
  /// Whether the theme of this run follows the terminal, whatever is stored.
  var isThemeOfTerminal = false
  /// Whether motion is shown, if the preferences have it.
  var isMotionEnabled = true
  /// Whether the screens are lines of text with prompts.
  var isPlain = false
  /// The first destination; `nil` is the list.
  var place: DeepLink?
  /// The file to record into.
  var recording: String?
  /// The path of a scene file for this run; `nil` uses the stored ones.
  var scene: String?
  /// Called once the book is opened: fills the book of the demonstration.
  var start: (@MainActor @Sendable (DemoStage) -> Void)?
  /// Makes the program open the user's own book when the demonstration has ended.
  var openOwnBook: @MainActor @Sendable () -> Void = {}
  /// Called when the screen has ended, also by a signal.
  var didEnd: @MainActor @Sendable () -> Void = {}
}
