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
    let lines = lines.prefix(searchedLines + 1).filter { !isEmpty(String($0)) }
    for (index, line) in lines.prefix(searchedLines).enumerated() where line.utf8.count <= 16_384 {
      // Below other lines, a single known word may be a coincidence.
      let needed = index == 0 ? 1 : 2
      for delimiter in delimiters {
        let cells = cells(in: line, delimiter)
        guard cells.count > 1, areHeadings(cells, needed: needed) else { continue }
        // A table has a delimiter in each line, unless a cell has several lines.
        let next = index + 1 < lines.count ? lines[index + 1] : nil
        if next?.utf8.contains(delimiter) ?? true || areHeadings(cells, needed: 3) {
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

  /// Whether these first lines of a file are a table with names, which may be those of people or of other things.
  static func areOfNames(_ lines: [Substring]) -> Bool {
    delimiters.contains { delimiter in
      let rows = lines.prefix(searchedLines).map { cells(in: $0, delimiter) }
      guard let first = rows.first, first.count(where: { !$0.isBlank }) > 1, !areProse(first) else { return false }
      return rows.allSatisfy { $0.count == first.count } && CSVEvidence(first).sufficesWhereNamed
    }
  }

  private static func cells(in line: Substring, _ delimiter: UInt8) -> [String] {
    line.split(separator: Character(Unicode.Scalar(delimiter)), omittingEmptySubsequences: false).map(String.init)
  }

  /// Whether cells are headings, as many of them as needed certainly of people.
  ///
  /// In a letter a blank follows each comma: there every cell has to be known.
  static func areHeadings(_ cells: [String], needed: Int) -> Bool {
    let written = cells.filter { !$0.isBlank }
    let evidence = CSVEvidence(written)
    return evidence.certainCount >= needed && (!areProse(written) || evidence.knownCount == written.count)
  }

  /// Whether the first line of a file that is called a table may be its headings.
  ///
  /// - Parameter isNamed: Whether the user says that the table lists people.
  static func mayBe(_ cells: [String], isNamed: Bool = false) -> Bool {
    let written = cells.filter { !$0.isBlank }
    let evidence = CSVEvidence(written)
    guard isNamed ? evidence.sufficesWhereNamed : evidence.suffices else { return false }
    return !areProse(written) || evidence.certainCount > 1 && evidence.knownCount * 2 >= written.count
  }

  /// Whether a record in the middle of a table is the line of headings of another table.
  ///
  /// - Parameter table: The table so far.
  static func areRepeated(_ cells: [String], in table: CSVTable) -> Bool {
    let signs = cells.contains { cell in
      guard let first = cell.utf8.first else { return false }
      return first == UInt8(ascii: "+") || 0x30...0x39 ~= first || cell.hasByte(UInt8(ascii: "@"))
    }
    if signs { return false }
    // The labels of values look like headings: “Mobile”.
    let written = cells.enumerated().filter { index, cell in
      !cell.isEmpty && !(index < table.columns.count && table.columns[index].isLabel)
    }.map(\.element)
    guard written.prefix(3).contains(where: isKnown) else { return false }
    if table.hasHeadings(cells) { return true }
    let evidence = CSVEvidence(written)
    return written.count > 1 && evidence.certainCount > 1 && evidence.knownCount * 2 > written.count
      && CSVColumn.columns(for: written).contains(where: \.callsPerson)
  }

  /// The headings of another table in a record of `table`, perhaps with a delimiter of its own; `nil` for people.
  static func repeated(_ cells: [String], in table: CSVTable, _ records: inout CSVRecords) -> [String]? {
    if areRepeated(cells, in: table) { return cells }
    guard cells.count == 1, table.columns.count > 1 else { return nil }
    for delimiter in delimiters where cells[0].hasByte(delimiter) {
      let parts = cells[0].split(separator: Character(Unicode.Scalar(delimiter)), omittingEmptySubsequences: false)
        .map { String($0).replacing("\"", with: "").trimmed }
      if areRepeated(parts, in: table) {
        records.divide(at: delimiter)
        return parts
      }
    }
    return nil
  }

  /// Whether a cell has nothing but delimiters: a spreadsheet writes `;;;` for an empty row.
  static func isEmpty(_ cell: String) -> Bool { cell.utf8.allSatisfy { delimiters.contains($0) || $0 == 0x20 } }

  private static func isKnown(_ cell: String) -> Bool {
    if cell.utf8.count > 60 { return false }
    let heading = FieldCatalogue.normalised(cell)
    return CSVColumn.known[heading] != nil || CSVColumn.halves[heading] != nil
      || CSVColumn.labeledField(of: heading) != nil
  }

  /// Whether a file that is called a table may be one: its first line has headings, or each line as many delimiters.
  static func mayBe(inTable lines: [Substring]) -> Bool {
    guard let first = lines.first else { return false }
    return delimiters.contains { delimiter in
      let headings = cells(in: first, delimiter)
      if mayBe(headings) { return true }
      return headings.count > 1 && !areProse(headings)
        && lines.prefix(searchedLines).allSatisfy { cells(in: $0, delimiter).count == headings.count }
    }
  }

  /// Whether a blank follows a comma, as in a letter.
  private static func areProse(_ cells: [String]) -> Bool { cells.dropFirst().contains { $0.first == " " } }

  /// The delimiter that a line like `sep=;` names; `nil` for any other line.
  static func delimiter(namedBy line: String) -> UInt8? {
    let bytes = Array(line.utf8.filter { $0 != UInt8(ascii: "\"") })
    guard bytes.count <= 5, line.filter({ $0 != "\"" }).lowercased().hasPrefix("sep=") else { return nil }
    // Trailing blanks of the line were removed, possibly with a tab.
    return bytes.count == 5 ? bytes[4] : UInt8(ascii: "\t")
  }
}
