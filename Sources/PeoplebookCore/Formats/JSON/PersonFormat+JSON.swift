extension PersonFormat {
  /// JSON: one object a line, or an array of objects.
  public static let json = PersonFormat(
    "json", title: "JSON", fileExtensions: ["json", "jsonl", "ndjson"],
    recognise: { beginning in
      let start = beginning.bytes.lazy.filter { $0 > 0x20 }.prefix(2).map { Character(Unicode.Scalar($0)) }
      return start.first == "{" && ["\"", "}", nil].contains(start.dropFirst().first)
        || start.first == "[" && ["{", "[", "]", "\"", nil].contains(start.dropFirst().first)
    },
    reader: { JSONReader($0, isNamed: $1.isNamed) },
    writer: { _ in JSONWriter() })
}
