/// Reads people from comma-separated values under a line of headings: ours, or an export of Google, Outlook,
/// Thunderbird, Yahoo, LinkedIn or Apple, in English, German, French or Spanish.
///
/// A cell that has no field of its own is kept as a line of the note, under its heading. Several values share a cell
/// with ` ::: ` between. Bytes that are not UTF-8 are read as Windows-1252, as spreadsheets write it. A person who is
/// in the book already keeps what the table has no column for. A record without an id gets one that its text
/// determines.
public struct CSVReader: PersonReader {
  private var records: CSVRecords
  /// The lines above the headings, or in their place.
  private var preamble: (line: Int, count: Int)?
  private var headings: [String]?
  private var columns: [CSVColumn] = []
  /// Whether this is a table written by this program.
  private var isOurs = false
  /// The cells of the last person.
  private var cells: [String] = []
  private let charsets = CharsetDecoder()
  private var derivedIDs = DerivedIDs()
  private var hasOtherBytes = false
  /// The number of people read, and the problems.
  public private(set) var report = ImportReport()

  /// Creates a reader of the bytes of `source`.
  public init(_ source: some ByteSource) {
    records = CSVRecords(source)
  }

  /// The number of bytes read so far.
  public var bytesRead: Int { records.bytesRead }

  /// Reads the next person; `nil` at the end.
  public mutating func next() throws(FileError) -> Person? {
    while let record = try records.next() {
      switch record.problem {
      case .openQuote: report.skip("a quote in this record is never closed.", line: record.line)
      case .tooLong: report.skip("this record is too long.", line: record.line)
      case nil:
        let cells = record.fields.map { text($0, line: record.line) }
        if cells.allSatisfy(\.isEmpty) { continue }
        guard let headings else {
          guard try begin(cells, line: record.line) else { return nil }
          continue
        }
        guard var person = person(cells, headings: headings, line: record.line) else {
          report.skip("this record contains no contact details.", line: record.line)
          continue
        }
        guard derivedIDs.isNew(&person, line: record.line, report: &report) else { continue }
        report.people += 1
        self.cells = cells
        return person
      }
    }
    if headings == nil, let preamble { refuse(line: preamble.line) }
    return nil
  }

  /// Reads the cells as headings if they are such; `false` when headings are no longer expected.
  private mutating func begin(_ cells: [String], line: Int) throws(FileError) -> Bool {
    let columns = CSVColumn.columns(for: cells)
    let isTable =
      cells.count(where: { !$0.isEmpty }) > 1
      ? columns.contains(where: \.isOfPerson) : CSVColumn.certainCount(of: cells) > 0
    if isTable {
      self.columns = columns
      isOurs = CSVColumn.areOurs(cells)
      headings = cells
      return true
    }
    preamble = (preamble?.line ?? line, (preamble?.count ?? 0) + 1)
    guard let preamble, preamble.count == CSVHeadings.searchedLines else { return true }
    refuse(line: preamble.line)
    return false
  }

  private mutating func refuse(line: Int) {
    let headings = CSVWriter.headings.dropFirst().joined(separator: ", ")
    report.skip(
      """
      this table has no line of known headings, which are name, \(headings), and what programs write for these in \
      English, German, French and Spanish.
      """, line: line)
  }

