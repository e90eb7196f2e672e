import Persistence

/// Whether the book can be read.
public enum BookStatus: Hashable, Sendable {
  /// It can, and every change is shown as it happens.
  case live
  /// It cannot, or not all of it; the sentence says why, and what to do.
  case unreadable(String)

  /// Whether something may be written: not to a book that cannot be read.
  public var isLive: Bool { self == .live }

  /// The sentence of a book that cannot be read.
  public var sentence: String? {
    if case .unreadable(let sentence) = self { sentence } else { nil }
  }
}

extension StoreError {
  /// Whether the book itself is at fault, rather than what was asked of it.
  var isOfBook: Bool {
    switch self {
    case .missing, .directory, .noPermission, .notABook, .foreign, .newer, .outdated, .damaged, .gone, .closed,
      .inputOutput:
      true
    case .readOnly, .diskFull, .locked, .refused, .noSuchRecord, .conflict, .nothingToUndo, .nothingToRedo,
      .undoConflict:
      false
    }
  }
}
