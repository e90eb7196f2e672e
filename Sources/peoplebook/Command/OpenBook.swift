import PeoplebookCore
import Persistence

/// Opening the book for a verb.
enum OpenBook {
  /// Opens the named book, or the user's own, and starts what keeps it in step if it is shared.
  ///
  /// - Parameter create: Whether the verb may create a missing book at a path that the user has named. The user's own
  ///   in the data folder is always created.
  @MainActor
  static func open(_ arguments: Arguments, create: Bool) throws(Failure) -> Store {
    let path = try BookPath.path(arguments)
    let store = try open(at: path, create: create || !BookPath.isNamed(arguments), author: arguments.last(.author))
    if !SharingProcess.start(forSharedBook: store.path) { Output.message(SharingProcess.missing) }
    return store
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
      throw Failure(opening: error)
    }
  }
}
