import TUIKit
import TUITesting

extension ListSession {
  /// Goes to the end and back to the beginning, so many times.
  func endAndHome(times: Int) throws -> [Answer] {
    if status?.position == 1 { _ = try press(.pageDown) { $1 > $0 } }
    return try (0..<times).flatMap { _ in
      [try press(.end) { [count] in $1 >= count && $0 != $1 }, try press(.home) { $1 == 1 && $0 != 1 }]
    }
  }

  /// Types a text into the field in the last line, and leaves it again; an answer for each character.
  func typing(_ text: String) throws -> [Answer] {
    try pilot.press("/")
    pilot.waitForSilence(of: .milliseconds(50))
    var typed = ""
    let answers = try text.map { character in
      typed.append(character)
      // A blank at the end is not to be seen; the character before it has been by then.
      return try measure("“\(typed)”", { try pilot.press(character) }) {
        character == " " ? $0.lastOutputAt > $1 : lastLine.hasSuffix(typed)
      }
    }
    try pilot.press(.enter)
    pilot.waitForSilence(of: .milliseconds(50))
    return answers
  }

  /// Sends so many keys in one piece, and waits for the last of them.
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

  /// Milliseconds until the status stands in the last line of another size.
  func resize(toHeight height: Int) throws -> Double {
    let answer = try measure(
      "the new size", silence: .milliseconds(100),
      { try pilot.resize(to: Size(width: ListProgram.size.width, height: height)) },
      until: { pilot, _ in pilot.terminal.line(height - 1).contains(" of ") })
    return answer.milliseconds
  }

  private var lastLine: String { pilot.terminal.line(pilot.terminal.size.height - 1) }

  /// Does something, takes the time until `condition` holds (it is told when that something began), and counts the bytes
  /// until the program is silent.
  private func measure(
    _ what: String, silence: Duration = .milliseconds(20), _ action: () throws -> Void,
    until condition: (ProgramPilot, _ start: UInt64) -> Bool
  ) throws -> Answer {
    let written = pilot.terminal.bytesWritten
    let start = ProgramPilot.now
    try action()
    try pilot.waitUntil(what, within: .seconds(10)) { condition($0, start) }
    let time = Double(pilot.lastOutputAt - start) / 1e6
    pilot.waitForSilence(of: silence)
    return Answer(milliseconds: time, bytes: Double(pilot.terminal.bytesWritten - written))
  }
}
