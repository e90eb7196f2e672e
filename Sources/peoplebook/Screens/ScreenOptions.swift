/// What the command line says about the screen.
struct ScreenOptions: Sendable {
  /// A theme's name.
  var theme: String?
  /// Nothing moves: changes show at once.
  var isStill = false
  /// Called once the book is on the screen: what the demo does there.
  var start: (@MainActor @Sendable () -> Void)?
}
