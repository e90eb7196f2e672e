import Algorithms
import Dispatch
import Glibc

/// Notifies of changes of a book's files, without any work at rest.
///
/// The directory is watched, not the file: SQLite deletes and creates the files beside the book, and a book may be
/// replaced by another file. Where there are no events, on a network file system or when all watches are in use, the
/// book is polled every second.
final class DirectoryWatch {
  private let events: FolderEventSource?
  private let timer: (any DispatchSourceTimer)?

  /// - Parameters:
  ///   - notice: Called on `queue`, once for any number of simultaneous events, with whether one of them was a write
  ///     to the book's file itself.
  ///   - poll: Called on `queue` every second where there are no events.
  init(
    _ file: BookFile, queue: DispatchQueue, hasEvents: Bool? = nil,
    notice: @escaping @Sendable (_ isWritten: Bool) -> Void, poll: @escaping @Sendable () -> Void
  ) {
    events = hasEvents ?? Self.hasEvents(file.directory) ? Self.events(of: file, queue, notice) : nil
    guard events == nil else {
      timer = nil
      return
    }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval, leeway: .milliseconds(200))
    timer.setEventHandler(handler: poll)
    timer.resume()
    self.timer = timer
  }

  private static let interval = DispatchTimeInterval.seconds(1)

  private static func events(
    of file: BookFile, _ queue: DispatchQueue, _ notice: @escaping @Sendable (_ isWritten: Bool) -> Void
  ) -> FolderEventSource? {
    let name = Array(file.name.utf8)
    let source = FolderEventSource(queue: queue) { events in
      // The files of SQLite beside the book begin with its name. Events without a name may have been lost.
      guard events.contains(where: { $0.name.isEmpty || $0.name.starts(with: name) }) else { return }
      notice(events.contains { $0.isWrite && $0.name == name })
    }
    let kinds = IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB
    return source?.watch(file.directory, for: kinds) == nil ? nil : source
  }

  /// Whether the kernel reports all writes; it does not report those of other machines to a network file system.
  ///
  /// - Parameter mountInfo: The path of the list of mounts.
  static func hasEvents(_ directory: String, mountInfo: String = "/proc/self/mountinfo") -> Bool {
    var status = stat()
    guard stat(directory, &status) == 0, let mounts = fopen(mountInfo, "re") else { return true }
    defer { fclose(mounts) }
    // The macros `major` and `minor` of C, which Swift does not import.
    let number = UInt64(status.st_dev)
    let device = "\((number >> 8) & 0xFFF | (number >> 32) & ~0xFFF):\(number & 0xFF | (number >> 12) & 0xFFF00)"
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while getline(&line, &capacity, mounts) > 0, let start = line {
      let fields = String(cString: start).split(separator: " ")
      guard fields.count > 2, fields[2] == device else { continue }
      // The type of the file system follows a lone dash.
      let type = fields.drop { $0 != "-" }.dropFirst().first ?? ""
      return !remoteTypes.contains { type.hasPrefix($0) }
    }
    return true
  }

  private static let remoteTypes = [
    "nfs", "cifs", "smb", "afs", "ceph", "9p", "fuse.sshfs", "fuse.gluster", "lustre", "gfs", "ocfs",
  ]

  deinit {
    timer?.cancel()
  }
}
