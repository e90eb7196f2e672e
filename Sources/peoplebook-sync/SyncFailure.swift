import Glibc
import PeoplebookCore
import Persistence
import Replication

/// The reason why the program ends: a sentence for the user, and the exit status of `peoplebook`.
struct SyncFailure: Error {
  var message: String
  var status: Int32

  static func usage(_ message: String) -> SyncFailure { SyncFailure(message: message, status: 2) }
  static func failed(_ message: String) -> SyncFailure { SyncFailure(message: message, status: 1) }

  /// The result could not be printed, as with `peoplebook` itself: a change is then partly done.
  static func unwritable(_ code: Int32, changesBook: Bool) -> SyncFailure {
    SyncFailure(
      message: "Cannot write to standard output: \(String(cString: strerror(code))).", status: changesBook ? 6 : 1)
  }

  private init(message: String, status: Int32) {
    self.message = message
    self.status = status
  }

  init(_ error: any Error) {
    switch error {
    case let failure as SyncFailure: self = failure
    case let error as SharingError: self = .failed(Self.sentences(error, Self.advice(against: error)))
    case let error as RelayError: self = .failed(error.description)
    case let error as SealError: self = .failed(Self.sentences(error, Self.advice(against: error)))
    case let error as FileAccessError: self = .failed("\(error) Check the folder of the book.")
    case let error as JoinLinkError: self = .usage(Self.sentences(error, Self.advice(against: error)))
    case let error as StoreError:
      let advice = error.needsOtherBook ? "Use --book to name another one." : nil
      self.init(message: Self.sentences(error, advice), status: error.isAboutWholeBook ? 5 : 1)
    default: self = .failed("Something went wrong: \(error).")
    }
  }

  private static func sentences(_ error: some CustomStringConvertible, _ advice: String?) -> String {
    ["\(error)", advice].compactMap { $0 }.joined(separator: " ")
  }

  /// The verb or option of `peoplebook` that helps.
  private static func advice(against error: SharingError) -> String? {
    switch error {
    case .notShared: "“peoplebook share RELAY” shares it."
    case .alreadyShared, .sharedElsewhere: "“peoplebook leave” ends that."
    case .ownMachine: "“peoplebook leave” does that."
    case .notEmpty: "Name the new one with --book."
    case .noSuchMember, .severalMembers: "“peoplebook members” lists them."
    case .removed: joiningAgain
    default: nil
    }
  }

  private static func advice(against error: SealError) -> String? {
    if case .unknownKey = error { "If it was removed: \(joiningAgain)" } else { nil }
  }

  private static let joiningAgain =
    "“peoplebook leave” ends the sharing here; then join with a new link and a new book."

  private static func advice(against error: JoinLinkError) -> String? {
    error == .notALink ? "“peoplebook share” prints one." : nil
  }

  func end() -> Never {
    Messages.write(message)
    exit(status)
  }
}
