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
    let entries = try Entries<M>(after: group.first - 1, row: nil, in: connection.database)
    let records = connection.records(of: model)
    let writer = try connection.writer(of: model)
    var count = 0
    var changed: [Int] = []
    var gone: [Int] = []
    // A few at a time, so that the memory it takes does not grow with what they say. Whoever goes makes room for the ids of
    // those who come back.
    for start in stride(from: 0, to: entries.count, by: Self.batch) {
      var newcomers: [Int64: M] = [:]
      for number in start..<min(start + Self.batch, entries.count) {
        guard let change = try entries.change(number, in: group.first) else {
          continue
        }
        count += 1
        switch change.kind {
        case .insertion: newcomers[change.row] = change.after
        case .update: changed.append(number)
        case .deletion: gone.append(number)
        }
      }
      let present = try records.records(rows: newcomers.keys.sorted())
      for record in present where newcomers[record.row] != record { throw refusal(record) }
      try writer.delete(rows: present.map(\.row))
    }
    for number in changed {
      guard let change = try entries.change(number, in: group.first),
        let before = change.before, let after = change.after
      else { continue }
      guard let present = try records.record(row: change.row) else { throw refusal(before) }
      var merged = present
      guard merged.merge(before, editedFrom: after).isEmpty else { throw refusal(present) }
      try writer.update(present, to: merged)
    }
    for number in gone {
      guard
        var before = try entries.change(number, in: group.first)?.before
      else { continue }
      guard try records.record(row: before.row) == nil, try records.record(id: before.id) == nil else {
        throw refusal(before)
      }
      try writer.insert(&before)
    }
    return count
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
