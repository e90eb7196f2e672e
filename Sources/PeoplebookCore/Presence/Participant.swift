/// A program that has a book open, and what its user edits there.
public struct Participant: Hashable, Sendable, Codable {
  /// The author of the changes that are made there, as in `Store.author`.
  public var author: String
  /// The id of the person who is edited; `nil` when the form is not open.
  public var person: String?
  /// The label of the field that has the focus: `Phone`.
  public var field: String?

  /// A program without an open form.
  public init(author: String) {
    self.author = author
  }

  /// The name of the user, from the point of view of the program that signs with `own`: `peoplebook@laptop`, or `you`.
  func name(own: String) -> String { ChangeOrigin(author: author, time: 0).authorText(own: own) }
}
