import Dispatch
import Glibc

/// Notifies of changes of a book's files, through one dispatch source on an inotify descriptor, without any work at
/// rest.
///
/// The directory is watched, not the file: SQLite deletes and creates the files beside the book, and a book may be
/// replaced by another file. Where there are no events, on a network file system or when all watches are in use, the
/// book is polled every second.
final class DirectoryWatch {
  private let source: any DispatchSourceProtocol

  /// - Parameters:
  ///   - notice: Called on `queue`, once for any number of simultaneous events, with whether one of them was a write
  ///     to the book's file itself.
  ///   - poll: Called on `queue` every second where there are no events.
  init(
    _ file: BookFile, queue: DispatchQueue, hasEvents: Bool? = nil,
    notice: @escaping @Sendable (_ isWritten: Bool) -> Void, poll: @escaping @Sendable () -> Void
  ) {
    let hasEvents = hasEvents ?? Self.hasEvents(file.directory)
    guard hasEvents, let descriptor = Self.watch(file.directory) else {
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval, leeway: .milliseconds(200))
      timer.setEventHandler(handler: poll)
      timer.resume()
      source = timer
      return
    }
    let name = file.name
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler {
      let events = Self.drain(descriptor, concerning: name)
      if events.areConcerned { notice(events.areWrites) }
    }
    source.setCancelHandler { close(descriptor) }
    source.resume()
    self.source = source
  }

  private static let interval = DispatchTimeInterval.seconds(1)

  private static func watch(_ directory: String) -> Int32? {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let mask = IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB
    guard inotify_add_watch(descriptor, directory, UInt32(mask)) >= 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// Whether the kernel reports all writes; it does not report those of other machines to a network file system.
  private static func hasEvents(_ directory: String) -> Bool {
    var status = stat()
    guard stat(directory, &status) == 0, let mounts = fopen("/proc/self/mountinfo", "re") else { return true }
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
    source.cancel()
  }

  /// Reads a limited number of events, so that other work on the queue is not delayed; the source fires again for the
  /// rest.
  ///
  /// Returns whether an event concerns the book or one of SQLite's files beside it, and whether one is a write to the
  /// book itself.
  private static func drain(
    _ descriptor: Int32, concerning name: String
  ) -> (areConcerned: Bool, areWrites: Bool) {
    let name = Array(name.utf8)
    return withUnsafeTemporaryAllocation(byteCount: 16384, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      var result = (areConcerned: false, areWrites: false)
      var offset = 0
      while offset < count {
        let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
        let start = offset + MemoryLayout<inotify_event>.size
        let file = buffer[start..<start + Int(event.len)].prefix { $0 != 0 }
        // An overflow of events counts as an event.
        if event.len == 0 || file.starts(with: name) { result.areConcerned = true }
        if event.mask & UInt32(IN_MODIFY) != 0, file.elementsEqual(name) { result.areWrites = true }
        offset = start + Int(event.len)
      }
      return result
    }
  }
}
