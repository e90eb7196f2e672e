/// The purpose of a transaction.
///
/// An undo or a redo refers to the reversed change by its first entry in the log.
enum TransactionAction: Sendable, Hashable {
  case edit
  case undo(of: Int64)
  case redo(of: Int64)
  /// Not undoable: upkeep, or the rest of a transaction that the log has partly pruned.
  case upkeep

  var name: String {
    switch self {
    case .edit: "edit"
    case .upkeep: "upkeep"
    case .undo: "undo"
    case .redo: "redo"
    }
  }

  var target: Int64? {
    switch self {
    case .edit, .upkeep: nil
    case .undo(let target), .redo(let target): target
    }
  }
}
