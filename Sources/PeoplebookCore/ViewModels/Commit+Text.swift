import Glibc
import Persistence

extension Commit {
  /// The author as the screen shows it: `peoplebook@host`, without the process number.
  var authorName: String { ChangeOrigin(author: author, time: time).authorName }

  /// `you` for the program on this machine that signs with `own`, else the author's name.
  func authorText(own: String) -> String { ChangeOrigin(author: author, time: time).authorText(own: own) }

  /// `3 min ago by cron@home`; changes of the same program on this machine are by you.
  func timeAndAuthor(own: String) -> String {
    let origin = ChangeOrigin(author: author, time: time)
    return "\(origin.timeText()) by \(origin.authorText(own: own))"
  }
}

/// The author and the time of a change, in words.
struct ChangeOrigin {
  /// The signature of the program that made it; `nil` for a program that left no name.
  let author: String?
  /// Milliseconds since 1970.
  let time: Int64

  /// The author without the number of the process.
  var authorName: String {
    author.map { $0.split(separator: ":").first.map(String.init) ?? $0 } ?? "another program"
  }

  /// `you` for the program on this machine that signs with `own`, else the author's name.
  func authorText(own: String) -> String {
    author?.split(separator: ":").first == own.split(separator: ":").first ? "you" : authorName
  }

  /// `3 min ago`.
  ///
  /// A time in the future, from a clock that is ahead, is `just now`.
  func timeText(now: Int64 = Int64(Glibc.time(nil)) * 1000) -> String {
    let minutes = (now - time) / 60_000
    return switch minutes {
    case ..<1: "just now"
    case 1..<60: "\(minutes) min ago"
    case 60..<(24 * 60): "\(minutes / 60) h ago"
    case (24 * 60)..<(48 * 60): "yesterday"
    default: "\(minutes / (24 * 60)) days ago"
    }
  }
}
