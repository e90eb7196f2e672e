import CTerminal
import Dispatch
import Glibc
import Time

/// Reads a terminal: waits for bytes on the main queue, and delivers the decoded events.
@MainActor
final class TerminalInput {
  /// Called with events in order; more may follow at once.
  var onEvents: ([Event]) -> Void = { _ in }
  /// Called with each answer of the terminal.
  var onReport: (InputDecoder.Report) -> Void = { _ in }
  /// Called when all available bytes were read.
  var onDrain: () -> Void = {}
  /// Called when the terminal was closed.
  var onEnd: () -> Void = {}

  private let device: TerminalDevice
  private var descriptor: Int32 { device.descriptor }
  private let scheduler: any Scheduler
  private var decoder: InputDecoder
  private var patience: ScheduledAction?
  private var source: (any DispatchSourceRead)?

  init(device: TerminalDevice, keys: KeyStrings, scheduler: any Scheduler) {
    self.device = device
    self.scheduler = scheduler
    decoder = InputDecoder(keys: keys)
  }

  isolated deinit {
    patience?.cancel()
    source?.cancel()
  }

  func start() {
    guard source == nil else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.didReceiveBytes() }
    }
    source.setCancelHandler { [device] in withExtendedLifetime(device) {} }
    source.activate()
    self.source = source
  }

  func stop() {
    patience?.cancel()
    patience = nil
    source?.cancel()
    source = nil
  }

  /// Waits a moment for pending input and discards it, so that the next program does not read it.
  func discard(within milliseconds: Int32) {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    if poll(&state, 1, milliseconds) > 0 { _ = readAll() }
  }

  /// Delivers all available input before a frame is drawn, but a flood of input does not delay frames forever.
  private func didReceiveBytes() {
    cterminal_guard_thread()
    for _ in 0..<16 {
      let (bytes, isOver) = readAll()
      if !bytes.isEmpty { deliver(decoder.feed(bytes)) }
      if isOver { return onEnd() }
      if bytes.isEmpty || source == nil { break }
    }
    waitForRest()
    onDrain()
  }

  private func deliver(_ events: [Event]) {
    let reports = decoder.reports
    decoder.reports = []
    for report in reports { onReport(report) }
    if !events.isEmpty { onEvents(events) }
  }

  private func waitForRest() {
    patience?.cancel()
    patience = nil
    guard source != nil, let duration = decoder.patience else { return }
    patience = scheduler.schedule(after: duration) { [weak self] in self?.didWaitForRest() }
  }

  private func didWaitForRest() {
    patience = nil
    deliver(decoder.flush())
    waitForRest()
    onDrain()
  }

  /// All bytes that can be read now, up to a limit, and whether the terminal is closed.
  private func readAll() -> (bytes: [UInt8], isOver: Bool) {
    var isOver = false
    let bytes = [UInt8](unsafeUninitializedCapacity: 32_768) { buffer, count in
      count = 0
      while count < buffer.count {
        let read = Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
        if read > 0 {
          count += read
        } else if read == 0 || errno != EAGAIN && errno != EINTR {
          isOver = true
          return
        } else if errno == EAGAIN {
          return
        }
      }
    }
    return (bytes, isOver)
  }
}
