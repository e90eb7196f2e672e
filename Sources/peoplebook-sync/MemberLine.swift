import PeoplebookCore
import Replication

/// A member as one line: its name, when it was last seen, its last change, and what it lacks.
///
/// Members of the same name have the beginnings of their identifiers too.
enum MemberLine {
  static func text(_ member: SharingMember, among members: [SharingMember] = []) -> String {
    let isAlone = members.allSatisfy { $0.id == member.id || $0.name != member.name }
    let name = isAlone ? member.name : "\(member.name) \(member.id.description.prefix(8))"
    var parts = [name + (member.isThisMachine ? " (this machine)" : "")]
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
