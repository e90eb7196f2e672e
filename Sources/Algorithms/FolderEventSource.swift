public import Dispatch
import Glibc

/// Something that has happened to a name in a folder, or to the folder itself.
public struct FolderEvent: Sendable {
  /// The number of the folder, which ``FolderEventSource/watch(_:for:)`` has returned; negative after events were lost.
  public let folder: Int32
  /// The name in the folder; empty for the folder itself, and after events were lost.
  public let name: [UInt8]
  private let bits: UInt32

  fileprivate init(_ event: inotify_event, name: [UInt8]) {
    folder = event.wd
    bits = event.mask
    self.name = name
  }

  /// Whether the name is new, and a file there may still be empty.
  public var isCreation: Bool { bits & UInt32(IN_CREATE) != 0 }
  /// Whether a file was written to.
  public var isWrite: Bool { bits & UInt32(IN_MODIFY) != 0 }
}

/// The events of some folders, through one inotify descriptor and a dispatch source.
///
/// At rest nothing runs. The end of its life ends the events.
public final class FolderEventSource {
  private let descriptor: Int32
  private let source: any DispatchSourceRead

  /// Creates a source without folders; `nil` when the system has no descriptor left.
  ///
  /// - Parameters:
  ///   - queue: The queue on which the events are read.
  ///   - onEvents: Called on it with the events that have occurred together, a limited number at a time, so that other
  ///     work on the queue is not delayed.
  /// - Complexity: O(1).
  public init?(queue: DispatchQueue, onEvents: @escaping @Sendable ([FolderEvent]) -> Void) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { [descriptor] in onEvents(Self.read(descriptor)) }
    source.setCancelHandler { [descriptor] in close(descriptor) }
    source.resume()
  }

  deinit {
    source.cancel()
  }

  /// Begins to report events of a folder.
  ///
  /// Watching a folder again replaces the kinds of events that are reported of it.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - events: The bits of the kinds of events, such as `IN_CREATE`.
  /// - Returns: The number of the folder, the same each time; `nil` when there is no such folder, or it has no events.
  @discardableResult
  public func watch(_ folder: String, for events: Int32) -> Int32? {
    let number = inotify_add_watch(descriptor, folder, UInt32(bitPattern: events | IN_ONLYDIR))
    return number >= 0 ? number : nil
  }

  /// Ends the events of a folder.
  public func unwatch(_ folder: Int32) {
    inotify_rm_watch(descriptor, folder)
  }

  private static func read(_ descriptor: Int32) -> [FolderEvent] {
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      var events: [FolderEvent] = []
      var offset = 0
      while offset < count {
        let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
        let start = offset + MemoryLayout<inotify_event>.size
        offset = start + Int(event.len)
        events.append(FolderEvent(event, name: Array(buffer[start..<offset].prefix { $0 != 0 })))
      }
      return events
    }
  }
}
