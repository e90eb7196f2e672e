/// Finds the line of headings of a table, and what divides its fields.
enum CSVHeadings {
  /// What may divide fields, the usual one first.
  static let delimiters = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
  /// LinkedIn writes a remark above its headings.
  static let searchedLines = 20

  /// Whether these lines, the first of a file, have headings of people among them.
  static func areIn(_ lines: [Substring]) -> Bool {
    guard let first = lines.first else { return false }
    // The headings may have names of their own where the delimiter is named.
    if delimiter(namedBy: String(first).trimmed) != nil { return true }
    return find(in: lines) != nil
  }

  /// The first line with headings that are certainly of people, and what divides them.
  static func find(in lines: [Substring]) -> (line: Int, delimiter: UInt8)? {
    for (index, line) in lines.prefix(searchedLines).enumerated() where line.utf8.count <= 16_384 {
      // Where something is above them, one known word may be chance.
      let needed = index == 0 ? 1 : 2
      for delimiter in delimiters {
        let cells = line.split(separator: Character(Unicode.Scalar(delimiter)), omittingEmptySubsequences: false)
        guard cells.count > 1, CSVColumn.certainCount(of: cells.map(String.init)) >= needed else { continue }
        // A table has a delimiter in each line.
        let next = index + 1 < lines.count ? lines[index + 1] : nil
        if next?.utf8.contains(delimiter) ?? true { return (index, delimiter) }
      }
    }
    return nil
  }

  /// What a line like `sep=;` says divides the fields; `nil` when the line is not like that.
  static func delimiter(namedBy line: String) -> UInt8? {
    let bytes = Array(line.utf8.filter { $0 != UInt8(ascii: "\"") })
    guard bytes.count <= 5, line.filter({ $0 != "\"" }).lowercased().hasPrefix("sep=") else { return nil }
    // The blanks at the end of the line were cut: a tab among them.
    return bytes.count == 5 ? bytes[4] : UInt8(ascii: "\t")
  }
}
