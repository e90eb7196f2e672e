/// The cells of a field in a table.
protocol CSVKind: FieldKind {
  /// The cell for the value of a person.
  func cell(of person: Person) -> String
  /// Adds the value in a cell that is not empty to a person.
  ///
  /// - Returns: `false` when the person has a value already, which is kept.
  func read(_ cell: CSVCell, into person: inout Person) throws(InvalidValue) -> Bool
}

extension PersonField {
  /// The kind of the field's cells; `nil` where tables have no column for the field.
  ///
  /// - Precondition: The kind of a field with headings has cells.
  var csvKind: (any CSVKind)? {
    if headings.isEmpty, headingWords.isEmpty { return nil }
    guard let kind = kind as? any CSVKind else {
      // The catalogue is written in this package, and a test compares its kinds with those that have cells.
      preconditionFailure("\(id) has headings, but its kind has no cells")
    }
    return kind
  }
}

/// A cell with a value.
struct CSVCell {
  let text: String
  /// The label of the values; `nil` where the cell is written as ``CSVWriter`` does it.
  let label: String?
  /// Whether the table was written by this program.
  let isOurs: Bool
  /// The order of day and month in the dates of the column; `nil` where it is unknown.
  var dateOrder: PartialDate.NumericOrder?

  /// The values between three colons, as Google writes them.
  var parts: [String] { text.split(separator: ":::").map { String($0).trimmed }.filter { !$0.isEmpty } }
}

extension CSVKind where Self: PlainTextKind {
  func cell(of person: Person) -> String { text(of: person) }

  func read(_ cell: CSVCell, into person: inout Person) throws(InvalidValue) -> Bool {
    guard text(of: person).isEmpty else { return false }
    set(cell.text, in: &person)
    return true
  }
}

extension TextKind: CSVKind {}
extension NameKind: CSVKind {}

extension YesNoKind: CSVKind {
  func read(_ cell: CSVCell, into person: inout Person) throws(InvalidValue) -> Bool {
    if let problem = problem(in: cell.text) { throw InvalidValue(description: problem) }
    set(cell.text, in: &person)
    return true
  }
}

/// Several cells become lines below one another.
extension ParagraphsKind: CSVKind {
  func read(_ cell: CSVCell, into person: inout Person) throws(InvalidValue) -> Bool {
    let text = text(of: person)
    set(text.isEmpty ? cell.text : text + "\n" + cell.text, in: &person)
    return true
  }
}

extension DateKind: CSVKind {
  func cell(of person: Person) -> String { person[keyPath: path]?.text ?? "" }

  /// Tables of other programs have days, so that other words are more likely a value of another field.
  func read(_ cell: CSVCell, into person: inout Person) throws(InvalidValue) -> Bool {
    let date = WrittenDate(typed: cell.text, order: cell.dateOrder)
    if date.day == nil, !cell.isOurs, let doubt = WrittenDate.doubt(about: cell.text) {
      throw InvalidValue(description: doubt.description)
    }
    person[keyPath: path] = date
    return true
  }
}

extension LabeledKind: CSVKind {
  func cell(of person: Person) -> String { CSVList.cell(person[keyPath: path]) }

  func read(_ cell: CSVCell, into person: inout Person) throws(InvalidValue) -> Bool {
    if let label = cell.label {
      person[keyPath: path] += cell.parts.compactMap { typed(LabeledValue(label: label, value: $0)) }
    } else {
      person[keyPath: path] += CSVList.values(in: cell.text)
    }
    return true
  }
}

extension TagsKind: CSVKind {
  func cell(of person: Person) -> String { CSVList.cell(person[keyPath: path]) }

  func read(_ cell: CSVCell, into person: inout Person) throws(InvalidValue) -> Bool {
    let present = person[keyPath: path]
    person[keyPath: path] += Self.tags(in: cell).filter { !present.contains($0) }
    return true
  }

  /// Google's built-in groups begin with a star, and describe no person.
  private static func tags(in cell: CSVCell) -> [String] {
    if cell.isOurs { return CSVList.texts(in: cell.text) }
    let parts = cell.parts.filter { !$0.hasPrefix("* ") }
    if cell.text.contains(":::") { return parts }
    return parts.flatMap { $0.split { $0 == "," || $0 == ";" } }.map { String($0).trimmed }.filter { !$0.isEmpty }
  }
}
