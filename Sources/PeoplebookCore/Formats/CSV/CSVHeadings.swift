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
  static func areHeadings(_ cells: [String], needed: Int) -> Bool {
    let written = cells.filter { !$0.isBlank }
    let certain = CSVColumn.certainCount(of: written)
    guard written.count > 1, certain >= needed else { return false }
    return !areProse(written) || certain + usualCount(of: written) == written.count
  }

  /// Whether the first line of a file that is called a table may be its headings.
  static func mayBe(_ cells: [String]) -> Bool {
    let written = cells.filter { !$0.isBlank }
    let certain = CSVColumn.certainCount(of: written)
    if written.count == 1 { return certain > 0 }
    if !areProse(written) { return CSVColumn.columns(for: written).contains(where: \.isOfPerson) }
    return certain > 1 && (certain + usualCount(of: written)) * 2 >= written.count
  }

  /// Whether a file that is called a table may be one: its first line has headings, or each line as many delimiters.
  static func mayBe(inTable lines: [Substring]) -> Bool {
    guard let first = lines.first else { return false }
    return delimiters.contains { delimiter in
      let cells = { (line: Substring) in
        line.split(separator: Character(Unicode.Scalar(delimiter)), omittingEmptySubsequences: false).map(String.init)
      }
      let headings = cells(first)
      if mayBe(headings) { return true }
      return headings.count > 1 && !areProse(headings)
        && lines.prefix(searchedLines).allSatisfy { cells($0).count == headings.count }
    }
  }

  /// Whether a blank follows a comma, as in a letter.
  private static func areProse(_ cells: [String]) -> Bool { cells.dropFirst().contains { $0.first == " " } }

  /// The number of headings that tables of people have and others too.
  private static func usualCount(of headings: [String]) -> Int {
    CSVColumn.columns(for: headings).count { column in
      switch column {
      case .id, .ignored: true
      case .field(let field, _): field.isCommonWord
      default: false
      }
    }
  }

  /// The delimiter that a line like `sep=;` names; `nil` for any other line.
  static func delimiter(namedBy line: String) -> UInt8? {
    let bytes = Array(line.utf8.filter { $0 != UInt8(ascii: "\"") })
    guard bytes.count <= 5, line.filter({ $0 != "\"" }).lowercased().hasPrefix("sep=") else { return nil }
    // Trailing blanks of the line were removed, possibly with a tab.
    return bytes.count == 5 ? bytes[4] : UInt8(ascii: "\t")
  }
}
