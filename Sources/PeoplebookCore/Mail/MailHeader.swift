/// The header of a mail message: the fields before the first empty line.
public struct MailHeader: Hashable, Sendable {
  private struct Field: Hashable {
    /// In lower case.
    var name: String
    /// With folded lines joined.
    var value: String
  }

  private var fields: [Field] = []

  /// A longer line is cut.
  private static let longestLine = 1 << 20

  /// Reads a header; the body of the message is left unread.
  ///
  /// A line without a field, such as the first one of a mailbox file, is skipped. Text that is not UTF-8 is read as
  /// Latin-1.
  ///
  /// - Throws: When the source cannot be read.
  /// - Complexity: O(n) in the length of the header.
  public init(_ source: some ByteSource) throws(FileAccessError) {
    var lines = LineScanner(source, limit: Self.longestLine)
    while let line = try lines.next()?.bytes, !line.isEmpty {
      let text = Self.text(line)
      if let first = text.first, first == " " || first == "\t" {
        if !fields.isEmpty { fields[fields.count - 1].value += text }
        continue
      }
      guard let colon = text.firstIndex(of: ":"), !text[..<colon].contains(where: \.isWhitespace) else { continue }
      fields.append(Field(name: text[..<colon].lowercased(), value: String(text[text.index(after: colon)...])))
    }
  }

  /// The addresses in fields with one of the names, in any case, in their order; an address that is repeated counts
  /// once.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the header.
  public func addresses(in names: [String]) -> [MailAddress] {
    let wanted = Set(names.map { $0.lowercased() })
    var seen: Set<String> = []
    return fields.filter { wanted.contains($0.name) }.flatMap { MailAddress.list(in: $0.value) }
      .filter { seen.insert($0.address.lowercased()).inserted }
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
