import Glibc
import Persistence
import Replication

/// The reason why the program ends: a sentence for the user, and the exit status of `peoplebook`.
struct SyncFailure: Error {
  var message: String
  var status: Int32

  static func usage(_ message: String) -> SyncFailure { SyncFailure(message: message, status: 2) }
  static func failed(_ message: String) -> SyncFailure { SyncFailure(message: message, status: 1) }

  private init(message: String, status: Int32) {
    self.message = message
    self.status = status
  }

  init(_ error: any Error) {
    switch error {
    case let failure as SyncFailure: self = failure
    case let error as SharingError: self = .failed(error.description)
    case let error as RelayError: self = .failed(error.description)
    case let error as SealError: self = .failed(error.description)
    case let error as JoinLinkError: self = .usage(error.description)
    case let error as StoreError: self.init(message: error.description, status: 5)
    default: self = .failed("Something went wrong: \(error).")
    }
  }

  func end() -> Never {
    Messages.write("peoplebook: \(message)\n")
    exit(status)
  }
}
