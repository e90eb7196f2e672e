import Glibc
import PeoplebookCore
import TUIKit

/// The options of the command line that concern the screen.
extension ScreenOptions {
  private static let theme = Option(
    "theme", value: "NAME", "The theme of this session: \(names).", completion: .words(themes))
  private static let noMotion = Option("no-motion", "Show changes at once, without animation.")
  private static let plain = Option(
    "plain", "Lines of text with prompts instead of a screen, for screen readers.")
  private static let open = Option("open", value: "PLACE", "Open this first: \(DeepLink.forms).")
  private static let record = Option(
    "record", value: "FILE", "Record searches and their results in a new JSON Lines file.", completion: .files)
  private static let scene = Option(
    "scene", value: "FILE",
    "Draw the card with this scene file; one named \(otherScenes) draws that part of the screen.",
    completion: .files)
  static let options = [theme, noMotion, plain, open, record, scene]

  private static var otherScenes: String {
    SceneName.allCases.filter { $0 != .card }.map(\.fileName).listed(last: "or")
  }

  private static var themes: [String] { [SettingsFile.terminalTheme] + Theme.names }
  private static var names: String { themes.joined(separator: ", ") }

  init(_ arguments: Arguments) throws(Failure) {
    self.init()
    let name = arguments.last(Self.theme)
    isThemeOfTerminal = name == SettingsFile.terminalTheme
    if let name, !isThemeOfTerminal {
      guard let theme = Theme.named(name) else {
        throw .usage("There is no theme \(name.excerpt); there are \(Self.names).")
      }
      self.theme = theme
    }
    isMotionEnabled = !arguments.has(Self.noMotion)
    isPlain = arguments.has(Self.plain)
    if let text = arguments.last(Self.open) {
      guard let place = DeepLink(text) else { throw .usage("--open takes \(DeepLink.forms), not \(text.excerpt).") }
      self.place = place
    }
    recording = arguments.last(Self.record)
    if isPlain, place != nil || recording != nil {
      throw .usage("--plain lists all people, and records nothing: leave out --open and --record.")
    }
    scene = arguments.last(Self.scene)
    if let scene, access(scene, R_OK) != 0 {
      throw .failed("\(scene.excerpt): \(String(cString: strerror(errno)))")
    }
    var status = stat()
    if let scene, stat(scene, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw .failed("\(scene.excerpt) is not a file.")
    }
  }
}
