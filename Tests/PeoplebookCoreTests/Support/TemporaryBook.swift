import PeoplebookCore
import Persistence
import TestSupport

/// A book in a folder of its own, which goes when the test is over.
final class TemporaryBook: Sendable {
  private let place = TemporaryFolder()
  var folder: String { place.path }

  @MainActor
  func open() throws -> Store {
    try Book.open(at: folder + "/people.db")
  }
}
