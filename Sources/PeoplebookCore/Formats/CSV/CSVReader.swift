/// Reads people from comma-separated values under a line of headings: ours, or an export of Google, Outlook,
/// Thunderbird, Yahoo, LinkedIn or Apple, in English, German, French or Spanish.
///
/// A cell that has no field of its own is kept as a line of the note, under its heading; columns of settings and photos
/// are left out. The report has both once for the table. Several values share a cell with ` ::: ` between. A line of
/// headings inside of a table begins another one. A date like `12/10/1815` is read in the order of the other dates in
/// its column.
///
/// Bytes that are not UTF-8 are read as Windows-1252, as spreadsheets write it. A person who is in the book already
/// keeps what the table has no column for. A record without an id gets one that its text determines.
public struct CSVReader: PersonReader {
  /// The cells of the first line, its number, and the number of lines.
  private typealias Preamble = (cells: [String], line: Int, count: Int)

  private var records: CSVRecords
  /// The lines above the headings, or in their place.
  private var preamble: Preamble?
  /// The columns; `nil` until the headings were read.
  private var table: CSVTable?
  /// The cells of the last person, what they made, and whether some of them are in the note.
  private var cells: [String] = []
  private var wholeName = ""
  private var hasOthers = false
  private var decoder = LineDecoder()
  private var derivedIDs = DerivedIDs()
  private let isNamed: Bool
  private let mappings: [ColumnMapping]
  private var lookahead = CSVLookahead()
  /// The values in the table so far that no field can hold, and those of the last record.
  private var foreign = CSVForeignValues()
  private var lastForeign = CSVForeignValues()
  /// The number of people read, and the problems.
  public private(set) var report = ImportReport()
  /// The columns of the tables so far, each once.
  public private(set) var columns: [ImportColumn] = []

  /// Creates a reader of the bytes of `source`.
  ///
  /// - Parameters:
  ///   - source: The bytes of the table.
  ///   - options: Whether the user says that the table lists people, so that a heading for names is enough, and the
  ///     meanings of columns.
  public init(_ source: some ByteSource, _ options: ReadingOptions = ReadingOptions()) {
    records = CSVRecords(source)
    mappings = options.mappings
    isNamed = options.isNamed || !mappings.isEmpty
  }

  /// The number of bytes read so far.
  public var bytesRead: Int { records.bytesRead }

  /// Reads the next person; `nil` at the end.
  ///
  /// - Throws: The reason why the file cannot be read further.
  /// - Complexity: O(*n*), where *n* is the number of bytes up to the end of that person; the first call may look
  ///   ahead a few records.
  public mutating func next() throws(FileAccessError) -> Person? {
    while let record = try lookahead.next(of: &records) {
      switch record.problem {
      case .openQuote: report.skip("a quote in this record is never closed.", line: record.line)
      case .tooLong: report.skip("this record is too long.", line: record.line)
      case nil:
        let cells = record.fields.map { decoder.text($0, line: record.line, report: &report).trimmed }
        if cells.allSatisfy(CSVHeadings.isEmpty) { continue }
        guard let table else {
          guard begin(cells, record) else { return nil }
          continue
        }
        if let headings = CSVHeadings.repeated(cells, in: table, &records) {
          finish(table)
          self.table = makeTable(headings, line: record.line)
          continue
        }
        try lookahead.add(cells, of: table, &records)
        guard var person = person(cells, of: table, line: record.line) else {
          report.skip("this record contains no contact details.", line: record.line)
          continue
        }
        let size = record.fields.reduce(0) { $0 + $1.count }
        if let excess = RecordLimits.excess(of: person, ofSize: size) {
          report.skip("this record \(excess). It is left out.", line: record.line)
          continue
        }
        guard derivedIDs.isNew(&person, line: record.line, report: &report) else { continue }
        report.people += 1
        foreign.add(lastForeign)
        return person
      }
    }
    if table == nil, let preamble { refuse(preamble) }
    if let table { finish(table) }
    return nil
  }

  /// Reports what was left out of a table, once.
  private mutating func finish(_ table: CSVTable) {
    foreign.report(table, to: &report)
    foreign = CSVForeignValues()
    lookahead.forgetDates()
  }

  /// Reads the cells as headings if they are such; `false` when headings are no longer expected.
  private mutating func begin(_ cells: [String], _ record: CSVRecords.Record) -> Bool {
    let raw = record.fields.map { String(decoding: $0, as: UTF8.self) }
    // Below other lines, headings are certain: the lines of a letter mention names, too.
    let names = mappings.isEmpty ? [] : ColumnName.names(of: cells)
    let isMapped = mappings.contains { !$0.indices(in: names).isEmpty }
    let isTable =
      isMapped
      || (preamble == nil
        ? CSVHeadings.mayBe(raw, isNamed: isNamed) : records.hasHeadings && CSVHeadings.areHeadings(raw, needed: 2))
    if isTable {
      table = makeTable(cells, line: record.line)
      return true
    }
    preamble = (preamble?.cells ?? cells, preamble?.line ?? record.line, (preamble?.count ?? 0) + 1)
    guard let preamble, preamble.count == CSVHeadings.searchedLines else { return true }
    refuse(preamble)
    return false
  }

  private mutating func makeTable(_ headings: [String], line: Int) -> CSVTable {
    let table = CSVTable(headings: headings, line: line, mappings: mappings)
    columns += table.importColumns.filter { !columns.contains($0) }
    return table
  }

  private mutating func refuse(_ preamble: Preamble) {
    let shown = preamble.cells.filter { !$0.isEmpty }
    let rest = shown.count > 4 ? ["\((shown.count - 3).grouped) more"] : []
    let found = (shown.prefix(rest.isEmpty ? 4 : 3).map(\.excerpt) + rest).listed(last: "and")
    let needed = CSVEvidence.needed.map(\.name).listed(last: "or")
    let isList = !isNamed && CSVHeadings.mayBe(preamble.cells, isNamed: true)
    report.skip(
      """
      this table begins with \(found), but has no column of an address book, such as \(needed), in English, German, \
      French or Spanish.
      """, line: preamble.line, remedy: isList ? .namedFormat : nil)
  }

  // MARK: A person

  private mutating func person(_ cells: [String], of table: CSVTable, line: Int) -> Person? {
    let builder = CSVPersonBuilder(cells, of: table, dateOrders: lookahead.dateOrders)
    lastForeign = builder.foreign
    var person = builder.person
    (self.cells, wholeName, hasOthers) = (cells, builder.wholeName, !builder.others.isEmpty)
    for note in builder.notes { report.note(note, line: line) }
    // A record of ours may be about a person without any of these fields.
    guard !person.isBlank || table.isOurs && !person.id.isEmpty else { return nil }
    person.id =
      person.id.isEmpty
      ? derivedIDs.id(of: cells.joined(separator: "\u{1F}").utf8) : UUIDText.canonical(person.id)
    return person
  }

  /// Changes the fields that the table has columns for.
  public var lastUpdate: PersonUpdate {
    guard let table else { return PersonUpdate { _, read in read } }
    let record = CSVRecordUpdate(table: table, cells: cells, wholeName: wholeName, hasOthers: hasOthers)
    return PersonUpdate { present, read in record.update(of: present, to: read) }
  }
}
