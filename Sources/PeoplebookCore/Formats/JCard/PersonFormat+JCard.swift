extension PersonFormat {
  /// Contact cards as JSON (RFC 7095).
  public static let jcard = PersonFormat(
    "jcard", title: "jCard", fileExtensions: ["jcf", "jcard"],
    recognise: { beginning in
      // The arrays around the first card, and its name.
      let start = beginning.bytes.lazy.filter { $0 > 0x20 }.drop { $0 == UInt8(ascii: "[") }
      return beginning.firstLine.hasPrefix("[") && start.starts(with: "\"vcard\",".utf8)
    },
    reader: { source, _ in JCardReader(source) },
    writer: { _ in JCardWriter() })
}
