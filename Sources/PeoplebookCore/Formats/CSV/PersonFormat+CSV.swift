extension PersonFormat {
  /// A table: comma-separated values under a line of headings.
  public static let csv = PersonFormat(
    "csv", title: "CSV", fileExtensions: ["csv"],
    // The reader refuses names that are not of people, with the headings that it found.
    recognise: { $0.foreignKind == nil && (CSVHeadings.areIn($0.lines) || CSVHeadings.areOfNames($0.lines)) },
    mayBe: { CSVHeadings.mayBe(inTable: $0.lines) },
    reader: { CSVReader($0, $1) },
    writer: { _ in CSVWriter() })
}
