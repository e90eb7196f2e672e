import Dispatch
import Glibc

/// Writes to a terminal without ever waiting for it: bytes that it does not accept at once are buffered.
@MainActor
final class TerminalOutput {
  private let device: TerminalDevice
  private var descriptor: Int32 { device.descriptor }
  private var pending: [UInt8] = []
  private var source: (any DispatchSourceWrite)?
  /// Called when the buffered bytes were written.
  var onIdle: () -> Void = {}
  /// Called when the terminal was closed.
  var onFailure: () -> Void = {}

  init(device: TerminalDevice) {
    self.device = device
  }

  isolated deinit {
    source?.cancel()
  }

  var isIdle: Bool { pending.isEmpty }

  func write(_ bytes: [UInt8]) {
    guard pending.isEmpty else {
      pending += bytes
      return
    }
    let taken = bytes.withUnsafeBytes { send($0) }
    if taken < bytes.count {
      pending = Array(bytes[taken...])
      listen()
    }
  }

  /// Waits for the terminal to accept the rest, but not for long: a stopped terminal must not block the program.
  func drain(within milliseconds: Int32) {
    var left = milliseconds
    while !pending.isEmpty, left > 0 {
      var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&state, 1, min(left, 20))
      left -= 20
      retry()
    }
    pending = []
    stopListening()
  }

  /// Returns the number of bytes written.
  private func send(_ bytes: UnsafeRawBufferPointer) -> Int {
    var done = 0
    while done < bytes.count {
      let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      if count > 0 {
        done += count
      } else if errno == EAGAIN {
        break
      } else if errno != EINTR {
        onFailure()
        return bytes.count
      }
    }
    return done
  }

  private func retry() {
    let taken = pending.withUnsafeBytes { send($0) }
    pending.removeFirst(min(taken, pending.count))
  }

  private func listen() {
    guard source == nil else { return }
    let source = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.resume() }
    }
    source.setCancelHandler { [device] in withExtendedLifetime(device) {} }
    source.activate()
    self.source = source
  }

  private func resume() {
    retry()
    guard pending.isEmpty else { return }
    stopListening()
    onIdle()
  }

  private func stopListening() {
    source?.cancel()
    source = nil
  }
}
