import FoundationEssentials
import Glibc
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
    var preferences = (try? storedPreferences(at: path(of: "screen"))) ?? ScreenPreferences()
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
    return contents(of: path) ?? Data([0])
  }

  /// The bytes of a file; `nil` where it cannot be read, is no regular file, or is larger than any state.
  private static func contents(of path: String) -> Data? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= 1 << 20 else { return nil }
    return try? Data(contentsOf: URL(filePath: path))
  }

  /// The preferences in a file; the defaults when there is none.
  private static func storedPreferences(at path: String?) throws(UnstoredState) -> ScreenPreferences {
    guard let path, FileManager.default.fileExists(atPath: path) else { return ScreenPreferences() }
    guard let text = contents(of: path).flatMap({ String(validating: $0, as: UTF8.self) }) else {
      throw UnstoredState(advice: "make \(path) a text file that you can read, or delete it")
    }
    return ScreenPreferences(text: text)
  }

  /// Stores what differs between two preferences, and the settings among that in the settings file too.
  ///
  /// Everything else stays: values of the settings file are not copied into the state, and changes by another process
  /// are not undone. Does nothing without a folder for the state.
  ///
  /// - Throws: ``UnstoredState``; what is wrong with the settings file. The other of the two files is written anyway.
  static func save(_ preferences: ScreenPreferences, changedFrom old: ScreenPreferences) throws {
    let state = Result { try saveState(preferences, changedFrom: old) }
    try saveSettings(preferences, changedFrom: old)
    try state.get()
  }

  private static func saveState(
    _ preferences: ScreenPreferences, changedFrom old: ScreenPreferences
  ) throws(UnstoredState) {
    guard let path = path(of: "screen") else { return }
    var stored = try storedPreferences(at: path)
    stored.applyChanges(from: old, to: preferences)
    try write(stored.text, to: path)
  }

  private static func saveSettings(_ preferences: ScreenPreferences, changedFrom old: ScreenPreferences) throws {
    if let path = settingsPath,
      let settings = try SettingsFile.text(settingsText ?? Data(), from: old, to: preferences)
    {
      try write(settings, to: path)
    }
  }

  private static func write(_ text: String, to path: String) throws(UnstoredState) {
    // A link to a file that is kept elsewhere stays one.
    let file = URL(filePath: path).resolvingSymlinksInPath()
    let folder = file.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try Data(text.utf8).write(to: file, options: .atomic)
    } catch {
      let isDiskFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace
      throw UnstoredState(
        advice: isDiskFull
          ? "make room on the disk of \(folder.path)" : "make \(folder.path) a folder that you can write to")
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

/// State that could not be stored, in one sentence for the user.
struct UnstoredState: Error, CustomStringConvertible {
  /// What the user can do, as the second half of the sentence.
  let advice: String

  var description: String { "The change was not stored: \(advice)" }
}
