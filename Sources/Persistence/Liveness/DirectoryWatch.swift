import Dispatch
import Glibc

/// Tells when something happens to the files of a book: one dispatch source on an inotify descriptor, nothing at rest.
///
/// The directory is watched, not the file: SQLite deletes and makes the files beside the book as it pleases, and a book that is
/// replaced is another file.
final class DirectoryWatch {
  private let source: any DispatchSourceRead

  /// - Parameter notice: called on `queue`, once for any number of events that have come together.
  init(_ file: BookFile, queue: DispatchQueue, notice: @escaping @Sendable () -> Void) throws(StoreError) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw BookFile.error(errno, file.path) }
    let mask = IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB
    guard inotify_add_watch(descriptor, file.directory, UInt32(mask)) >= 0 else {
      let error = BookFile.error(errno, file.path)
      close(descriptor)
      throw error
    }
    let name = file.name
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler {
      if Self.drain(descriptor, concerns: name) { notice() }
    }
    source.setCancelHandler { close(descriptor) }
    source.resume()
  }

  deinit {
    source.cancel()
  }

  /// Reads all events there are; true when one is about the book or a file that SQLite keeps beside it.
  private static func drain(_ descriptor: Int32, concerns name: String) -> Bool {
    var isConcerned = false
    let name = Array(name.utf8)
    withUnsafeTemporaryAllocation(byteCount: 16384, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var offset = 0
        while offset < count {
          let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
          let start = offset + MemoryLayout<inotify_event>.size
          let file = buffer[start..<start + Int(event.len)].prefix { $0 != 0 }
          // Losing events (an overflow) is an event too.
          if event.len == 0 || file.starts(with: name) { isConcerned = true }
          offset = start + Int(event.len)
        }
      }
    }
    return isConcerned
  }
}
