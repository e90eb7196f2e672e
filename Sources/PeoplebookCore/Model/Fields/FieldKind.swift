import Persistence

/// What the program does with the values of a field: each kind of field has a type that says all of it.
///
/// A type for a field of one text conforms to ``TextFieldKind``, and one for a field of several values to
/// ``ListFieldKind``.
public protocol FieldKind: Sendable {
  // MARK: Values

  /// What people read of the field: each value, with its label.
  func values(of person: Person) -> [LabeledValue]
  /// Whether the field says nothing.
  func isBlank(in person: Person) -> Bool
  /// What is shown of the field where there is no name.
  func standIns(of person: Person) -> [String]
  /// What there is to say about the value today: `turns 211 on Thursday`.
  func remark(on person: Person, today: PartialDate) -> String?
  /// The address that a value is a link to: `mailto:ada@example.org`.
  func link(to value: String) -> String?
  /// Whether several values are one line of a card: tags.
  var isJoined: Bool { get }

  // MARK: The book

  /// The columns that keep the field.
  func columns(named name: String) -> [Column<Person>]
  /// The lists that keep the field.
  func lists(named name: String) -> [List<Person>]
  /// Appends every text that a search can find.
  func addSearchText(of person: Person, to texts: inout [String])
  /// Adds what only `others` have, one after the other.
  ///
  /// - Complexity: O(values of all of them).
  func merge(_ others: [Person], into person: inout Person)

  // MARK: Formats

  /// Writes the value as JSON.
  func writeJSON(of person: Person, into output: inout String)
  /// Encodes the value as ``readJSON(_:_:into:)`` reads it.
  func encode(_ person: Person, into container: inout FieldKey.Container, _ key: FieldKey) throws
  /// Reads the value from JSON; a value that is missing stays as it is.
  func readJSON(_ decoder: inout FieldDecoder, _ key: FieldKey, into person: inout Person) throws
  /// The value as one text that programs read; `nil` for a list.
  func plainText(of person: Person) -> String?

  // MARK: The command line

  /// Sets the value from what was given to the option, in order; an empty text empties the field.
  func assign(_ texts: [String], to person: inout Person) throws(InvalidValue)
}

extension FieldKind {
  public func plainText(of person: Person) -> String? { nil }
  public func standIns(of person: Person) -> [String] { values(of: person).map(\.value).filter { !$0.isBlank } }
  public func remark(on person: Person, today: PartialDate) -> String? { nil }
  public func link(to value: String) -> String? { nil }
  public var isJoined: Bool { false }
  public func columns(named name: String) -> [Column<Person>] { [] }
  public func lists(named name: String) -> [List<Person>] { [] }
}

/// Why a text cannot be the value of a field: one sentence for the user.
public struct InvalidValue: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
}

/// A field that is edited as one text.
public protocol TextFieldKind: FieldKind {
  /// Whether the text has several lines.
  var isMultiline: Bool { get }
  /// The value as the user edits it; empty when there is none.
  func text(of person: Person) -> String
  /// Writes `text` into `person`. A text that ``problem(in:)`` objects to leaves no value.
  func set(_ text: String, in person: inout Person)
  /// Why `text` cannot be a value of the field; `nil` when it can.
  func problem(in text: String) -> String?
  /// What makes `text` an unlikely value that the user may want to check; `nil` when it is a usual one.
  func doubt(about text: String, today: PartialDate?) -> String?
  /// What there is to say about `text` today.
  func remark(on text: String, today: PartialDate) -> String?
}

extension TextFieldKind {
  public var isMultiline: Bool { false }
  public func problem(in text: String) -> String? { nil }
  public func doubt(about text: String, today: PartialDate?) -> String? { nil }
  public func remark(on text: String, today: PartialDate) -> String? { nil }
}

/// A field of several values, which can be added and removed one by one.
public protocol ListFieldKind: FieldKind {
  /// The word for one value in a sentence: `e-mail address`.
  var noun: String { get }
  /// Adds values at the end.
  func add(_ texts: [String], to person: inout Person)
  /// Removes the values that `text` means.
  ///
  /// - Returns: Whether there was one.
  func remove(_ text: String, from person: inout Person) -> Bool
}
