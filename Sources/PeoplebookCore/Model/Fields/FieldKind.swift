import Persistence

/// The behaviour of the values of a field; each kind of field has its own type.
///
/// A type for a field of one text conforms to ``TextFieldKind``, and one for a field of several values to
/// ``ListFieldKind``.
public protocol FieldKind: Sendable {
  // MARK: Values

  /// The values as the user reads them, each with its label.
  func values(of person: Person) -> [LabeledValue]
  /// Whether the field has no value, or blank values only.
  func isBlank(in person: Person) -> Bool
  /// The values that may be shown instead of a missing name.
  func standIns(of person: Person) -> [String]
  /// A remark on the value that depends on the day, such as `turns 211 on Thursday`; `nil` without one.
  func remark(on person: Person, today: PartialDate) -> String?
  /// The address that a value links to, such as `mailto:ada@example.org`; `nil` when it is not a link.
  func link(to value: String) -> String?
  /// The name or the id of the person that a value names; `nil` when it names none.
  func person(namedBy value: String) -> String?
  /// Whether a card shows several values on one line, as it does with tags.
  var isJoined: Bool { get }

  /// The texts of which a command line suggests those in the book; `nil` without suggestions.
  var suggestedTexts: Person.Path<[String]>? { get }

  // MARK: The book

  /// The columns that store the field.
  func columns(named name: String) -> [Column<Person>]
  /// The lists that store the field.
  func lists(named name: String) -> [List<Person>]
  /// Appends every text that a search can find.
  func addSearchText(of person: Person, to texts: inout [String])
  /// Adds the values that only `others` have, in their order.
  ///
  /// - Parameters:
  ///   - others: The people with the values.
  ///   - person: The person who gets them.
  ///   - identity: The form in which two elements of a list are the same.
  /// - Complexity: O(values of all of them).
  func merge(_ others: [Person], into person: inout Person, identity: (String) -> String)

  /// Whether the values of two people cannot both be right if the two are one.
  func contradicts(_ person: Person, _ other: Person) -> Bool

  // MARK: Formats

  /// Writes the value as JSON.
  func writeJSON(of person: Person, into output: inout String)
  /// The form of the value in JSON where it follows from what the book stores.
  ///
  /// `nil` where it does not. One such field makes lists of all people as JSON several times slower.
  var jsonForm: JSONForm? { get }
  /// Encodes the value as ``readJSON(_:_:into:)`` reads it.
  ///
  /// - Throws: The error of the encoder.
  func encode(_ person: Person, into container: inout FieldKey.Container, _ key: FieldKey) throws
  /// Gives `person` the value of `other`.
  func copy(from other: Person, to person: inout Person)
  /// Reads the value from JSON; a missing value leaves the person unchanged.
  ///
  /// - Throws: `DecodingError` when the JSON value has another type.
  func readJSON(_ decoder: inout FieldDecoder, _ key: FieldKey, into person: inout Person) throws

  // MARK: The command line

  /// Sets the value from the arguments of the option, in order; an empty text empties the field.
  ///
  /// - Throws: The sentence about a text that is not a value of the field.
  func assign(_ texts: [String], to person: inout Person) throws(InvalidValue)
}

extension FieldKind {
  public func standIns(of person: Person) -> [String] { values(of: person).map(\.value).filter { !$0.isBlank } }
  public func remark(on person: Person, today: PartialDate) -> String? { nil }
  public func link(to value: String) -> String? { nil }
  public func person(namedBy value: String) -> String? { nil }
  public var isJoined: Bool { false }
  public func contradicts(_ person: Person, _ other: Person) -> Bool { false }
  public var suggestedTexts: Person.Path<[String]>? { nil }
  public func columns(named name: String) -> [Column<Person>] { [] }
  public func lists(named name: String) -> [List<Person>] { [] }
}

/// The reason why a text cannot be the value of a field: one sentence for the user.
public struct InvalidValue: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence.
  public let description: String
}

/// A field that is edited as one text.
public protocol TextFieldKind: FieldKind {
  /// Whether the text has several lines.
  var isMultiline: Bool { get }
  /// The value as the user edits it; empty when there is none.
  func text(of person: Person) -> String
  /// Writes `text` into `person`. A text with a ``problem(in:)`` removes the value.
  func set(_ text: String, in person: inout Person)
  /// The reason why `text` cannot be a value of the field; `nil` when it can.
  func problem(in text: String) -> String?
  /// The reason why `text` is an unusual value that the user may want to check; `nil` when it is a usual one.
  func doubt(about text: String, today: PartialDate?) -> String?
  /// A remark on `text` that depends on the day; `nil` without one.
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
  ///
  /// - Throws: The sentence about a text that is no value.
  func add(_ texts: [String], to person: inout Person) throws(InvalidValue)
  /// Removes the values that `text` matches.
  ///
  /// - Returns: Whether any was removed.
  func remove(_ text: String, from person: inout Person) -> Bool
}
