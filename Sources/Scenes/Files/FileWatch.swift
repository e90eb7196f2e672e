import Dispatch
import Glibc

/// Notifies of changes of one file, without any work at rest.
///
/// The folder is watched, not the file: editors often write another file and rename it.
@MainActor
public final class FileWatch {
  private let source: any DispatchSourceRead

  /// Watches a file; `nil` where the system has no events for its folder.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which need not exist yet.
  ///   - onChange: Called on the main queue after each change.
  public init?(path: String, onChange: @escaping @MainActor () -> Void) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let name = Array((parts.last ?? "").utf8)
    let folder = parts.count > 1 ? parts.dropLast().joined(separator: "/") + "/" : "."
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    guard inotify_add_watch(descriptor, folder, UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE)) >= 0 else {
      close(descriptor)
      return nil
    }
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler {
      guard Self.drain(descriptor, concerns: name) else { return }
      MainActor.assumeIsolated { onChange() }
    }
    source.setCancelHandler { close(descriptor) }
    source.resume()
  }

  isolated deinit {
    source.cancel()
  }

  /// Reads the events; returns whether one concerns the file.
  nonisolated private static func drain(_ descriptor: Int32, concerns name: [UInt8]) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
      var isConcerned = false
      while case let count = read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
        var offset = 0
        while offset < count {
          let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
          let start = offset + MemoryLayout<inotify_event>.size
          if buffer[start..<start + Int(event.len)].prefix(while: { $0 != 0 }).elementsEqual(name) {
            isConcerned = true
          }
          offset = start + Int(event.len)
        }
      }
      return isConcerned
    }
  }
}
