import Glibc
import PeoplebookCore

/// What the program keeps for the user beside their book.
enum UserState {
  /// The searches that were kept; `nil` when there is no place for them.
  static var recentSearches: RecentSearches? {
    folder.map { RecentSearches(path: "\($0)/peoplebook/searches") }
  }

  /// `$XDG_STATE_HOME`, or `~/.local/state`.
  private static var folder: String? {
    // A relative path in it is to be ignored, says the standard.
    if let path = environment("XDG_STATE_HOME"), path.hasPrefix("/") { return path }
    return environment("HOME").map { $0 + "/.local/state" }
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
