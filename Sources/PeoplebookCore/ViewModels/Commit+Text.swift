import Glibc
import Persistence

extension Commit {
  /// Who did it, for people: `peoplebook@host`, without the number of the process.
  var authorName: String {
    author.map { $0.split(separator: ":").first.map(String.init) ?? $0 } ?? "another program"
  }

  /// `3 min ago by cron@home`; what the same program on this machine did was done by you.
  func timeAndAuthor(own: String, now: Int64 = Int64(Glibc.time(nil)) * 1000) -> String {
    let isOwn = author?.split(separator: ":").first == own.split(separator: ":").first
    return "\(Self.ago(milliseconds: now - time)) by \(isOwn ? "you" : authorName)"
  }

  /// Somebody's clock may be ahead of ours: what is still to come was just now.
  private static func ago(milliseconds: Int64) -> String {
    let minutes = milliseconds / 60_000
    return switch minutes {
    case ..<1: "just now"
    case 1..<60: "\(minutes) min ago"
    case 60..<(24 * 60): "\(minutes / 60) h ago"
    case (24 * 60)..<(48 * 60): "yesterday"
    default: "\(minutes / (24 * 60)) days ago"
    }
  }
}
