import PeoplebookCore
import Persistence
import TestSupport

/// A book in a temporary folder, which is deleted after the test.
final class TemporaryBook: Sendable {
  private let place = TemporaryFolder()
  var folder: String { place.path }

  @MainActor
  func open() throws -> Store {
    try Book.open(at: folder + "/people.db")
  }
}
