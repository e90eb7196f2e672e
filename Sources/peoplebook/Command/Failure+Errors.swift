import PeoplebookCore
import Persistence
import TUIKit

/// The errors of the libraries as this command reports them.
///
/// A library says what is wrong in its own terms. The verb or option that helps is added here.
extension Failure {
  /// Converts any error to a sentence and an exit status.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as PersonLookupError: self.init(error)
    case let error as StoreError:
      self.init(
        Self.status(of: error), error.labelled, error.needsOtherBook ? "Use --book to name another one." : nil)
    case let error as PeopleFile.Refusal: self.init(.usage, error)
    case let error as UnknownEncoding: self.init(.usage, error)
    case let error as ColumnMappingError: self.init(.usage, error)
    case let error as ImportError:
      self.init(.failed, error, error.isPartial ? "“peoplebook log” lists what it has changed." : nil)
    case let error as DistinctPeopleError:
      self.init(.failed, error, "“peoplebook merge --same” merges them anyway.")
    case let error as FormatError: self.init(.failed, error)
    case let error as FileAccessError: self.init(.failed, error)
    case let error as BirthdayError: self.init(.usage, error)
    case let error as TerminalError: self.init(.failed, error)
    default: self.init(status: .failed, message: "Something went wrong: \(error).")
    }
  }

  /// Converts the error of a book that cannot be opened.
  init(opening error: StoreError) {
    self.init(error)
    status = .book
  }

  private init(_ status: ExitStatus, _ error: some CustomStringConvertible, _ advice: String? = nil) {
    self.init(status: status, message: ["\(error)", advice].compactMap { $0 }.joined(separator: " "))
  }

  private static func status(of error: StoreError) -> ExitStatus {
    switch error {
    case .noSuchRecord: .noMatch
    default: error.isAboutWholeBook ? .book : .failed
    }
  }

  /// The option for what may solve a problem of an import.
  static func advice(_ remedy: ImportReport.Remedy) -> String {
    switch remedy {
    case .namedFormat: "If the table lists people, import it with --format csv."
    case .anotherEncoding: "Name another encoding with --encoding."
    }
  }
}
