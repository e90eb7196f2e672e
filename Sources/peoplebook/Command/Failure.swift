/// How the program ends.
enum ExitStatus: Int32, Sendable {
  case done = 0
  case failed = 1
  case usage = 2
  case nobody = 3
  case several = 4
  case book = 5
}

/// Why a verb ends early: a sentence for the user, and the exit status.
struct Failure: Error, Hashable, Sendable {
  var status: ExitStatus
  /// Complete, with a full stop; may have more lines with details.
  var message: String
  /// What has ended it from outside, and is to be seen as its end.
  var signal: Int32?

  static func usage(_ message: String) -> Failure { Failure(status: .usage, message: message) }
  static func failed(_ message: String) -> Failure { Failure(status: .failed, message: message) }
}
