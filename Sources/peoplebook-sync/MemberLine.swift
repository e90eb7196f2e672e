import PeoplebookCore
import Replication

/// A member as one line: its name, its last change, and what it lacks.
enum MemberLine {
  static func text(_ member: SharingMember) -> String {
    var parts = [member.name + (member.isThisMachine ? " (this machine)" : "")]
    let lastChange = UTCTime(milliseconds: member.lastChange).text
    parts.append(member.lastChange == 0 ? "no change yet" : "last change \(lastChange)")
    if !member.isThisMachine {
      parts.append(member.missing == 0 ? "has everything" : "missing entries: \(member.missing)")
    }
    return parts.joined(separator: "\t")
  }
}
