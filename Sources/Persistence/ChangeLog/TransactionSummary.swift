/// A summary of a transaction: only a few of its changes are read, however large it is.
public struct TransactionSummary<M: Model>: Sendable, Hashable, Identifiable {
  /// Identifies the transaction to ``Store/undo(transaction:author:monitor:)`` and
  /// ``Store/redo(transaction:author:monitor:)``.
  public let number: Int64
  /// The author; `nil` when the program did not record one.
  public let author: String?
  /// The time in milliseconds since 1970, by the clock of the program that made it.
  public let time: Int64
  /// Whether this store has made it since it was opened.
  public let isOwn: Bool
  /// The numbers of inserted, updated and deleted records.
  public let insertions, updates, deletions: Int
  /// The first of its changes, in the order in which they were made.
  public let changes: [Change<M>]

  /// ``number``.
  public var id: Int64 { number }
  /// The number of changed records.
  public var count: Int { insertions + updates + deletions }

  /// The kind of all changes, if they are of one kind.
  public var kind: Change<M>.Kind? {
    switch count {
    case insertions: .insertion
    case updates: .update
    case deletions: .deletion
    default: nil
    }
  }
}

/// A transaction of the log that is not the undo or the redo of another one.
public struct LoggedEdit: Sendable, Hashable {
  /// Identifies the transaction; ``TransactionSummary/number``.
  public let number: Int64
  /// Whether it was undone, and not redone since.
  public let isUndone: Bool
}

/// The transactions that an undo or a redo considers.
public enum UndoScope: Sendable, Hashable {
  /// Transactions that this store has made since it was opened.
  case own
  /// Transactions of all programs.
  case anyone
}
