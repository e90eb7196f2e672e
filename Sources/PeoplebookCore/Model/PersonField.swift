/// A field of a person: its identifier, its label, and where its value is.
///
/// ``all`` lists the fields in the order of the form; the form loops over it.
public struct PersonField: Identifiable, Sendable {
  /// Where a value of a person is.
  public typealias Path<Value> = WritableKeyPath<Person, Value> & Sendable

  /// The kinds of values that a field can hold, each with the path to it.
  public enum Value: Sendable {
    /// One line of text.
    case text(Path<String>)
    /// Text of several lines.
    case paragraphs(Path<String>)
    /// A day, whose year may be unknown.
    case date(Path<PartialDate?>)
    /// Words or short phrases, each at most once.
    case tags(Path<[String]>)
    /// Several values, each with a label.
    case labeled(Path<[LabeledValue]>, LabeledKind)
  }

  /// What the values of a labelled list are.
  public enum LabeledKind: Sendable {
    case email, phone

    /// The word for another value: `+ another e-mail`.
    public var noun: String {
      switch self {
      case .email: "e-mail"
      case .phone: "phone"
      }
    }
  }

  /// A stable name: the key in JSON, and the option of the command line.
  public let id: String
  /// The name that the user reads.
  public let label: String
  /// Where the value is.
  public let value: Value
  /// What the empty field shows in the form.
  public let placeholder: String

  private init(_ id: String, _ label: String, _ value: Value, placeholder: String = "") {
    self.id = id
    self.label = label
    self.value = value
    self.placeholder = placeholder
  }

  static let first = PersonField("first", "First name", .text(\.firstName))
  static let last = PersonField("last", "Last name", .text(\.lastName))
  static let nickname = PersonField("nickname", "Nickname", .text(\.nickname))
  static let organisation = PersonField("organisation", "Organisation", .text(\.organisation))
  static let title = PersonField("title", "Title", .text(\.title))
  static let email = PersonField("email", "E-mail", .labeled(\.emails, .email))
  static let phone = PersonField("phone", "Phone", .labeled(\.phones, .phone))
  static let birthday = PersonField("birthday", "Birthday", .date(\.birthday), placeholder: "day month year")
  static let tags = PersonField("tags", "Tags", .tags(\.tags), placeholder: "commas between them")
  static let note = PersonField("note", "Note", .paragraphs(\.note))

  /// Every field, in the order of the form.
  public static let all = [
    first, last, nickname, organisation, title, email, phone, birthday, tags, note,
  ]
}
