import Glibc

/// Writing all of some bytes to a descriptor that may take only a part of them at a time.
package enum WholeWrite {
  /// Writes all bytes; returns the system's number of the error that stopped it, or `nil`.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno == EAGAIN {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }

  /// Writes all of a text; returns the system's number of the error that stopped it, or `nil`.
  package static func write(_ text: String, to descriptor: Int32) -> Int32? {
    var text = text
    return text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
  }
}
