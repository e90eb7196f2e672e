import Glibc
import TUIKit

/// A pilot of a program in a pseudo-terminal, started as from a shell.
///
/// ```swift
/// let pilot = try ProgramPilot("/usr/bin/top", size: Size(width: 100, height: 30))
/// try pilot.waitFor("load average")
/// try pilot.press("q")
/// #expect(try pilot.waitForEnd() == .exited(0))
/// #expect(pilot.leftovers == [])
/// ```
///
/// A pilot belongs to one thread. A program that still runs when its pilot is released is killed.
public final class ProgramPilot: Pilot {
  /// The program's terminal with its current screen.
  public let terminal: VirtualTerminal
  /// The time after which a wait fails.
  public var patience: Duration
  /// The settings that the terminal had before the program ran.
  public let initialSettings: TerminalSettings?
  /// The program's process.
  public private(set) var process: pid_t = 0
  /// The time at which the program was started, in nanoseconds of the monotonic clock.
  public private(set) var startedAt: UInt64 = 0
  /// The time at which output last arrived, in nanoseconds of the monotonic clock.
  public private(set) var lastOutputAt: UInt64 = 0
  /// How the program ended; `nil` while it runs.
  public private(set) var ending: TerminationStatus?
  /// The signal that stopped the program; `nil` while it runs.
  public private(set) var stopSignal: Int32?
  /// The program's whole output.
  public private(set) var output: [UInt8] = []

  private let pty: PseudoTerminal
  private let job: Job
  private var hasReadAll = false
  private var linkIsOpen = true
  private let belongings: AnyObject?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: The program's file.
  ///   - arguments: Its arguments, without its own name.
  ///   - environment: Its whole environment, except that `TERM`, `LANG` and `PATH` have defaults.
  ///   - size: The size of its window.
  ///   - directory: Its working directory; `nil` for that of this process.
  ///   - patience: The time after which a wait fails.
  ///   - belongings: An object that is retained while the program runs, such as a temporary folder.
  /// - Throws: ``PilotError/notStarted(_:code:)``, and ``PilotError/system(_:_:)`` when no terminal is available.
  public init(
    _ path: String, _ arguments: [String] = [], environment: [String: String] = [:],
    size: Size = Size(width: 100, height: 30), directory: String? = nil, patience: Duration = .seconds(20),
    belongings: AnyObject? = nil
  ) throws(PilotError) {
    let defaults = ["TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin"]
    pty = try PseudoTerminal(size: size)
    terminal = VirtualTerminal(size: size)
    initialSettings = pty.settings
    self.patience = patience
    self.belongings = belongings
    job = try Job(
      path, arguments, environment: defaults.merging(environment) { $1 }, directory: directory, in: pty)
    while process == 0 {
      guard let report = job.nextReport() else { throw .system("follow \(path)", ECHILD) }
      if case .notStarted(let code) = report { throw .notStarted(path, code: code) }
      take(report)
    }
  }

  /// The program's screen now.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cells.
  public var screen: ScreenContents { terminal.contents }

  /// The program's peak memory so far, in bytes; `nil` once it has ended.
  ///
  /// - Complexity: O(1): the kernel's status of a process has some fifty lines.
  public var peakMemory: Int? {
    // The kernel's figure after the end includes the memory of this process when it started the program.
    guard ending == nil, let file = fopen("/proc/\(process)/status", "r") else { return nil }
    defer { fclose(file) }
    var (line, capacity): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
    defer { free(line) }
    while getline(&line, &capacity, file) > 0, let line {
      let words = String(cString: line).split { $0 == "\t" || $0 == " " }
      if words.count > 1, words[0] == "VmHWM:" { return Int(words[1]).map { $0 * 1_024 } }
    }
    return nil
  }

  /// The terminal's settings now.
  public var settings: TerminalSettings? { pty.settings }

  /// The changes to the terminal that the program has not reverted, in words: modes that are on, settings that differ.
  ///
  /// Empty after a clean end.
  public var leftovers: [String] {
    terminal.state.leftovers + (settings == initialSettings ? [] : ["settings"])
  }

  // MARK: - Input

  /// Sends an input event to the program.
  ///
  /// - Throws: ``PilotError`` when the program has ended, does not read its input or has not requested such an event.
  public func send(_ event: Event) throws(PilotError) {
    let encoding = KeyEncoding(state: terminal.state)
    switch event {
    case .key(let key): try send(encoding.bytes(for: key))
    case .paste(let text): try send(encoding.bytes(pasting: text))
    case .mouse(let mouse):
      guard let bytes = encoding.bytes(for: mouse) else { throw .notAsked("mouse events") }
      try send(bytes)
    case .focus(let isFocused):
      guard terminal.state.isOn(.focusReports) else { throw .notAsked("focus reports") }
      try send(Array((isFocused ? "\u{1B}[I" : "\u{1B}[O").utf8))
    case .resize(let size):
      terminal.resize(to: size)
      pty.resize(to: size)
    }
  }

