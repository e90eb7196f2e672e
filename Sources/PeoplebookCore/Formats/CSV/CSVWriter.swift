/// Writes people as comma-separated values with a line of headings (RFC 4180): lines end with CR LF, a field with a
/// comma, a quote or a line end is put in quotes. Several e-mails, phones or tags share a field: ``CSVList``.
public struct CSVWriter: PersonWriter, Sendable {
  public static let headings = [
    "id", "first name", "last name", "nickname", "organisation", "title", "emails", "phones", "birthday", "tags",
    "note",
  ]

  public init() {}

  public func begin(into output: inout String) {
    output += Self.headings.joined(separator: ",") + "\r\n"
  }

  public func write(_ person: Person, into output: inout String) {
    output += Self.cells(of: person).map(Self.field).joined(separator: ",") + "\r\n"
  }

  /// The cells of a person's record, below ``headings``.
  static func cells(of person: Person) -> [String] {
    [
      person.id, person.firstName, person.lastName, person.nickname, person.organisation, person.title,
      CSVList.cell(person.emails), CSVList.cell(person.phones), person.birthday?.iso ?? "", CSVList.cell(person.tags),
      person.note,
    ]
  }

  private static func field(_ text: String) -> String {
    let text = VCardText.clean(text)
    let isPlain = text.utf8.allSatisfy { ![0x22, 0x2C, 0x0A, 0x0D].contains($0) }
    if isPlain, text.first != " ", text.last != " " { return text }
    // A mark after a quote makes one character of both.
    let doubled = text.utf8.flatMap { $0 == 0x22 ? [$0, $0] : [$0] }
    return "\"" + String(decoding: doubled, as: UTF8.self) + "\""
  }
}
