import FoundationEssentials
import PeoplebookCore

/// The state that the program stores for the user outside of the book.
enum UserState {
  /// The stored searches; `nil` without a folder for them.
  static var recentSearches: RecentSearches? {
    path(of: "searches").map { RecentSearches(path: $0) }
  }

  /// The user's preferences; the defaults when none are stored or they cannot be read.
  static func loadPreferences() -> ScreenPreferences {
    let text = path(of: "screen").flatMap { try? String(contentsOfFile: $0, encoding: .utf8) }
    return ScreenPreferences(text: text ?? "")
  }

  /// Stores the preferences.
  ///
  /// Does nothing without a folder for them.
  static func save(_ preferences: ScreenPreferences) throws {
    guard let path = path(of: "screen") else { return }
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data(preferences.text.utf8).write(to: URL(filePath: path), options: .atomic)
  }

  /// The folder with the user's scene files; `nil` without a home.
  static var sceneFolder: String? {
    folder("XDG_CONFIG_HOME", else: ".config").map { "\($0)/peoplebook/scenes" }
  }

  /// The folder that is emptied when the user logs out; `nil` where the system has none.
  static var runtimeFolder: String? {
    Environment.value(of: "XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  private static func path(of name: String) -> String? {
    folder("XDG_STATE_HOME", else: ".local/state").map { "\($0)/peoplebook/\(name)" }
  }

  /// The folder that a variable names, or a folder in the home.
  private static func folder(_ variable: String, else name: String) -> String? {
    // The standard says to ignore a relative path in the variable.
    if let path = Environment.value(of: variable), path.hasPrefix("/") { return path }
    return Environment.value(of: "HOME").map { "\($0)/\(name)" }
  }
}
