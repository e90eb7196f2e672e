import Dispatch
import Glibc

/// Notifies of files that are written, closed or deleted in one folder, without any work at rest.
@MainActor
final class PresenceFolderWatch {
  private let source: any DispatchSourceRead

  /// Watches a folder, which exists; `nil` where the system has no events for it.
  init?(_ folder: String, onChange: @escaping @MainActor () -> Void) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let mask = UInt32(IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE | IN_ONLYDIR)
    guard inotify_add_watch(descriptor, folder, mask) >= 0 else {
      close(descriptor)
      return nil
    }
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler {
      var buffer = [UInt8](repeating: 0, count: 16_384)
      while read(descriptor, &buffer, buffer.count) > 0 {}
      MainActor.assumeIsolated { onChange() }
    }
    source.setCancelHandler { close(descriptor) }
    source.resume()
  }

  isolated deinit {
    source.cancel()
  }
}
