import Glibc
import TUITesting

/// abook, which shows an address book.
@MainActor
struct AbookSession {
  static let path = "/usr/bin/abook"

  let pilot: ProgramPilot

  init(addresses: String, home: String) throws {
    pilot = try ProgramPilot(
      Self.path, ["--datafile", addresses], environment: ["HOME": home], size: ListProgram.size,
      patience: .seconds(60))
  }

  /// Milliseconds from exec to the arrival of the bytes that fill the first screen; `nil` after the limit.
  func waitForFirstScreen(within limit: Duration) throws -> Double? {
    do {
      try pilot.waitUntil("the first screen of abook", within: limit) { pilot in
        (0..<ListProgram.size.height).count { pilot.terminal.line($0).contains("@") } > 10
      }
    } catch PilotError.timeout {
      return nil
    }
    return Double(pilot.lastOutputAt - pilot.startedAt) / 1e6
  }

  func quit() throws {
    // It may ask whether it should forget what it has not saved.
    try pilot.type("Qy")
    try pilot.waitForEnd()
  }
}
