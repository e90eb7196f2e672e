import FoundationEssentials
import PeoplebookCore
import Persistence

/// A book in a folder of its own, which goes when the test is over.
final class TemporaryBook: Sendable {
  let folder: String

  init() {
    folder = FileManager.default.temporaryDirectory.appending(path: "peoplebook-\(UUID().uuidString)").path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  @MainActor
  func open() throws -> Store {
    try Book.open(at: folder + "/people.db")
  }
}
