import Glibc

/// The descriptor of a terminal, closed when its last owner is released.
///
/// A dispatch source keeps it until it has ended: of a descriptor that is closed earlier, the system may still report events,
/// for a source that no longer exists.
final class TerminalDevice: Sendable {
  let descriptor: Int32

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }
}
