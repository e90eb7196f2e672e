import Dispatch
import Glibc

/// The events of folders, through one inotify descriptor for all watches of the process: a user has few of them.
@MainActor
final class FolderEvents {
  /// Something that has happened to a name in a folder, or to the folder itself.
  struct Event {
    fileprivate let mask: UInt32
    /// The name in the folder; empty for the folder itself, and after events were lost.
    let name: [UInt8]

    /// Whether the folder is no longer at its path or has other rights, or events were lost.
    var isAboutFolder: Bool { name.isEmpty }
    /// Whether the name is new, and a file there may still be empty.
    var isCreation: Bool { mask & UInt32(IN_CREATE) != 0 }
  }

  private static weak var present: FolderEvents?
  private static let mask = UInt32(
    IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
      | IN_ONLYDIR)

  private let descriptor: Int32
  private let source: any DispatchSourceRead
  private var watches: [Int32: [WatchReference]] = [:]

  private struct WatchReference {
    weak var watch: FileWatch?
    /// Identifies the watch while it is being freed.
    let id: ObjectIdentifier
  }

  /// The events of this process; `nil` where the system has no descriptor left.
  static var shared: FolderEvents? {
    if let present { return present }
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let new = FolderEvents(descriptor)
    present = new
    return new
  }

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.deliver() } }
    source.setCancelHandler { close(descriptor) }
    source.resume()
  }

  isolated deinit {
    source.cancel()
  }

  /// Begins to report the events of a folder to a watch.
  ///
  /// - Returns: The number of the folder; `nil` when it does not exist or has no events.
  func add(_ watch: FileWatch, to folder: String) -> Int32? {
    let number = inotify_add_watch(descriptor, folder, Self.mask)
    guard number >= 0 else { return nil }
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
    inotify_rm_watch(descriptor, number)
  }

  private func deliver() {
    for (number, event) in read() {
      let concerned = number < 0 ? watches.values.flatMap { $0 } : watches[number] ?? []
      for reference in concerned { reference.watch?.receive(event) }
    }
  }

  private func read() -> [(number: Int32, event: Event)] {
    var events: [(number: Int32, event: Event)] = []
    withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
      while case let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
        var offset = 0
        while offset < count {
          let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
          let start = offset + MemoryLayout<inotify_event>.size
          let name = Array(buffer[start..<start + Int(event.len)].prefix { $0 != 0 })
          events.append((event.wd, Event(mask: event.mask, name: name)))
          offset = start + Int(event.len)
        }
      }
    }
    return events
  }
}
