extension PersonFormat {
  /// A table: comma-separated values under a line of headings.
  public static let csv = PersonFormat(
    "csv", title: "CSV", fileExtensions: ["csv"],
    recognise: { $0.foreignKind == nil && CSVHeadings.areIn($0.lines) },
    mayBe: { CSVHeadings.mayBe(inTable: $0.lines) },
    reader: { CSVReader($0) },
    writer: { _ in CSVWriter() })
}
