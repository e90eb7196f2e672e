/// How a person who was read from a file changes the same person of a book.
public struct PersonUpdate: Sendable {
  /// The person from the file, with the fields of the book that the format cannot express.
  let result: @Sendable (_ present: Person, _ read: Person) -> Person

  /// Creates an update by its result, for the person of the book and the one that was read.
  init(result: @escaping @Sendable (_ present: Person, _ read: Person) -> Person) {
    self.result = result
  }
}
