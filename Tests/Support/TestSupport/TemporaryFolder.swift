import FoundationEssentials

/// A folder of a test's own, removed with everything in it when nobody holds it any more.
public final class TemporaryFolder: Sendable {
  public let path: String

  /// Where none can be made, whatever is done in it fails.
  public init() {
    let folder = FileManager.default.temporaryDirectory.appending(path: "test-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The names of what is in it.
  public var names: Set<String> {
    Set((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
  }
}
