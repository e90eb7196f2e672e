import Glibc
import PeoplebookCore

/// The progress of a long job, on one line of the terminal; nothing when standard error is not a terminal.
struct ProgressLine {
  private let width: Int?
  private let start = ContinuousClock.now
  private var lastShown = ContinuousClock.now
  private var isVisible = false
  /// The shortest time between two updates.
  private static let interval = Duration.milliseconds(100)

  init() {
    // A dumb terminal cannot move the cursor.
    let isDumb = getenv("TERM").map { String(cString: $0) } == "dumb"
    width = isDumb ? nil : Output.width(of: STDERR_FILENO)
  }

  /// Shows the progress, unless it was shown a moment ago.
  mutating func show(_ progress: ImportProgress) {
    guard let width, progress.people.isMultiple(of: 16) else { return }
    let now = ContinuousClock.now
    guard now - lastShown >= Self.interval else { return }
    lastShown = now
    isVisible = true
    let seconds = TimeLeft.seconds(share: progress.share, after: now - start)
    Output.status("\r" + Self.line(progress, secondsLeft: seconds, width: width) + "\u{1B}[K")
  }

  /// Clears the line.
  mutating func clear() {
    if isVisible { Output.status("\r\u{1B}[K") }
    isVisible = false
  }

  static func line(_ progress: ImportProgress, secondsLeft: Int? = nil, width: Int) -> String {
    let count = ([progress.people.people] + (secondsLeft.map { [TimeLeft.text(seconds: $0)] } ?? []))
      .joined(separator: " · ")
    guard let share = progress.share else { return String(count.prefix(max(0, width - 1))) }
    let percent = "\(Int(share * 100))%"
    let room = min(40, width - count.count - percent.count - 5)
    guard room >= 8 else { return String("\(count) \(percent)".prefix(max(0, width - 1))) }
    let filled = Int(share * Double(room))
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: room - filled)
    return "\(bar) \(percent) · \(count)"
  }
}
