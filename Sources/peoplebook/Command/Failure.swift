/// The exit statuses of the program, as its help lists them.
///
/// A verb that only reads fails when its output cannot be written. A verb that has changed the book is partly done
/// then, so that a script does not repeat the change.
enum ExitStatus: Int32, Sendable, CaseIterable {
  case done = 0
  case failed = 1
  case usage = 2
  case noMatch = 3
  case several = 4
  case book = 5
  case partly = 6

  /// The description in the help.
  var meaning: String {
    switch self {
    case .done: "done"
    case .failed: "failed"
    case .usage: "wrong usage"
    case .noMatch: "no person matches"
    case .several: "several people match"
    case .book: "the book cannot be read, or is locked"
    case .partly:
      "partly done: some records were skipped or may be incomplete, or the result of a change could not be printed"
    }
  }
}

/// The reason why a verb ends early: a sentence for the user, and the exit status.
struct Failure: Error, Hashable, Sendable {
  var status: ExitStatus
  /// Complete, with a full stop; may have more lines with details.
  var message: String
  /// The signal that stopped the verb, and by which the program then ends.
  var signal: Int32?

  static func usage(_ message: String) -> Failure { Failure(status: .usage, message: message) }
  static func failed(_ message: String) -> Failure { Failure(status: .failed, message: message) }
}
