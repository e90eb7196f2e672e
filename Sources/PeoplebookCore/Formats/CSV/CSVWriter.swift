/// Writes people as comma-separated values with a line of headings (RFC 4180): lines end with CR LF, a field with a
/// comma, a quote or a line end is put in quotes.
///
/// Several e-mails, phones or tags share a field, with ` ::: ` between them.
public struct CSVWriter: PersonWriter, Sendable {
  /// The fields of the columns behind the id, with their kinds.
  private static let columns = FieldCatalogue.current.fields.filter { !$0.headings.isEmpty }.compactMap { field in
    field.csvKind.map { (field: field, kind: $0) }
  }
  private static let kinds = columns.map(\.kind)
  /// The fields without a column.
  private static let others = FieldCatalogue.current.fields.filter(\.headings.isEmpty)

  /// The headings of the columns.
  public static let headings = ["id"] + columns.map(\.field.headings[0])

  /// The headings that tables of all versions have.
  static let firstHeadings = Set(["id"] + columns.filter { !$0.field.isLater }.map(\.field.headings[0]))

  /// Creates a writer.
  public init() {}

  /// Writes the line of headings.
  ///
  /// - Complexity: O(length of the headings).
  public func begin(into output: inout String) {
    output += Self.headings.joined(separator: ",") + "\r\n"
  }

  /// Writes a person as one record.
  ///
  /// - Returns: The part of the person for which there are columns.
  /// - Complexity: O(*n*), where *n* is the length of the record.
  @discardableResult
  public func write(_ person: Person, into output: inout String) -> WrittenPart {
    Self.append(person.id, to: &output)
    for kind in Self.kinds {
      output += ","
      Self.append(kind.cell(of: person), to: &output)
    }
    output += "\r\n"
    return Self.others.contains { $0.hasDetails(of: person) } ? .someValues : .everything
  }

  private static func append(_ text: String, to output: inout String) {
    var text = text
    let isPlain = text.withUTF8 { bytes in
      guard let first = bytes.first, let last = bytes.last else { return true }
      return first != 0x20 && last != 0x20
        && bytes.allSatisfy { $0 > 0x2C || $0 != 0x2C && $0 != 0x22 && $0 != 0x0A && $0 != 0x0D && $0 != 0 }
    }
    if isPlain {
      output += text
      return
    }
    // A mark after a quote makes one character of both.
    let doubled = text.cleaned.utf8.flatMap { $0 == 0x22 ? [$0, $0] : [$0] }
    output += "\"" + String(decoding: doubled, as: UTF8.self) + "\""
  }
}
