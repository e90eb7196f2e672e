extension PersonFormat {
  /// JSON: one object a line, or an array of objects.
  public static let json = PersonFormat(
    "json", title: "JSON", fileExtensions: ["json", "jsonl", "ndjson"],
    recognise: { ["{", "["].contains($0.firstLine.first) },
    reader: { JSONReader($0) },
    writer: { _ in JSONWriter() })
}
