import TUIKit
import TUITesting

extension ListSession {
  /// Goes to the end and back to the beginning `times` times.
  func endAndHome(times: Int) throws -> [Answer] {
    if status?.position == 1 { _ = try press(.pageDown) { $1 > $0 } }
    return try (0..<times).flatMap { _ in
      [try press(.end) { [count] in $1 >= count && $0 != $1 }, try press(.home) { $1 == 1 && $0 != 1 }]
    }
  }

  /// Types a text into the field in the last line and leaves the field; returns an answer for each character.
  func typing(_ text: String) throws -> [Answer] {
    try pilot.press("/")
    pilot.waitForSilence(of: .milliseconds(50))
    var typed = ""
    let answers = try text.map { character in
      typed.append(character)
      // A trailing blank is not visible, but the character before it is, by then.
      return try measure("“\(typed)”", { try pilot.press(character) }) {
        character == " " ? $0.lastOutputAt > $1 : lastLine.hasSuffix(typed)
      }
    }
    try pilot.press(.enter)
    pilot.waitForSilence(of: .milliseconds(50))
    return answers
  }

  /// Sends `count` keys at once, and waits for the effect of the last one.
  func burst(of count: Int) throws -> Answer {
    guard let before = status?.position else { throw NotMeasured("the list shows no position") }
    return try measure(
      "all \(count) keys", { try pilot.send(Array(repeating: UInt8(ascii: "j"), count: count)) },
      until: { _, _ in status?.position == before + count })
  }

  /// Inserts a row; the time is that of the first frame, the bytes are those of all frames.
  func insert() throws -> Answer {
    guard let before = status?.count else { throw NotMeasured("the list shows no count") }
    // Longer than any animation.
    return try measure("the new count", silence: .milliseconds(900), { try pilot.press("i") }) { _, _ in
      status?.count == before + 1
    }
  }

  /// Starts another process that inserts a row; the time is that from its start to the first frame.
  func insertion(by start: () throws -> ChildProcess) throws -> Answer {
    guard let before = status?.count else { throw NotMeasured("the list shows no count") }
    var writer: ChildProcess?
    let answer = try measure("the new count", silence: .milliseconds(900), { writer = try start() }) { _, _ in
      status?.count == before + 1
    }
    try writer?.end()
    return answer
  }

  /// The milliseconds until the status is in the last line at the new size.
  func resize(toHeight height: Int) throws -> Double {
    let answer = try measure(
      "the new size", silence: .milliseconds(100),
      { try pilot.resize(to: Size(width: ListProgram.size.width, height: height)) },
      until: { pilot, _ in pilot.terminal.line(height - 1).contains(" of ") })
    return answer.milliseconds
  }

  private var lastLine: String { pilot.terminal.line(pilot.terminal.size.height - 1) }

  /// Runs an action, measures the time until `condition` holds, and counts the bytes until the program is silent.
  ///
  /// The condition receives the time at which the action began.
  private func measure(
    _ what: String, silence: Duration = .milliseconds(20), _ action: () throws -> Void,
    until condition: (ProgramPilot, _ start: UInt64) -> Bool
  ) throws -> Answer {
    let written = pilot.terminal.bytesWritten
    let start = ProgramPilot.now
    try action()
    try pilot.waitUntil(what, within: Self.limit) { condition($0, start) }
    let time = Double(pilot.lastOutputAt - start) / 1e6
    pilot.waitForSilence(of: silence)
    return Answer(milliseconds: time, bytes: Double(pilot.terminal.bytesWritten - written))
  }
}