  /// Sends bytes unchanged.
  ///
  /// - Throws: ``PilotError`` when the program has ended or does not read its input.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public func send(_ bytes: [UInt8]) throws(PilotError) {
    var rest = bytes[...]
    let deadline = Self.now + UInt64(patience.nanoseconds)
    while !rest.isEmpty {
      rest = rest.dropFirst(pty.write(rest))
      if rest.isEmpty { return }
      if let ending { throw .ended(ending, waitingFor: "it to read its input", screen: screen) }
      guard pump(until: deadline, wantsToWrite: true) else { throw .timeout("it to read its input", screen: screen) }
    }
  }

  /// Sends a signal to the program.
  public func signal(_ number: Int32) {
    if ending == nil { kill(process, number) }
  }

  /// Brings a stopped program back into the foreground, as a shell's `fg` does.
  public func resume() {
    stopSignal = nil
    job.resume()
  }

  /// Restores the terminal's settings, as a shell does when a job has stopped.
  public func restoreSettings() {
    pty.restore(initialSettings)
  }

  /// Closes the terminal under the program, as when a window is closed or a connection is lost.
  public func hangUp() {
    pty.close()
    hasReadAll = true
  }

  // MARK: - Waiting

  /// Lets the program run until `condition` holds for its screen.
  ///
  /// - Throws: ``PilotError`` when the condition does not hold in time, or the program ends.
  public func waitUntil(_ what: String, _ condition: (ScreenContents) -> Bool) throws(PilotError) {
    try waitUntil(what, within: patience) { condition($0.screen) }
  }

  /// Lets the program run until `condition` holds for this pilot.
  ///
  /// Use it for conditions that are cheaper than a whole screen or do not depend on the screen. The condition is not
  /// checked during a synchronized update.
  ///
  /// - Throws: ``PilotError`` when the condition does not hold in time, or the program ends.
  public func waitUntil(
    _ what: String, within duration: Duration, _ condition: (ProgramPilot) -> Bool
  ) throws(PilotError) {
    let deadline = Self.now + UInt64(duration.nanoseconds)
    while terminal.state.isOn(.synchronizedUpdate) || !condition(self) {
      if let ending, hasReadAll {
        if condition(self) { return }
        throw .ended(ending, waitingFor: what, screen: screen)
      }
      guard pump(until: deadline) else {
        FailurePicture.keep(screen, of: what)
        throw .timeout(what, screen: screen)
      }
    }
  }

  /// Waits for the program to end, and reads all of its output.
  ///
  /// - Returns: The way in which the program ended.
  /// - Throws: ``PilotError/timeout(_:screen:)`` when the program does not end in time.
  @discardableResult
  public func waitForEnd() throws(PilotError) -> TerminationStatus {
    let deadline = Self.now + UInt64(patience.nanoseconds)
    while true {
      if let ending, hasReadAll { return ending }
      guard pump(until: deadline) else { throw .timeout("it to end", screen: screen) }
    }
  }

  /// Waits until Ctrl-Z or a signal has stopped the program.
  ///
  /// - Returns: The number of the signal that stopped the program.
  /// - Throws: ``PilotError`` when the program does not stop in time, or ends.
  @discardableResult
  public func waitForStop() throws(PilotError) -> Int32 {
    let deadline = Self.now + UInt64(patience.nanoseconds)
    while true {
      if let stopSignal {
        // The program's output before the stop is in the terminal's buffer by now.
        while pump(until: Self.now + 1_000_000) {}
        return stopSignal
      }
      if let ending { throw .ended(ending, waitingFor: "it to stop", screen: screen) }
      guard pump(until: deadline) else { throw .timeout("it to stop", screen: screen) }
    }
  }

  /// Waits until there has been no output for `duration`.
  ///
  /// Use it only for measurements, where the end of an answer is not visible. A test should wait for something visible.
  ///
  /// - Returns: `false` when the program was not silent within the pilot's patience.
  @discardableResult
  public func waitForSilence(of duration: Duration) -> Bool {
    let limit = Self.now + UInt64(patience.nanoseconds)
    let silence = UInt64(duration.nanoseconds)
    let begin = Self.now
    while Self.now < limit {
      let end = max(lastOutputAt, begin) + silence
      if Self.now >= end || hasReadAll { return true }
      _ = pump(until: end)
    }
    return false
  }

  /// Nanoseconds of the monotonic clock.
  public static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Reads the program's next output or a report of its end.
  ///
  /// Returns `false` when neither arrived before the deadline.
  private func pump(until deadline: UInt64, wantsToWrite: Bool = false) -> Bool {
    var descriptors = [
      pollfd(fd: hasReadAll ? -1 : pty.descriptor, events: Int16(POLLIN | (wantsToWrite ? POLLOUT : 0)), revents: 0),
      pollfd(fd: linkIsOpen ? job.link : -1, events: Int16(POLLIN), revents: 0),
    ]
    let now = Self.now
    // Rounded up, so that a wait of less than a millisecond waits.
    let milliseconds = deadline > now ? Int32(clamping: (deadline - now + 999_999) / 1_000_000) : 0
    guard poll(&descriptors, 2, milliseconds) > 0 else { return false }
    if descriptors[0].revents != 0 { readOutput() }
    if descriptors[1].revents != 0 {
      if let report = job.nextReport() { take(report) } else { linkIsOpen = false }
    }
    return true
  }

  private func readOutput() {
    switch pty.read() {
    case .bytes(let bytes):
      lastOutputAt = Self.now
      output += bytes
      terminal.write(bytes)
      let replies = terminal.takeReplies()
      if !replies.isEmpty { _ = pty.write(replies[...]) }
    case .nothingYet: break
    case .end: hasReadAll = true
    }
  }

  private func take(_ report: Job.Report) {
    switch report {
    case .started(let process, let instant): (self.process, startedAt) = (process, instant)
    // This is always the first report, which the initializer reads.
    case .notStarted: break
    case .stopped(let signal): stopSignal = signal
    case .ended(let ending): self.ending = ending
    }
  }
}
