import FoundationEssentials
import PeoplebookCore

/// The state that the program stores for the user outside of the book.
enum UserState {
  /// The stored searches; `nil` without a folder for them.
  static var recentSearches: RecentSearches? {
    path(of: "searches").map { RecentSearches(path: $0) }
  }

  /// The user's preferences; the defaults when none are stored or they cannot be read.
  ///
  /// The settings file is above the state that was kept at the last start.
  static func loadPreferences() -> ScreenPreferences {
    var preferences = ScreenPreferences(text: text(at: path(of: "screen")) ?? "")
    settingsFile?.apply(to: &preferences)
    return preferences
  }

  /// The path of the settings file; `nil` without a home.
  static var settingsPath: String? { folder("XDG_CONFIG_HOME", else: ".config").map { "\($0)/peoplebook/config.json" } }

  /// The user's settings file; `nil` where there is none.
  static var settingsFile: SettingsFile? { settingsText.map { SettingsFile($0) } }

  /// The bytes of the settings file; `nil` where there is none, and bytes that are no settings where it cannot be read.
  private static var settingsText: Data? {
    guard let path = settingsPath, FileManager.default.fileExists(atPath: path) else { return nil }
    return (try? Data(contentsOf: URL(filePath: path))) ?? Data([0])
  }

  private static func text(at path: String?) -> String? {
    path.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) }
  }

  /// Stores what differs between two preferences, and the settings among that in the settings file too.
  ///
  /// Everything else stays: values of the settings file are not copied into the state, and changes by another process
  /// are not undone. Does nothing without a folder for the state.
  static func save(_ preferences: ScreenPreferences, changedFrom old: ScreenPreferences) throws {
    if let path = path(of: "screen") {
      var stored = ScreenPreferences(text: text(at: path) ?? "")
      stored.applyChanges(from: old, to: preferences)
      try write(stored.text, to: path)
    }
    if let path = settingsPath,
      let settings = try SettingsFile.text(settingsText ?? Data(), from: old, to: preferences)
    {
      try write(settings, to: path)
    }
  }

  private static func write(_ text: String, to path: String) throws(UnstoredState) {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      // A link to a file that is kept elsewhere stays one.
      try Data(text.utf8).write(to: URL(filePath: path).resolvingSymlinksInPath(), options: .atomic)
    } catch {
      throw UnstoredState(folder: folder, isDiskFull: (error as? CocoaError)?.code == .fileWriteOutOfSpace)
    }
  }

  /// The folder with the user's scene files; `nil` without a home.
  static var sceneFolder: String? {
    folder("XDG_CONFIG_HOME", else: ".config").map { "\($0)/peoplebook/scenes" }
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

/// A folder in which the state could not be stored, in one sentence for the user.
struct UnstoredState: Error, CustomStringConvertible {
  let folder: String
  let isDiskFull: Bool

  var description: String {
    isDiskFull
      ? "The change was not stored: make room on the disk of \(folder)"
      : "The change was not stored: make \(folder) a folder that you can write to"
  }
}
