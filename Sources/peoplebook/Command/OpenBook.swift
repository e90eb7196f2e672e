import PeoplebookCore
import Persistence
import TUIKit

/// Opening the book for a verb.
enum OpenBook {
  /// Opens the named book, or the user's own.
  ///
  /// - Parameter create: Whether the verb may create a missing book. The user's own is always created.
  @MainActor
  static func open(_ arguments: Arguments, create: Bool) throws(Failure) -> Store {
    let path = try BookPath.path(arguments)
    return try open(at: path, create: create || !arguments.has(.book), author: arguments.last(.author))
  }

  @MainActor private static var opened: Store?

  /// Closes a verb's book, so that SQLite's files beside it are deleted.
  @MainActor
  static func close() async {
    await opened?.close()
    opened = nil
  }

  @MainActor
  static func open(at path: String, create: Bool, author: String? = nil) throws(Failure) -> Store {
    do {
      let store = try Book.open(at: path, create: create, author: author.flatMap { $0.isEmpty ? nil : $0 })
      opened = store
      return store
    } catch {
      throw Failure(status: .book, message: error.description)
    }
  }
}

extension Failure {
  /// Converts any error to a sentence and an exit status.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as PersonLookupError: self.init(error)
    case let error as StoreError: self.init(status: Self.status(of: error), message: error.labelled.description)
    case let error as PeopleFile.Refusal: self.init(status: .usage, message: error.description)
    case let error as UnknownEncoding: self.init(status: .usage, message: error.description)
    case let error as ColumnMappingError: self.init(status: .usage, message: error.description)
    case let error as ImportError: self.init(status: .failed, message: error.description)
    case let error as FormatError: self.init(status: .failed, message: error.description)
    case let error as FileAccessError: self.init(status: .failed, message: error.description)
    case let error as BirthdayError: self.init(status: .usage, message: error.description)
    case let error as TerminalError: self.init(status: .failed, message: error.description)
    default: self.init(status: .failed, message: "Something went wrong: \(error).")
    }
  }

  private static func status(of error: StoreError) -> ExitStatus {
    switch error {
    case .noSuchRecord: .noMatch
    case .conflict, .nothingToUndo, .nothingToRedo, .undoConflict, .refused, .diskFull, .readOnly: .failed
    default: .book
    }
  }
}
