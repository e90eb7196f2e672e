/// Writes people as comma-separated values with a line of headings (RFC 4180): lines end with CR LF, a field with a
/// comma, a quote or a line end is put in quotes. Several e-mails, phones or tags share a field, with ` ::: ` between.
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
    let fields = [
      person.id, person.firstName, person.lastName, person.nickname, person.organisation, person.title,
      Self.join(person.emails.map(\.value)), Self.join(person.phones.map(\.value)), person.birthday?.iso ?? "",
      Self.join(person.tags), person.note,
    ]
    output += fields.map(Self.field).joined(separator: ",") + "\r\n"
  }

  private static func join(_ values: [String]) -> String { values.joined(separator: " ::: ") }

  private static func field(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { ![0x22, 0x2C, 0x0A, 0x0D].contains($0) }
    if isPlain, text.first != " ", text.last != " " { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
