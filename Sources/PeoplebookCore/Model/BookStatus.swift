import Persistence

/// Whether the book can be read.
public enum BookStatus: Hashable, Sendable {
  /// The book can be read, and every change is shown as it happens.
  case live
  /// The book cannot be read completely; the sentence has the reason and the way out.
  case unreadable(String)

  /// Whether the book may be written to: not while it cannot be read.
  public var isLive: Bool { self == .live }

  /// The sentence of a book that cannot be read.
  public var sentence: String? {
    if case .unreadable(let sentence) = self { sentence } else { nil }
  }
}

extension StoreError {
  /// Whether the book is damaged, or another one: its content cannot be trusted.
  var isOfContent: Bool {
    switch self {
    case .damaged, .gone: true
    default: false
    }
  }

  /// Whether the error concerns the book itself, rather than a request.
  var isOfBook: Bool {
    switch self {
    case .missing, .directory, .noPermission, .notABook, .foreign, .newer, .outdated, .damaged, .gone, .closed,
      .inputOutput, .failed, .noCollation:
      true
    case .readOnly, .diskFull, .locked, .refused, .noSuchRecord, .conflict, .nothingToUndo, .nothingToRedo,
      .undoConflict:
      false
    }
  }
}

extension Store {
  /// Why the book cannot be written while it is open; `nil` when it can, or when only a full disk prevents it.
  var readOnlySentence: String? { isReadOnly ? readOnlyReason?.description : nil }
}
