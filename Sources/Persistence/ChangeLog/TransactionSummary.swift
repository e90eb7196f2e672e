/// What a transaction did, in short: however large it was, only a few of its changes are read.
public struct TransactionSummary<M: Model>: Sendable, Hashable, Identifiable {
  /// Identifies the transaction to ``Store/undo(transaction:author:monitor:)`` and
  /// ``Store/redo(transaction:author:monitor:)``.
  public let number: Int64
  /// Who made it; `nil` for a program that left no name.
  public let author: String?
  /// Milliseconds since 1970, by the clock of the program that made it.
  public let time: Int64
  /// Whether this store has made it since it was opened.
  public let isOwn: Bool
  /// How many records it inserted, updated and deleted.
  public let insertions, updates, deletions: Int
  /// The first of its changes, in the order in which they were made.
  public let changes: [Change<M>]

  /// ``number``.
  public var id: Int64 { number }
  /// How many records it changed.
  public var count: Int { insertions + updates + deletions }

  /// What was done to the records, when the same was done to all of them.
  public var kind: Change<M>.Kind? {
    switch count {
    case insertions: .insertion
    case updates: .update
    case deletions: .deletion
    default: nil
    }
  }
}

/// The transactions that an undo or a redo considers.
public enum UndoScope: Sendable, Hashable {
  /// Those that this store has made since it was opened.
  case own
  /// Those of all programs.
  case anyone
}
