/// The author and the time of a change, in words.
struct ChangeOrigin {
  /// The signature of the program that made it; `nil` or empty for a program that left no name.
  let author: String?
  /// Milliseconds since 1970.
  let time: Int64

  /// The author without the number of the process.
  private var authorName: String {
    author?.split(separator: ":").first.map(String.init) ?? "another program"
  }

  /// `you` for the program on this machine that signs with `own`, else the author's name.
  ///
  /// The signatures of other machines that share the book have no number of a process.
  func authorText(own: String) -> String {
    let isHere = author?.contains(":") == own.contains(":")
    return isHere && author?.split(separator: ":").first == own.split(separator: ":").first ? "you" : authorName
  }

  /// The same, and `you in another program` for another process of it: where the change contradicts one made here.
  func otherAuthorText(own: String) -> String {
    let text = authorText(own: own)
    return text == "you" && author != own ? "you in another program" : text
  }

  /// `3 min ago`.
  ///
  /// A time in the future, from a clock that is ahead, is `just now`.
  func timeText(now: Int64 = LocalTime.now) -> String {
    let (past, isOverflow) = now.subtractingReportingOverflow(time)
    let minutes = (isOverflow ? 0 : past) / 60_000
    return switch minutes {
    case ..<1: "just now"
    case 1..<60: "\(minutes) min ago"
    case 60..<(24 * 60): "\(minutes / 60) h ago"
    case (24 * 60)..<(48 * 60): "yesterday"
    default: "\(minutes / (24 * 60)) days ago"
    }
  }
}
