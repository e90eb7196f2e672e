/// Reads people from comma-separated values whose first line says what is in the columns: ours, or an export of Google, Outlook
/// or Thunderbird.
///
/// A cell that has no field of its own is kept as a line of the note, under its heading. Several values share a cell with ` ::: `
/// between. Bytes that are no UTF-8 are read as Windows-1252, as spreadsheets write it.
public struct CSVReader<Source: ByteSource>: PersonReader {
  private var records: CSVRecords<Source>
  private var headings: [String]?
  private var columns: [CSVColumn] = []
  private let charsets = CharsetDecoder()
  private var hasOtherBytes = false
  public private(set) var report = ImportReport()

  public init(_ source: Source) {
    records = CSVRecords(source)
  }

  public var bytesRead: Int { records.bytesRead }

  public mutating func next() throws(FileError) -> Person? {
    while let record = try records.next() {
      let cells = record.fields.map { text($0, line: record.line) }
      if cells.allSatisfy(\.isEmpty) { continue }
      guard let headings else {
        guard begin(cells, line: record.line) else { return nil }
        continue
      }
      if record.isOpen { report.note("this record begins a quote that never ends.", line: record.line) }
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
    headings = cells
    let isTable = columns.contains { ![.other, .ignored, .label, .note, .tags, .id].contains($0) }
    if !isTable {
      report.note("these are no headings like “first name”, “last name” and “email”; nothing was read.", line: line)
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
    var middleName = ""
    var label = ""
    var notes: [String] = []
    var others: [String] = []
    var born: [CSVColumn: Int] = [:]
    for (index, cell) in cells.enumerated() where !cell.isEmpty {
      switch index < columns.count ? columns[index] : .other {
      case .id: person.id = cell
      case .name, .firstName: person.firstName = cell
      case .middleName: middleName = cell
      case .lastName: person.lastName = cell
      case .nickname: person.nickname = cell
      case .organisation: person.organisation = cell
      case .title: person.title = cell
      case .label: label = Self.label(cell)
      case .email(let kind): person.emails += Self.values(cell, label: kind.isEmpty ? take(&label) : kind)
      case .phone(let kind): person.phones += Self.values(cell, label: kind.isEmpty ? take(&label) : kind)
      case .tags: person.tags += Self.tags(cell).filter { !person.tags.contains($0) }
      case .note: notes.append(cell)
      case .birthYear, .birthMonth, .birthDay: born[columns[index]] = Int(cell)
      case .birthday:
        // What Outlook writes for none.
        if cell == "0/0/00" { continue }
        do {
          person.birthday = try PartialDate(typed: cell)
        } catch {
          others.append("\(headings[index]): \(cell)")
          report.note("\(error) It was kept in the note.", line: line)
        }
      case .other: others.append(index < headings.count ? "\(headings[index]): \(cell)" : cell)
      case .ignored: break
      }
    }
    if let month = born[.birthMonth], let day = born[.birthDay] {
      person.birthday = PartialDate(year: born[.birthYear], month: month, day: day)
    }
    person.firstName = [person.firstName, middleName].filter { !$0.isEmpty }.joined(separator: " ")
    person.note = (notes + others).joined(separator: "\n")
    guard !person.name.isEmpty else { return nil }
    person.id = UUIDText.identifier(person.id)
    return person
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
  private static func tags(_ cell: String) -> [String] {
    let parts = parts(cell).filter { !$0.hasPrefix("* ") }
    guard !cell.contains(":::") else { return parts }
    return parts.flatMap { $0.split { $0 == "," || $0 == ";" } }.map { String($0).trimmed }.filter { !$0.isEmpty }
  }
}
