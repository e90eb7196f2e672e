import FoundationEssentials

/// A temporary folder, deleted with its contents when it is released.
public final class TemporaryFolder: Sendable {
  public let path: String

  /// The directory that has all temporary files.
  public static var parent: String { FileManager.default.temporaryDirectory.path }

  /// If no folder can be made, all later accesses fail.
  public init() {
    let folder = FileManager.default.temporaryDirectory.appending(path: "test-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The names of the files and folders in it.
  public var names: Set<String> {
    Set((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
  }
}
