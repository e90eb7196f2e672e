import Persistence

/// What a file of people looks like from outside.
public enum Book {
  /// "Peop" in the file's header.
  public static let format = StoreFormat(applicationID: 0x5065_6F70, version: 4, models: [Person.self])

  /// Opens a book; makes an empty one where there is none, unless `create` is false.
  @MainActor
  public static func open(
    at path: String, create: Bool = true, author: String? = nil
  ) throws(StoreError) -> Store {
    try Store.open(at: path, format, create: create, author: author)
  }
}
