import TUIKit

/// What the command line says about the screen.
struct ScreenOptions: Sendable {
  private static let theme = Option("theme", value: "NAME", "The colours: \(names).")
  private static let still = Option("no-motion", "Nothing moves: changes show at once.")
  static let options = [theme, still]

  private static var names: String { Theme.all.map(\.name).joined(separator: ", ") }

  /// The theme that was asked for; `nil` leaves the choice to the screen.
  var theme: Theme?
  /// Whether nothing moves.
  var isStill = false
  /// Called once the book is opened: what the demo does then.
  var start: (@MainActor @Sendable () -> Void)?

  var chosenTheme: Theme { theme ?? .dark }

  init() {}

  init(_ arguments: Arguments) throws(Failure) {
    if let name = arguments.last(Self.theme) {
      guard let theme = Theme.named(name) else {
        throw .usage("There is no theme “\(name)”; there are \(Self.names).")
      }
      self.theme = theme
    }
    isStill = arguments.has(Self.still)
  }
}
