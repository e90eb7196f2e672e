/// Reads people from comma-separated values whose first line says what is in the columns: ours, or an export of Google, Outlook
/// or Thunderbird, in English, German, French or Spanish.
///
/// A cell that has no field of its own is kept as a line of the note, under its heading. Several values share a cell with
/// ` ::: ` between. Bytes that are no UTF-8 are read as Windows-1252, as spreadsheets write it. Somebody who is in the book
/// already keeps what the table has no column for.
public struct CSVReader: PersonReader {
  private var records: CSVRecords
  private var headings: [String]?
  private var columns: [CSVColumn] = []
  /// Whether this is a table that we have written.
  private var isOurs = false
  private let charsets = CharsetDecoder()
  private var hasOtherBytes = false
  public private(set) var report = ImportReport()

  public init(_ source: some ByteSource) {
    records = CSVRecords(source)
  }

  public var bytesRead: Int { records.bytesRead }

  public mutating func next() throws(FileError) -> Person? {
    while let record = try records.next() {
      let cells = record.fields.map { text($0, line: record.line) }
      if cells.allSatisfy(\.isEmpty) { continue }
      guard let headings else {
        // What a spreadsheet writes to say what divides fields.
        if cells[0].lowercased().hasPrefix("sep=") { continue }
        guard begin(cells, line: record.line) else { return nil }
        continue
      }
      if record.isOpen {
        report.skipped += 1
        report.note("a quote begins in this record and never ends; nothing from here on was read.", line: record.line)
        return nil
      }
      if record.isCut { report.note("this record is too long, and was cut.", line: record.line) }
      if let person = person(cells, headings: headings, line: record.line) {
        report.people += 1
        return person
      }
      report.skipped += 1
      report.note("nothing in this record tells who it is.", line: record.line)
    }
    return nil
  }

  /// Learns what is in the columns; `false` when nothing there is of a person.
  private mutating func begin(_ cells: [String], line: Int) -> Bool {
    columns = CSVColumn.columns(for: cells)
    isOurs = CSVColumn.areOurs(cells)
    headings = cells
    let isTable = columns.contains(where: \.isOfPerson)
    if !isTable {
      report.note(
        """
        this is no line of headings that are understood, which are name, \(CSVWriter.headings.dropFirst().joined(separator: ", ")), \
        and what programs write for these in English, German, French and Spanish; nothing was read.
        """, line: line)
    }
    return isTable
  }

  private mutating func text(_ bytes: [UInt8], line: Int) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text.trimmed }
    if !hasOtherBytes {
      hasOtherBytes = true
      report.note("this file is not in UTF-8; it was read as Windows-1252.", line: line)
    }
    return (charsets.decode(bytes, charset: "WINDOWS-1252") ?? String(decoding: bytes, as: UTF8.self)).trimmed
  }

  // MARK: A person

  private mutating func person(_ cells: [String], headings: [String], line: Int) -> Person? {
    var person = Person()
    var (wholeName, middleName, label) = ("", "", "")
    var notes: [String] = []
    var others: [String] = []
    var born: [CSVColumn: String] = [:]
    func keep(_ cell: String, under heading: String?) {
      others.append((heading.map { "\($0): " } ?? "") + cell)
    }
    func set(_ field: inout String, _ cell: String, under heading: String?) {
      if field.isEmpty { field = cell } else { keep(cell, under: heading) }
    }
    for (index, cell) in cells.enumerated() {
      let column = index < columns.count ? columns[index] : .other
      let heading = index < headings.count ? headings[index] : nil
      // A label is for the next value, also when that is not there.
      if case .email = column, cell.isEmpty { label = "" }
      if case .phone = column, cell.isEmpty { label = "" }
      guard !cell.isEmpty else { continue }
      switch column {
      case .id where isOurs || UUIDText.isUUID(UUIDText.canonical(cell)): person.id = cell
      case .name: set(&wholeName, cell, under: heading)
      case .firstName: set(&person.firstName, cell, under: heading)
      case .middleName: set(&middleName, cell, under: heading)
      case .lastName: set(&person.lastName, cell, under: heading)
      case .nickname: set(&person.nickname, cell, under: heading)
      case .organisation: set(&person.organisation, cell, under: heading)
      case .title: set(&person.title, cell, under: heading)
      case .label: label = Self.label(cell)
      case .email(let kind): person.emails += Self.values(cell, label: kind.isEmpty ? take(&label) : kind)
      case .phone(let kind): person.phones += Self.values(cell, label: kind.isEmpty ? take(&label) : kind)
      case .tags: person.tags += tags(cell).filter { !person.tags.contains($0) }
      case .note: notes.append(cell)
      case .birthYear, .birthMonth, .birthDay: born[column] = cell
      // What Outlook writes for none.
      case .birthday where cell == "0/0/00": break
      case .birthday:
        do {
          person.birthday = try PartialDate(typed: cell)
        } catch {
          keep(cell, under: heading)
          report.note("\(error) It was kept in the note.", line: line)
        }
      // Somebody else's numbers are no ids.
      case .other, .id: keep(cell, under: heading)
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
        report.note("the birthday is no date. It was kept in the note.", line: line)
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
    guard !person.isBlank else { return nil }
    person.id = UUIDText.identifier(person.id)
    return person
  }

  /// A table says nothing of what it has no column for, and ours not what values are for.
  public func update(of present: Person, to read: Person) -> Person {
    let known = Set(columns)
    func has(_ some: CSVColumn...) -> Bool { !known.isDisjoint(with: some) }
    var person = present
    if has(.name, .firstName, .lastName) { (person.firstName, person.lastName) = (read.firstName, read.lastName) }
    if isOurs, has(.name) { person.fullName = read.fullName }
    if has(.nickname) { person.nickname = read.nickname }
    if has(.organisation) { person.organisation = read.organisation }
    if has(.title) { person.title = read.title }
    if has(.birthday, .birthDay) { person.birthday = read.birthday }
    if has(.tags) { person.tags = read.tags }
    if has(.note, .other) { person.note = read.note }
    if known.contains(where: { if case .email = $0 { true } else { false } }) {
      person.emails = Self.labelled(read.emails, as: present.emails)
    }
    if known.contains(where: { if case .phone = $0 { true } else { false } }) {
      person.phones = Self.labelled(read.phones, as: present.phones)
    }
    return person
  }

  /// A value without a label has the one that the book has for it.
  private static func labelled(_ values: [LabeledValue], as present: [LabeledValue]) -> [LabeledValue] {
    values.map { value in
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

  private static func values(_ cell: String, label: String) -> [LabeledValue] {
    parts(cell).map { LabeledValue(label: label, value: $0) }
  }

  /// Google marks the label of the value that comes first with a star.
  private static func label(_ cell: String) -> String {
    (cell.hasPrefix("* ") ? String(cell.dropFirst(2)) : cell).lowercased()
  }

  /// Google's own groups begin with a star, and say nothing about anybody.
  private func tags(_ cell: String) -> [String] {
    let parts = Self.parts(cell).filter { !$0.hasPrefix("* ") }
    guard !isOurs, !cell.contains(":::") else { return parts }
    return parts.flatMap { $0.split { $0 == "," || $0 == ";" } }.map { String($0).trimmed }.filter { !$0.isEmpty }
  }
}
