/// A transaction in the change log: its author, its time and its changes.
public struct Commit<M: Model>: Sendable, Hashable {
  /// The purpose of a commit.
  public enum Action: String, Sendable {
    /// An edit, or the reversal or repetition of one.
    case edit, undo, redo
  }

  /// The number of its first entry in the log.
  ///
  /// Later commits have higher ones.
  public let number: Int64
  /// The author; `nil` when the program did not record one.
  public let author: String?
  /// The time in milliseconds since 1970, by the clock of the program that made it.
  public let time: Int64
  /// Whether it was an edit, or the undo or the redo of one.
  public let action: Action
  /// The changes, in the order in which the records were first changed.
  public let changes: [Change<M>]

  init(_ group: EntryGroup, _ changes: [Change<M>]) {
    number = group.first
    author = group.author
    time = group.time
    action = Action(rawValue: group.action.name) ?? .edit
    self.changes = changes
  }
}

/// The change of one record in a commit.
public struct Change<M: Model>: Sendable, Hashable {
  /// The ways in which a commit changes a record.
  public enum Kind: Sendable {
    /// The record was inserted, updated or deleted.
    case insertion, update, deletion
  }

  /// The row of the record.
  public let row: Int64
  /// The record before the commit; `nil` when the commit inserted it.
  public let before: M?
  /// The record after the commit; `nil` when the commit deleted it.
  public let after: M?

  package init(row: Int64, before: M?, after: M?) {
    self.row = row
    self.before = before
    self.after = after
  }

  /// Whether the record was inserted, updated or deleted.
  public var kind: Kind {
    if before == nil { return .insertion }
    return after == nil ? .deletion : .update
  }

  /// The record after the change; for a deleted one, before it.
  public var record: M? { after ?? before }
}

/// Entries of the log that belong together: a transaction of a store, or consecutive writes of another program.
struct EntryGroup: Sendable, Equatable {
  var first: Int64
  var last: Int64
  var tx: Int64?
  var author: String?
  var time: Int64
  var action: TransactionAction

  /// The greatest time between entries without a stamp that belong together, in milliseconds.
  static let gap: Int64 = 50

  /// Whether an entry belongs to this group; entries may be passed in either direction.
  func includes(tx: Int64?, time: Int64, edge: Int64) -> Bool {
    self.tx == tx && (tx != nil || Self.areClose(edge, time))
  }

  /// Whether entries of two times may belong together.
  ///
  /// Does not overflow.
  static func areClose(_ time: Int64, _ other: Int64) -> Bool {
    let (difference, isTooLong) = other.subtractingReportingOverflow(time)
    return !isTooLong && difference.magnitude <= gap.magnitude
  }
}
