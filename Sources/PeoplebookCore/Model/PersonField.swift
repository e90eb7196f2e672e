/// A description of a field of a person, for all parts of the program.
///
/// The ``FieldCatalogue`` lists the fields. The book, the form, the card, the command line and the formats loop over
/// it, so a new text field is one entry there.
public final class PersonField: Identifiable, Sendable {
  /// The position of a field in the form.
  public enum FormPlace: Sendable {
    /// Always.
    case common
    /// Among the fields that are shown on request.
    case more
  }

  /// The position of a field on a card.
  public enum CardPlace: Sendable {
    /// Below the name: `Codebreaker · Bletchley Park`, the last field of the catalogue first.
    case position
    /// A line for each value, with its label.
    case lines
    /// Below the lines, all values together.
    case chips
    /// At the end.
    case text
  }

  /// A column of a list: of the one on the screen, and of the printed table.
  public struct ListColumn: Sendable {
    /// The width of a column on the screen.
    public enum Width: Sendable {
      /// Always this number of cells.
      case cells(Int)
      /// A part of the width that is left, by this weight.
      case share(Int)
    }

    /// The heading, in capital letters.
    public let heading: String
    /// The number of cells that the column has at least.
    public let minimum: Int
    /// The number of cells that the column has where there is room for them.
    public let maximum: Int
    /// The width on the screen.
    public let width: Width
  }

  /// The option that sets a field.
  public struct CommandOption: Sendable {
    /// Without the dashes.
    public let name: String
    /// The short form of the option; `nil` without one.
    public let letter: Character?
    /// The word for the value in the help: `NAME`, `[LABEL:]ADDRESS`.
    public let value: String
    /// One line of help.
    public let help: String

    init(_ name: String, letter: Character? = nil, value: String = "TEXT", _ help: String) {
      self.name = name
      self.letter = letter
      self.value = value
      self.help = help
    }
  }

  /// The property of a card that holds the values.
  public struct Property: Sendable {
    /// The type of a value, by its name in the standard of cards.
    public enum ValueType: String, Sendable {
      /// Any text.
      case text
      /// The address of a page, a file or an account.
      case uri
      /// A date, which may have no year.
      case day = "date-and-or-time"
    }

    /// In capital letters.
    public let name: String
    /// Other names of lines that hold values of the field, in capital letters.
    let aliases: [String]
    /// The type of a value where a line names none.
    public let valueType: ValueType
    /// Whether commas separate several texts.
    public let isList: Bool
    /// Whether semicolons separate several parts, the first of which is the text.
    public let isStructured: Bool
    /// The number of the text among the parts of the property, from 0; `nil` where the field has a property of its own.
    public let part: Int?
    /// The name, with the number of a part.
    var path: String { part.map { "\(name);\($0)" } ?? name }
    /// The names of the lines that hold the values.
    var names: [String] { [name] + aliases }
    /// The letter in the text of a frame; properties that have none get one.
    let letter: Unicode.Scalar?

    init(
      _ name: String, aliases: [String] = [], _ valueType: ValueType = .text, isList: Bool = false,
      isStructured: Bool = false, part: Int? = nil, letter: Unicode.Scalar? = nil
    ) {
      self.name = name
      self.aliases = aliases
      self.valueType = valueType
      self.isList = isList
      self.isStructured = isStructured
      self.part = part
      self.letter = letter
    }
  }

  /// The label in lower case, unless the field has several values: `first name`, `e-mail`, `tag`.
  public let name: String
  /// The name that the user reads.
  public let label: String
  /// The kind of the values, which determines how they are stored, read and written.
  public let kind: any FieldKind
  /// The version of the book that introduced the field.
  public let version: Int32
  /// The column of the book, or the list.
  public let column: String
  /// The key in JSON.
  public let key: FieldKey
  /// The headings of a table's column, as programs write them in several languages; the first is the one that is
  /// written.
  ///
  /// They are in lower case and without accents, with a blank between words. Empty where a table has no such column.
  public let headings: [String]
  /// The words of which any in a heading says that the column has values of the field, with a label in the other words:
  /// `phone`.
  public let headingWords: Set<String>
  /// Whether tables and objects use the key and the headings for other things too, as they do with a title.
  public let isCommonWord: Bool
  /// The property of a card that holds the values; `nil` for the names, which share their properties.
  public let property: Property?
  /// The option of the command line; `nil` where the field is not set by one.
  public let option: CommandOption?
  /// The text that the empty field shows in the form.
  public let placeholder: String
  /// The position in the form; `nil` when the form does not show the field.
  public let formPlace: FormPlace?
  /// The position on a card; `nil` when a card does not show the field.
  public let cardPlace: CardPlace?
  /// The column of a printed list; `nil` where lists don't show the field.
  public let listColumn: ListColumn?
  /// Whether the history shows changes of the field.
  public let isInHistory: Bool
  /// Whether a search finds the values.
  public let isSearched: Bool
  /// Whether the value may identify a person, as a name does.
  public let isCalledBy: Bool
  /// The way in which the values show that two records are about one person; `nil` when they don't.
  public let comparison: Comparison?
  /// The rank among the fields that are shown instead of a missing name, lowest first; `nil` for other fields.
  public let standInRank: Int?

