/// The transactions of the log that are in force: the latest undo or redo of a transaction decides.
///
/// A transaction that was undone can be redone until something else is changed. A transaction with only erased
/// records is passed over.
struct UndoLog {
  let database: Database

  enum Direction: Sendable {
    case undo
    case redo
  }

  struct Candidate: Equatable {
    /// The transaction, by its first entry.
    var edit: Int64
    /// The entries to reverse: the transaction, its latest redo, or its latest undo.
    var group: EntryGroup
  }

  /// The last edits before another one, the newest first.
  ///
  /// - Parameters:
  ///   - row: Considers only edits of this row.
  ///   - number: The edit that follows them; `.max` begins with the last one.
  ///   - limit: The number of edits.
  /// - Complexity: O(*k* log *n* + *t*) for *k* edits of a log with *n* entries and *t* transactions.
  func edits(of row: Int64?, before number: Int64, limit: Int) throws(StoreError) -> [LoggedEdit] {
    guard limit > 0 else { return [] }
    var numbers: [Int64] = []
    let log = LogReader(database: database)
    try log.groups(before: number, ofRow: row) { (group) throws(StoreError) in
      if case .edit = group.action, try !log.isErased(group) { numbers.append(group.first) }
      return numbers.count < limit
    }
    var isUndone: [Int64: Bool] = [:]
    try database.each(
      """
      SELECT target, action FROM tx
      WHERE action IN ('undo', 'redo') AND target IN (SELECT value FROM json_each(?)) ORDER BY id
      """, [.numbers(numbers)]
    ) { isUndone[$0.integer(0)] = $0.text(1) == "undo" }
    return numbers.map { LoggedEdit(number: $0, isUndone: isUndone[$0] ?? false) }
  }

  /// The last transaction that is in force.
  ///
  /// - Parameters:
  ///   - own: Considers only these, by their numbers in the table of transactions; `nil` considers all.
  ///   - excluded: Transactions to pass over, by their first entries.
  func nextUndo(of own: Set<Int64>?, excluding excluded: Set<Int64> = []) throws(StoreError) -> Candidate? {
    let oldest = own.map { $0.min() ?? .max }
    var latest: [Int64: EntryGroup] = [:]
    var found: Candidate?
    let log = LogReader(database: database)
    try log.groups { (group) throws(StoreError) in
      if let oldest, group.tx ?? oldest < oldest { return false }
      switch group.action {
      case .undo(let target), .redo(let target):
        if latest[target] == nil { latest[target] = group }
      case .upkeep: break
      case .edit:
        guard own.map({ group.isOne(of: $0) }) ?? true, !excluded.contains(group.first) else { break }
        if let last = latest[group.first] {
          if case .redo = last.action { found = Candidate(edit: group.first, group: last) }
        } else {
          found = Candidate(edit: group.first, group: group)
        }
        if let last = found?.group, try log.isErased(last) { found = nil }
      }
      return found == nil
    }
    return found
  }

  /// The transaction that was undone last, unless something else was changed since; an undo that had nothing to change
  /// is passed over.
  ///
  /// - Parameter own: Considers only undos and changes of these; `nil` considers all.
  func nextRedo(of own: Set<Int64>?) throws(StoreError) -> Candidate? {
    let oldest = own.map { $0.min() ?? .max }
    var seen: Set<Int64> = []
    var found: Candidate?
    let log = LogReader(database: database)
    try log.groups { (group) throws(StoreError) in
      if let oldest, group.tx ?? oldest < oldest { return false }
      let isConsidered = own.map { group.isOne(of: $0) } ?? true
      switch group.action {
      case .edit: return !isConsidered
      case .upkeep: return true
      case .redo(let target):
        seen.insert(target)
        return true
      case .undo(let target):
        guard seen.insert(target).inserted, isConsidered, try log.hasRecords(group) else { return true }
        found = Candidate(edit: target, group: group)
        return false
      }
    }
    return found
  }

  /// One transaction, and the entries to reverse; `nil` when it is not in the log, not in that state, or erased.
  ///
  /// - Parameter number: Its first entry.
  func candidate(_ number: Int64, for direction: Direction) throws(StoreError) -> Candidate? {
    var latest: EntryGroup?
    var edit: EntryGroup?
    let log = LogReader(database: database)
    try log.groups { (group) in
      switch group.action {
      case .undo(number), .redo(number):
        if latest == nil { latest = group }
      case .edit where group.first == number: edit = group
      default: break
      }
      return group.first > number
    }
    let found: EntryGroup?
    switch (direction, latest?.action) {
    case (.undo, nil): found = edit
    case (.undo, .redo), (.redo, .undo): found = latest
    default: found = nil
    }
    guard edit != nil, let found, try !log.isErased(found) else { return nil }
    return Candidate(edit: number, group: found)
  }
}

extension EntryGroup {
  /// Whether it is one of some transactions, which the table of transactions numbers.
  func isOne(of transactions: Set<Int64>) -> Bool {
    tx.map(transactions.contains) ?? false
  }
}
