import Algorithms
import Glibc

/// The events of folders for all watches of the process: a user has few inotify descriptors.
@MainActor
final class FolderEvents {
  private static weak var present: FolderEvents?
  private static let kinds =
    IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF

  private let source: FolderEventSource
  private var watches: [Int32: [WatchReference]] = [:]
  /// Whether the user has no watches left.
  ///
  /// Set by tests.
  var isExhausted = false

  private struct WatchReference {
    weak var watch: FileWatch?
    /// Identifies the watch while it is being freed.
    let id: ObjectIdentifier
  }

  /// The events of this process; `nil` where the system has no descriptor left.
  static var shared: FolderEvents? {
    if let present { return present }
    let source = FolderEventSource(queue: .main) { events in
      MainActor.assumeIsolated { present?.deliver(events) }
    }
    guard let source else { return nil }
    let new = FolderEvents(source)
    present = new
    return new
  }

  private init(_ source: FolderEventSource) {
    self.source = source
  }

  isolated deinit {}

  /// Begins to report the events of a folder to a watch.
  ///
  /// - Returns: The number of the folder; `nil` when it does not exist or has no events.
  func add(_ watch: FileWatch, to folder: String) -> Int32? {
    guard !isExhausted, let number = source.watch(folder, for: Self.kinds) else { return nil }
    let reference = WatchReference(watch: watch, id: ObjectIdentifier(watch))
    if watches[number]?.contains(where: { $0.id == reference.id }) != true {
      watches[number, default: []].append(reference)
    }
    return number
  }

  func remove(_ watch: FileWatch, from number: Int32) {
    let id = ObjectIdentifier(watch)
    watches[number]?.removeAll { $0.id == id }
    guard watches[number]?.isEmpty == true else { return }
    watches[number] = nil
    source.unwatch(number)
  }

  private func deliver(_ events: [FolderEvent]) {
    for event in events {
      let concerned = event.folder < 0 ? watches.values.flatMap { $0 } : watches[event.folder] ?? []
      for reference in concerned { reference.watch?.receive(event) }
    }
  }
}
