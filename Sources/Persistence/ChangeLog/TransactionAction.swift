/// What a transaction is for. An undo or a redo says which change it takes back, by that change's first entry in the
/// log.
enum TransactionAction: Sendable, Hashable {
  case edit
  case undo(of: Int64)
  case redo(of: Int64)
  /// Nothing to undo: upkeep, or what is left of a transaction that the log has partly pruned.
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
