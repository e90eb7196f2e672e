/// Writes people as comma-separated values with a line of headings (RFC 4180): lines end with CR LF, a field with a
/// comma, a quote or a line end is put in quotes.
///
/// Several e-mails, phones or tags share a field: ``CSVList``.
public struct CSVWriter: PersonWriter, Sendable {
  /// The fields of the columns behind the id, and whether a cell has several values.
  private static let columns = FieldCatalogue.current.fields.filter { !$0.headings.isEmpty }.map {
    (field: $0, isList: $0.kind is any ListFieldKind)
  }

  /// The headings of the columns.
  public static let headings = ["id"] + columns.map(\.field.headings[0])

  /// The headings that every table of ours has, also one that an older version has written.
  static let certainHeadings = ["id"] + columns.filter { !$0.field.isLater }.map(\.field.headings[0])

  /// Creates a writer.
  public init() {}

  /// Writes the line of headings.
  public func begin(into output: inout String) {
    output += Self.headings.joined(separator: ",") + "\r\n"
  }

  /// Writes a person as one record.
  public func write(_ person: Person, into output: inout String) {
    output += Self.cells(of: person).map(Self.field).joined(separator: ",") + "\r\n"
  }

  /// The cells of a person's record, below ``headings``.
  static func cells(of person: Person) -> [String] {
    var cells = [person.id]
    cells.reserveCapacity(headings.count)
    for (field, isList) in columns {
      cells.append(isList ? CSVList.cell(field.kind.values(of: person)) : field.kind.plainText(of: person) ?? "")
    }
    return cells
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
