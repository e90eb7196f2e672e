/// Finds the line of headings of a table, and its delimiter.
enum CSVHeadings {
  /// The possible delimiters, the usual one first.
  static let delimiters = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
  /// LinkedIn writes a remark above its headings.
  static let searchedLines = 20

  /// Whether these first lines of a file contain headings of people.
  static func areIn(_ lines: [Substring]) -> Bool {
    guard let first = lines.first else { return false }
    // If the delimiter is named, the headings may have any names.
    if delimiter(namedBy: String(first).trimmed) != nil { return true }
    return find(in: lines) != nil
  }

  /// The first line with headings that are certainly of people, and its delimiter.
  static func find(in lines: [Substring]) -> (line: Int, delimiter: UInt8)? {
    for (index, line) in lines.prefix(searchedLines).enumerated() where line.utf8.count <= 16_384 {
      // Below other lines, a single known word may be a coincidence.
      let needed = index == 0 ? 1 : 2
      for delimiter in delimiters {
        let cells = line.split(separator: Character(Unicode.Scalar(delimiter)), omittingEmptySubsequences: false)
        guard areHeadings(cells.map(String.init), needed: needed) else { continue }
        // A table has a delimiter in each line, unless a cell has several lines.
        let next = index + 1 < lines.count ? lines[index + 1] : nil
        if next?.utf8.contains(delimiter) ?? true || areHeadings(cells.map(String.init), needed: 3) {
          return (index, delimiter)
        }
      }
    }
    return nil
  }

  /// Whether a line has at least two headings that are certainly of people.
  static func areCertain(_ line: String) -> Bool {
    delimiters.contains { delimiter in
      areHeadings(line.split(separator: Character(Unicode.Scalar(delimiter))).map(String.init), needed: 2)
    }
  }

  /// Whether cells are headings, as many of them as needed certainly of people.
  ///
  /// In a letter a blank follows each comma: there every cell has to be known.
  private static func areHeadings(_ cells: [String], needed: Int) -> Bool {
    let written = cells.filter { !$0.allSatisfy(\.isWhitespace) }
    guard written.count > 1, CSVColumn.certainCount(of: cells) >= needed else { return false }
    let isProse = written.dropFirst().contains { $0.first == " " }
    let usual: [CSVColumn] = [.id, .note, .tags, .ignored]
    let others = CSVColumn.columns(for: written).count(where: usual.contains)
    return !isProse || CSVColumn.certainCount(of: written) + others == written.count
  }

  /// The delimiter that a line like `sep=;` names; `nil` for any other line.
  static func delimiter(namedBy line: String) -> UInt8? {
    let bytes = Array(line.utf8.filter { $0 != UInt8(ascii: "\"") })
    guard bytes.count <= 5, line.filter({ $0 != "\"" }).lowercased().hasPrefix("sep=") else { return nil }
    // Trailing blanks of the line were removed, possibly with a tab.
    return bytes.count == 5 ? bytes[4] : UInt8(ascii: "\t")
  }
}
