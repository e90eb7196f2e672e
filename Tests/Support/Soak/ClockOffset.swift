import FoundationEssentials
import Glibc

/// The offset of the calendar's clock of all programs of a run.
final class ClockOffset {
  private let file: String
  private let library: String
  private(set) var seconds: Double = 0

  /// - Parameter library: `ClockOffset.c`, compiled.
  init(library: String, in folder: String) throws {
    self.library = library
    file = "\(folder)/clock"
    guard access(library, R_OK) == 0 else { throw SoakFailure("\(library) is missing: “make soak” compiles it.") }
    try Data(count: 8).write(to: URL(filePath: file))
  }

  var environment: [String: String] { ["LD_PRELOAD": library, "CLOCK_OFFSET": file] }

  /// Moves the clock of programs that run, too.
  func jump(to seconds: Double) throws {
    self.seconds = seconds
    var offset = Int64(seconds * 1_000_000_000)
    let descriptor = Glibc.open(file, O_WRONLY)
    defer { close(descriptor) }
    guard pwrite(descriptor, &offset, 8, 0) == 8 else { throw SoakFailure("The clock's file cannot be written.") }
  }
}
