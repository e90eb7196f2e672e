import FoundationEssentials
import Glibc
import TUIKit
import TUITesting

/// A program that shows a list and says `POSITION of COUNT` at the bottom: ours, or the one written in C.
@MainActor
struct ListProgram {
  var name: String
  var path: String
  var arguments: [String] = []
  var environment: [String: String] = [:]
  var count: Int
  var size = Self.size

  static let size = Size(width: 120, height: 40)

  /// - Parameter count: The number of rows that it has by now, if that is not ``count``.
  func start(count: Int? = nil) throws -> ListSession {
    let pilot = try ProgramPilot(path, arguments, environment: environment, size: size, patience: .seconds(120))
    return ListSession(pilot: pilot, count: count ?? self.count)
  }

  /// A program that was built beside this one.
  static func sibling(_ name: String) throws -> String {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let path = own.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/\(name)"
    guard FileManager.default.isExecutableFile(atPath: path) else { throw NotMeasured("\(path) was not built") }
    return path
  }
}

/// A list program that runs, watched from outside.
@MainActor
struct ListSession {
  let pilot: ProgramPilot
  let count: Int

  /// The time after which a key that has not been answered is given up.
  static let limit: Duration = .seconds(10)

  /// The position and the count that the program shows near the bottom of the screen; `nil` while it shows none.
  var status: (position: Int, count: Int)? {
    let height = pilot.terminal.size.height
    for y in ((height - 3)..<height).reversed() {
      let words = pilot.terminal.line(y).split(separator: " ")
      guard let of = words.firstIndex(of: "of"), of > 0, of + 1 < words.count,
        let position = Int(words[of - 1].filter { $0 != "," }), let count = Int(words[of + 1].filter { $0 != "," })
      else { continue }
      return (position, count)
    }
    return nil
  }

  private var isFull: Bool {
    guard let status, status.position == 1, status.count == count else { return false }
    let height = pilot.terminal.size.height
    return (0..<height).count { !pilot.terminal.line($0).isEmpty } >= min(count, height * 2 / 3)
  }

  /// Milliseconds from exec to the arrival of the bytes that fill the first screen.
  func waitForFirstScreen(within limit: Duration = .seconds(120)) throws -> Double {
    try pilot.waitUntil("a full screen of \(count) people", within: limit) { _ in isFull }
    return Double(pilot.lastOutputAt - pilot.startedAt) / 1e6
  }

  struct Answer {
    var milliseconds: Double
    var bytes: Double
  }

  /// Presses a key and takes the time until the bytes have arrived that show the new position; then waits until the
  /// program is silent, and counts all that it wrote.
  func press(_ key: KeyEvent.Key, expecting isExpected: (_ old: Int, _ new: Int) -> Bool) throws -> Answer {
    guard let before = status?.position else { throw NotMeasured("the list shows no position") }
    let written = pilot.terminal.bytesWritten
    let start = ProgramPilot.now
    try pilot.press(key)
    try pilot.waitUntil("the list to answer", within: Self.limit) { _ in
      status.map { isExpected(before, $0.position) } ?? false
    }
    let time = Double(pilot.lastOutputAt - start) / 1e6
    pilot.waitForSilence(of: .milliseconds(20))
    return Answer(milliseconds: time, bytes: Double(pilot.terminal.bytesWritten - written))
  }

  /// Presses down `times` times.
  func down(times: Int) throws -> [Answer] {
    try (0..<times).map { _ in try press(.down) { $1 == $0 + 1 } }
  }

  /// Turns `times` pages, from the top again when the end is near.
  func pageDown(times: Int) throws -> [Answer] {
    try (0..<times).map { _ in
      if let position = status?.position, position + 2 * pilot.terminal.size.height > count {
        _ = try press(.home) { $1 == 1 && $0 != 1 }
      }
      return try press(.pageDown) { $1 > $0 }
    }
  }

  /// The most memory that the program has had, in MB; `nan` when it has ended.
  var peakMemory: Double {
    (ProcessFigures.value(of: "VmHWM", in: "/proc/\(pilot.process)/status") ?? .nan) / 1024
  }

  /// How often the program woke up, and how much it wrote, in ten seconds, counted from seven seconds after the last
  /// event.
  ///
  /// - Throws: ``NotMeasured`` when the program has ended.
  func rest() throws -> (wakeUps: Double, bytes: Double) {
    ProcessFigures.sleep(seconds: 7)
    pilot.waitForSilence(of: .milliseconds(1))
    let bytes = pilot.terminal.bytesWritten
    let wakeUps = try ProcessFigures.contextSwitches(of: pilot.process, seconds: 10)
    pilot.waitForSilence(of: .milliseconds(1))
    return (Double(wakeUps), Double(pilot.terminal.bytesWritten - bytes))
  }

  func quit() throws {
    try pilot.press("q")
    try pilot.waitForEnd()
  }
}
