import Reactive

/// How a field of a form is edited; a screen has rows for each case.
public enum FormFieldEditing {
  /// As one text.
  case text(TextFormField)
  /// As lines with labels, which are added and removed.
  case list(ListFormField)
}

/// A field of a form: a value that the user edits, and its messages.
@MainActor
public protocol FormField: AnyObject {
  /// The field of the person.
  var field: PersonField { get }
  /// How the user edits it.
  var editing: FormFieldEditing { get }
  /// Emits at once, and after each edit.
  var edits: AnyPublisher<Void, Never> { get }
  /// Whether the field has a value; emits at once.
  var isFilled: AnyPublisher<Bool, Never> { get }
  /// Whether the value differs from the one in the book.
  var isChanged: AnyPublisher<Bool, Never> { get }
  /// Whether the user and another process have both changed the value, and the user has not chosen yet.
  var isContested: CurrentValue<Bool, Never> { get }
  /// The reason why the value cannot be saved; `nil` when it can.
  var problem: CurrentValue<String?, Never> { get }
  /// The reasons why changed values are unusual; empty when they are usual or unchanged.
  var doubts: [String] { get }

  /// Shows the doubts about the current values also while the user is typing.
  func showDoubts()
  /// Takes over the value of this field in `person`, as `author` has written it.
  func follow(_ person: Person, by author: String)
  /// Writes the value into `person`.
  func write(to person: inout Person)
  /// Settles a conflict in favour of the user's value.
  func keepMine()
  /// Settles a conflict in favour of the value in the book.
  func takeTheirs()
}
