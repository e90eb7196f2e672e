import FoundationEssentials
import TestSupport
import Testing

@testable import PeoplebookCore

extension TemporaryFolder {
  /// The folder of the programs that have a book in this folder open.
  func presenceFolder() throws -> PresenceFolder {
    try "book".write(toFile: "\(path)/people.db", atomically: false, encoding: .utf8)
    return try #require(PresenceFolder(book: "\(path)/people.db", in: path))
  }
}
