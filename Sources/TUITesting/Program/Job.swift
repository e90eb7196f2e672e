import CVTerm
import Glibc

/// A program that runs in a terminal under a small shell.
///
/// The shell reports when the program starts, stops and ends.
final class Job {
  enum Report {
    case started(process: pid_t, at: UInt64)
    case notStarted(code: Int32)
    case stopped(signal: Int32)
    case ended(TerminationStatus)
  }

  /// The descriptor from which reports are read; readable when there is one.
  let link: Int32
  private let shell: pid_t

  /// - Parameter environment: The whole environment of the program; nothing is inherited.
  init(
    _ path: String, _ arguments: [String], environment: [String: String], directory: String?,
    in terminal: PseudoTerminal
  ) throws(PilotError) {
    var link: Int32 = -1
    let entries = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let shell = Self.withStrings([path] + arguments) { arguments in
      Self.withStrings(entries) { cvterm_start(terminal.path, path, arguments, $0, directory, &link) }
    }
    guard shell > 0 else { throw .system("fork", errno) }
    self.link = link
    self.shell = shell
  }

  deinit {
    // The shell ends when its link is closed, and kills a program that still runs.
    close(link)
    var status: Int32 = 0
    while waitpid(shell, &status, 0) < 0, errno == EINTR {}
  }

  /// The next report, which must be there or about to arrive; `nil` when the shell has ended.
  func nextReport() -> Report? {
    var report = CVTermReport()
    var count = 0
    repeat { count = read(link, &report, MemoryLayout<CVTermReport>.size) } while count < 0 && errno == EINTR
    guard count == MemoryLayout<CVTermReport>.size else { return nil }
    switch Int(report.kind) {
    case Int(CVTERM_STARTED): return .started(process: report.value, at: UInt64(report.time))
    case Int(CVTERM_NOT_STARTED): return .notStarted(code: report.value)
    case Int(CVTERM_STOPPED): return .stopped(signal: report.value)
    case Int(CVTERM_EXITED): return .ended(.exited(report.value))
    default: return .ended(.killed(signal: report.value))
    }
  }

  /// Brings a stopped program back into the foreground.
  func resume() {
    var command = UInt8(CVTERM_CONTINUE)
    _ = write(link, &command, 1)
  }

  /// Passes the strings to C as an array of pointers that ends with a null pointer.
  private static func withStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let copies: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
    defer { for copy in copies { free(copy) } }
    return copies.withUnsafeBufferPointer { buffer in
      // Only an empty array may have no address, and this one has its end at least.
      guard let pointers = buffer.baseAddress else { preconditionFailure("the array contains a null pointer at least") }
      return body(pointers)
    }
  }
}
