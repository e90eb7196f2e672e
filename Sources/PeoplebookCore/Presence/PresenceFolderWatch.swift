import Algorithms
import Glibc

/// Notifies of files that are written, closed or deleted in one folder, without any work at rest.
public final class PresenceFolderWatch {
  private let events: FolderEventSource

  /// Watches a folder, which exists; `nil` where the system has no events for it.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - onChange: Called on the main queue after one or more changes.
  public init?(_ folder: String, onChange: @escaping @MainActor () -> Void) {
    let events = FolderEventSource(queue: .main) { _ in MainActor.assumeIsolated { onChange() } }
    guard let events, events.watch(folder, for: IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE) != nil else { return nil }
    self.events = events
  }
}