  init(
    _ name: String, _ label: String, _ kind: any FieldKind, since version: Int32 = 1, column: String, key: String,
    headings: [String] = [], headingWords: Set<String> = [], isCommonWord: Bool = false, property: Property? = nil,
    option: CommandOption? = nil, placeholder: String = "", form: FormPlace? = .common, card: CardPlace? = .lines,
    listColumn: ListColumn? = nil, isInHistory: Bool = true, isSearched: Bool = true, isCalledBy: Bool = false,
    comparison: Comparison? = nil, standInRank: Int? = nil
  ) {
    self.name = name
    self.label = label
    self.kind = kind
    self.version = version
    self.column = column
    self.key = FieldKey(stringValue: key)
    self.headings = headings
    self.headingWords = headingWords
    self.isCommonWord = isCommonWord
    self.property = property
    self.option = option
    self.placeholder = placeholder
    formPlace = form
    cardPlace = card
    self.listColumn = listColumn
    self.isInHistory = isInHistory
    self.isSearched = isSearched
    self.isCalledBy = isCalledBy
    self.comparison = comparison
    self.standInRank = standInRank
  }

  /// Creates a field for a line of text.
  ///
  /// - Parameters:
  ///   - name: The name of the field: a word in lower case, or several with blanks between.
  ///   - text: The key of the text in a person.
  ///   - version: The version of the book that introduces the field.
  ///   - property: The property of a card: one of vCard, or a private one that begins with `X-`.
  ///   - part: The number of the text among the parts of that property, from 0, where another field has the property.
  ///   - headings: Further headings of a table's column than the name.
  ///   - isCommonWord: Whether tables and objects use the name for other things too.
  ///   - option: The name of the option, where it is not the name of the field.
  ///   - help: One line of help for the option.
  ///   - form: The position in the form.
  ///   - card: The position on a card.
  ///   - isCalledBy: Whether the value may identify a person, as a name does.
  ///   - standInRank: The rank among the fields that are shown instead of a missing name, lowest first; `nil` for none.
  /// - Complexity: O(*n*), where *n* is the length of the name.
  public convenience init(
    _ name: String, text: TextKey, since version: Int32, property: String, part: Int? = nil, headings: [String] = [],
    isCommonWord: Bool = false, option: String? = nil, help: String, form: FormPlace = .more, card: CardPlace = .lines,
    isCalledBy: Bool = false, standInRank: Int? = nil
  ) {
    let words = name.split(separator: " ").map { String($0) }
    self.init(
      name, name.prefix(1).uppercased() + name.dropFirst(), TextKind(key: text), since: version,
      column: words.joined(separator: "_"),
      key: words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(),
      headings: [name] + headings, isCommonWord: isCommonWord, property: Property(property, part: part),
      option: CommandOption(option ?? words.joined(separator: "-"), help), form: form, card: card,
      isCalledBy: isCalledBy,
      standInRank: standInRank)
  }

  /// The stable name: the key in JSON.
  public var id: String { key.stringValue }

  /// Whether books and files of the first versions lack the field.
  var isLater: Bool { version > PersonField.fullName.version }

  /// The text in a list, on one line: the first value, or all of them where they are shown side by side.
  ///
  /// - Complexity: O(length of the values).
  public func listText(of person: Person) -> String {
    let values = kind.values(of: person)
    return (kind.isJoined ? values.map(\.value).joined(separator: " ") : values.first?.value ?? "").onOneLine
  }

  /// The values that a card shows: none if they are shown as the person's name already.
  ///
  /// - Complexity: O(length of the values).
  public func values(besideNameOf person: Person) -> [LabeledValue] {
    let values = kind.values(of: person)
    guard standInRank != nil, kind is TextKind, values.first?.value == person.name else { return values }
    return []
  }
}

/// Each field is itself.
extension PersonField: Hashable {
  public static func == (left: PersonField, right: PersonField) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
