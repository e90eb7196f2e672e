import Algorithms
import Dispatch
import FoundationEssentials
import Glibc

/// Notifies of new files in a folder and its subfolders, and when one of these folders is moved away or deleted.
///
/// A slow poll serves file systems that report nothing.
///
/// Unchecked, and sound: variables are accessed on the queue only, on which the sources run and to which the methods
/// that other threads call send their work.
final class FolderWatch: @unchecked Sendable {
  private let folder: String
  private let queue = DispatchQueue(label: "relay folder")
  private var events: FolderEventSource?
  private var timer: (any DispatchSourceTimer)?

  init(_ folder: String) {
    self.folder = folder
  }

  /// The time between two polls: a wake-up every half minute.
  private static let interval = DispatchTimeInterval.seconds(30)

  private static let kinds = IN_CREATE | IN_MOVED_TO | IN_CLOSE_WRITE | IN_MOVE_SELF | IN_DELETE_SELF

  func start(_ notice: @escaping @Sendable () -> Void) {
    queue.async { self.begin(notice) }
  }

  private func begin(_ notice: @escaping @Sendable () -> Void) {
    events = FolderEventSource(queue: queue) { [weak self] _ in
      self?.watchFolders()
      notice()
    }
    watchFolders()
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval, leeway: .seconds(5))
    timer.setEventHandler { [weak self] in
      self?.watchFolders()
      notice()
    }
    timer.resume()
    self.timer = timer
  }

  /// Watches the folder, its parent and its subfolders, as far as they exist.
  private func watchFolders() {
    let parent = String(folder[..<(folder.lastIndex(of: "/") ?? folder.endIndex)])
    let machines = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for path in [parent, folder] + machines.map({ "\(folder)/\($0)" }) {
      events?.watch(path, for: Self.kinds)
    }
  }

  func stop() {
    queue.async {
      self.events = nil
      self.timer?.cancel()
      self.timer = nil
    }
  }
}
