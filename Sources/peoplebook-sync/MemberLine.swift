import PeoplebookCore
import Replication

/// A member as one line: its name, when it was last seen, its last change, and what it lacks.
enum MemberLine {
  static func text(_ member: SharingMember) -> String {
    var parts = [Messages.sanitized(member.name) + (member.isThisMachine ? " (this machine)" : "")]
    parts.append(member.lastSeen == 0 ? "not seen yet" : "last seen \(UTCTime(milliseconds: member.lastSeen).text)")
    parts.append(
      member.lastChange == 0 ? "no change yet" : "last change \(UTCTime(milliseconds: member.lastChange).text)")
    if !member.isThisMachine {
      let missing = Int(member.missing).counted("entry", "entries")
      parts.append(member.missing == 0 ? "has everything" : "lacks at most \(missing)")
    }
    return parts.joined(separator: "\t")
  }
}
