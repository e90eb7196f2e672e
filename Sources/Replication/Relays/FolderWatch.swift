import Dispatch
import FoundationEssentials
import Glibc

/// Notifies of new files in a folder and its subfolders, with one inotify descriptor and a slow poll for file systems
/// that report nothing.
///
/// Unchecked, and sound: variables are accessed on the queue only, on which the sources run and to which the methods
/// that other threads call send their work.
final class FolderWatch: @unchecked Sendable {
  private let folder: String
  private let queue = DispatchQueue(label: "relay folder")
  private var source: (any DispatchSourceProtocol)?
  private var timer: (any DispatchSourceTimer)?
  private var descriptor: Int32 = -1
  private var watched: Set<String> = []
  private var notice: (@Sendable () -> Void)?

  init(_ folder: String) {
    self.folder = folder
  }

  /// The time between two polls: a wake-up every half minute.
  private static let interval = DispatchTimeInterval.seconds(30)

  func start(_ notice: @escaping @Sendable () -> Void) {
    queue.async { self.begin(notice) }
  }

  private func begin(_ notice: @escaping @Sendable () -> Void) {
    self.notice = notice
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    if descriptor >= 0 {
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler { [weak self] in self?.drain() }
      source.setCancelHandler { [descriptor] in close(descriptor) }
      source.resume()
      self.source = source
      watchFolders()
    }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval, leeway: .seconds(5))
    timer.setEventHandler { [weak self] in
      self?.watchFolders()
      notice()
    }
    timer.resume()
    self.timer = timer
  }

  /// Watches the folder, or the lowest one above it that exists, and its subfolders.
  private func watchFolders() {
    guard descriptor >= 0 else { return }
    let parent = String(folder[..<(folder.lastIndex(of: "/") ?? folder.endIndex)])
    let machines = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for path in [parent, folder] + machines.map({ "\(folder)/\($0)" }) where !watched.contains(path) {
      let mask = UInt32(IN_CREATE | IN_MOVED_TO | IN_CLOSE_WRITE | IN_ONLYDIR)
      if inotify_add_watch(descriptor, path, mask) >= 0 { watched.insert(path) }
    }
  }

  private func drain() {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while read(descriptor, &buffer, buffer.count) > 0 {}
    watchFolders()
    notice?()
  }

  func stop() {
    queue.async {
      self.source?.cancel()
      self.source = nil
      self.timer?.cancel()
      self.timer = nil
      self.notice = nil
    }
  }
}