  private mutating func text(_ bytes: [UInt8], line: Int) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return Self.cell(text) }
    if !hasOtherBytes {
      hasOtherBytes = true
      report.note("this file is not in UTF-8; it was read as Windows-1252.", line: line)
    }
    let text = charsets.decode(bytes, charset: "WINDOWS-1252") ?? String(decoding: bytes, as: UTF8.self)
    return Self.cell(text)
  }

  private static func cell(_ text: String) -> String { VCardText.clean(text).trimmed }

  // MARK: A person

  private mutating func person(_ cells: [String], headings: [String], line: Int) -> Person? {
    var person = Person()
    var (wholeName, middleName, label, otherLabel) = ("", "", "", "")
    var notes: [String] = []
    var others: [String] = []
    var born: [CSVColumn: String] = [:]
    func keep(_ cell: String, under heading: String?) {
      if cell.isEmpty { return }
      others.append((heading.map { "\($0): " } ?? "") + cell)
    }
    func set(_ field: inout String, _ cell: String, under heading: String?) {
      if field.isEmpty { field = cell } else { keep(cell, under: heading) }
    }
    for (index, cell) in cells.enumerated() {
      let column = index < columns.count ? columns[index] : .other
      let heading = index < headings.count ? headings[index] : nil
      // A label belongs to the next value, even if that is missing.
      if case .email = column, cell.isEmpty { label = "" }
      if case .phone = column, cell.isEmpty { label = "" }
      if case .other = column, cell.isEmpty { otherLabel = "" }
      guard !cell.isEmpty, isOurs || !Self.isNothing(cell, under: heading) else { continue }
      switch column {
      case .id where isOurs || UUIDText.isUUID(UUIDText.canonical(cell)): person.id = cell
      case .name: set(&wholeName, cell, under: heading)
      case .firstName: set(&person.firstName, cell, under: heading)
      case .middleName: set(&middleName, cell, under: heading)
      case .lastName: set(&person.lastName, cell, under: heading)
      case .text(let key): set(&person[key], cell, under: heading)
      case .label: label = Self.label(cell)
      case .email(let kind): person.emails += values(cell, label: kind.isEmpty ? take(&label) : kind)
      case .phone(let kind): person.phones += values(cell, label: kind.isEmpty ? take(&label) : kind)
      case .tags: person.tags += tags(cell).filter { !person.tags.contains($0) }
      case .note: notes.append(cell)
      case .birthYear, .birthMonth, .birthDay: born[column] = cell
      case .birthday:
        do {
          person.birthday = try PartialDate(typed: cell)
        } catch {
          keep(cell, under: heading)
          report.note("\(error) It was kept in the note.", line: line)
        }
      case .otherLabel: otherLabel = Self.label(cell)
      // The numbers of other programs are not ids.
      case .other, .id: keep(Self.withoutStar(cell), under: Self.heading(heading, label: take(&otherLabel)))
      case .ignored: break
      }
    }
    if !born.isEmpty {
      let parts = [CSVColumn.birthYear, .birthMonth, .birthDay].map { born[$0].map(Int.init) ?? .none }
      person.birthday = parts[1].flatMap { month in
        parts[2].flatMap { PartialDate(year: parts[0], month: month, day: $0) }
      }
      if person.birthday == nil {
        let words = [born[.birthYear], born[.birthMonth], born[.birthDay]].map { $0 ?? "?" }
        keep(words.joined(separator: "-"), under: "Birthday")
        report.note("The birthday is not a date. It was kept in the note.", line: line)
      }
    }
    person.firstName = [person.firstName, middleName].filter { !$0.isEmpty }.joined(separator: " ")
    if !person.hasName {
      person.firstName = wholeName
    } else if isOurs {
      person.setFullName(wholeName)
    } else if !wholeName.isEmpty, wholeName != person.name {
      keep(wholeName, under: headings[columns.firstIndex(of: .name) ?? 0])
    }
    person.note = (notes + others).joined(separator: "\n")
    // A record of ours may be about a person without any of these fields.
    guard !person.isBlank || isOurs && !person.id.isEmpty else { return nil }
    person.id =
      person.id.isEmpty
      ? derivedIDs.id(of: cells.joined(separator: "\u{1F}").utf8) : UUIDText.canonical(person.id)
    return person
  }

  /// Whether a cell is a program's placeholder for an unknown value: `0/0/00`, or a gender that is not specified.
  private static func isNothing(_ cell: String, under heading: String?) -> Bool {
    let isZeroDate = cell.split { "/.-".contains($0) }.count == 3 && cell.allSatisfy { "0/.-".contains($0) }
    if isZeroDate { return true }
    guard let heading, CSVColumn.genders.contains(CSVColumn.normalised(heading)) else { return false }
    return CSVColumn.unknownGenders.contains(CSVColumn.normalised(cell))
  }

  /// `Website (home)` for the value `Website 1 - Value` with a label.
  private static func heading(_ heading: String?, label: String) -> String? {
    guard let heading, !label.isEmpty else { return heading }
    let words = heading.split(separator: " ").filter { !$0.allSatisfy(\.isNumber) && $0 != "-" }
    return "\(words.dropLast().joined(separator: " ")) (\(label))"
  }

  /// The present person when their record would be the same; else with the fields that the table has columns for.
  public func update(of present: Person, to read: Person) -> Person {
    if isOurs, cells == CSVWriter.cells(of: present).map(Self.cell) { return present }
    let known = Set(columns)
    func has(_ some: CSVColumn...) -> Bool { !known.isDisjoint(with: some) }
    var person = present
    if has(.name, .firstName, .lastName) { (person.firstName, person.lastName) = (read.firstName, read.lastName) }
    if isOurs, has(.name) { person.fullName = read.fullName }
    for case .text(let key) in known { person[key] = read[key] }
    if has(.birthday, .birthDay) { person.birthday = read.birthday }
    if has(.tags) { person.tags = read.tags }
    if has(.note, .other) { person.note = read.note }
    if known.contains(where: { if case .email = $0 { true } else { false } }) {
      person.emails = labelled(read.emails, as: present.emails)
    }
    if known.contains(where: { if case .phone = $0 { true } else { false } }) {
      person.phones = labelled(read.phones, as: present.phones)
    }
    return person
  }

  /// A value without a label has the one that the book has for it, unless the table is ours and says all labels.
  private func labelled(_ values: [LabeledValue], as present: [LabeledValue]) -> [LabeledValue] {
    if isOurs { return values }
    return values.map { value in
      value.label.isEmpty ? present.first { $0.value == value.value } ?? value : value
    }
  }

  private func take(_ label: inout String) -> String {
    defer { label = "" }
    return label
  }

  private static func parts(_ cell: String) -> [String] {
    cell.split(separator: ":::").map { String($0).trimmed }.filter { !$0.isEmpty }
  }

  private func values(_ cell: String, label: String) -> [LabeledValue] {
    isOurs && label.isEmpty ? CSVList.values(in: cell) : Self.parts(cell).map { LabeledValue(label: label, value: $0) }
  }

  /// A label in lower case, without Google's star and Apple's brackets.
  private static func label(_ cell: String) -> String {
    var label = withoutStar(cell)
    if label.hasPrefix("_$!<"), label.hasSuffix(">!$_") { label = String(label.dropFirst(4).dropLast(4)) }
    return label.lowercased()
  }

  /// Google marks the preferred one of several with a star.
  private static func withoutStar(_ cell: String) -> String {
    cell == "*" ? "" : cell.hasPrefix("* ") ? String(cell.dropFirst(2)) : cell
  }

  /// Google's built-in groups begin with a star, and describe no person.
  private func tags(_ cell: String) -> [String] {
    if isOurs { return CSVList.texts(in: cell) }
    let parts = Self.parts(cell).filter { !$0.hasPrefix("* ") }
    if cell.contains(":::") { return parts }
    return parts.flatMap { $0.split { $0 == "," || $0 == ";" } }.map { String($0).trimmed }.filter { !$0.isEmpty }
  }
}
