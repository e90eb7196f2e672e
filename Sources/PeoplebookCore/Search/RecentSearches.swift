import FoundationEssentials
import Glibc

/// The searches that were kept, in a file of the user: one a line, the last one first.
public struct RecentSearches: Sendable {
  /// The path of the file.
  public let path: String

  /// Creates the list that a file contains.
  public init(path: String) {
    self.path = path
  }

  /// The searches; none when the file is absent or cannot be read, since they are only a convenience.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the file.
  public func load() -> [String] {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").map(String.init)
  }

  /// Saves searches in a file that only the user can read.
  ///
  /// - Throws: The reason why the file cannot be written.
  /// - Complexity: O(*n*), where *n* is the length of the searches.
  public func save(_ searches: [String]) throws {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    if !folder.isEmpty {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    let text = searches.map { $0.replacing("\n", with: " ") + "\n" }.joined()
    try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    chmod(path, 0o600)
  }
}
