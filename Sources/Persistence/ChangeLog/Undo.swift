/// Takes whole transactions back, whoever made them, and does them again.
///
/// The log knows which edits are in force: the latest undo or redo of an edit says. An edit that has been undone can be
/// redone until somebody edits anew.
struct Undo {
  let connection: Connection

  struct Candidate: Equatable {
    /// The edit, by its first entry.
    var edit: Int64
    /// The transaction that is to be taken back: the edit, its latest redo, or its latest undo.
    var group: EntryGroup
  }

  /// The last edit that is in force.
  static func nextUndo(in database: Database) throws(StoreError) -> Candidate? {
    var latest: [Int64: EntryGroup] = [:]
    var found: Candidate?
    try LogReader(database: database).groups { (group) in
      switch group.action {
      case .undo(let target), .redo(let target):
        if latest[target] == nil { latest[target] = group }
        return true
      case .upkeep: return true
      case .edit:
        guard let last = latest[group.first] else {
          found = Candidate(edit: group.first, group: group)
          return false
        }
        if case .redo = last.action {
          found = Candidate(edit: group.first, group: last)
          return false
        }
        return true
      }
    }
    return found
  }

  /// The edit that was undone last, if nobody has edited since.
  static func nextRedo(in database: Database) throws(StoreError) -> Candidate? {
    var redone: Set<Int64> = []
    var found: Candidate?
    try LogReader(database: database).groups { (group) in
      switch group.action {
      case .edit: return false
      case .upkeep: return true
      case .redo(let target):
        redone.insert(target)
        return true
      case .undo(let target):
        guard redone.contains(target) else {
          found = Candidate(edit: target, group: group)
          return false
        }
        redone.remove(target)
        return true
      }
    }
    return found
  }

  /// Takes back what a group has done to records of a model; returns how many there were.
  ///
  /// - Throws: ``StoreError/cannotUndo(reason:)`` when a later change depends on it.
  func takeBack<M: Model>(_ group: EntryGroup, of model: M.Type) throws(StoreError) -> Int {
    let changes = try LogReader(database: connection.database).changes(of: model, in: group)
    let records = connection.records(of: model)
    let writer = try connection.writer(of: model)
    // Whoever goes makes room for the ids of those who come back.
    for start in stride(from: 0, to: changes.count, by: Self.batch) {
      let newcomers = changes[start..<min(start + Self.batch, changes.count)].filter { $0.before == nil }
      let expected = Dictionary(newcomers.map { ($0.row, $0.after) }) { $1 }
      let present = try records.records(rows: newcomers.map(\.row))
      for record in present where expected[record.row] != record { throw refusal(record) }
      try writer.delete(rows: present.map(\.row))
    }
    for change in changes {
      guard let before = change.before, let after = change.after else { continue }
      guard let present = try records.record(row: change.row) else { throw refusal(before) }
      var merged = present
      guard merged.merge(before, editedFrom: after).isEmpty else { throw refusal(present) }
      try writer.update(present, to: merged)
    }
    for change in changes where change.after == nil {
      guard var before = change.before else { continue }
      guard try records.record(row: change.row) == nil, try records.record(id: before.id) == nil else {
        throw refusal(before)
      }
      try writer.insert(&before)
    }
    return changes.count
  }

  private static let batch = 512

  private func refusal<M: Model>(_ record: M) -> StoreError {
    let name = M.table.searchText(record).first { !$0.isEmpty } ?? record.id
    return .cannotUndo(reason: "\(name) has been changed since")
  }
}

/// What an undo or a redo has taken back or done again.
public struct Reversal: Sendable, Hashable {
  /// Who had made the change; nil: another program.
  public let author: String?
  /// When, in milliseconds since 1970.
  public let time: Int64
  /// How many records were concerned.
  public let count: Int
}
