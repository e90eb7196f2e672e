import Glibc

/// The descriptor of a terminal, closed when its last owner is released.
///
/// A dispatch source retains it until the source has ended. If the descriptor were closed earlier, the system could
/// still report events for a source that no longer exists.
final class TerminalDevice: Sendable {
  let descriptor: Int32

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }
}
