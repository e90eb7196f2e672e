import TUIKit

/// What the command line says about the screen.
struct ScreenOptions: Sendable {
  private static let theme = Option("theme", value: "NAME", "The colours for this time: \(names).")
  private static let still = Option("no-motion", "Show changes at once, without motion.")
  private static let open = Option("open", value: "PLACE", "Begin there: \(DeepLink.forms).")
  private static let record = Option("record", value: "FILE", "Write what is searched for, and found, as JSON lines.")
  static let options = [theme, still, open, record]

  private static var names: String { Theme.all.map(\.name).joined(separator: ", ") }

  /// The theme for this time; `nil` uses the one that the user has kept.
  var theme: Theme?
  /// Whether nothing moves.
  var isStill = false
  /// Where to begin; `nil` is the list.
  var place: DeepLink?
  /// The file to record into.
  var recording: String?
  /// Called once the book is opened: what the demo does then.
  var start: (@MainActor @Sendable () -> Void)?

  init() {}

  init(_ arguments: Arguments) throws(Failure) {
    if let name = arguments.last(Self.theme) {
      guard let theme = Theme.named(name) else {
        throw .usage("There is no theme “\(name)”; there are \(Self.names).")
      }
      self.theme = theme
    }
    isStill = arguments.has(Self.still)
    place = try arguments.last(Self.open).map(DeepLink.init)
    recording = arguments.last(Self.record)
  }
}
