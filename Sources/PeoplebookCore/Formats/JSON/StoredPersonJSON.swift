import Persistence

/// Writes people as ``JSONWriter`` does, from the rows of the book: no person is made of most of them.
final class StoredPersonJSON: Sendable {
  /// A field, with the texts that precede its value as ranges of the literals.
  private struct Field {
    /// The key with its signs: `,"tags":` for the tags.
    var key: Range<Int>
    /// The key with the value of an empty field: `,"tags":[]`.
    var empty: Range<Int>
    var form: JSONForm
    /// The index of the column or list.
    var index: Int
  }

  private let fields: [Field]
  /// The keys of the fields in one piece, so that no array is retained for each.
  private let literals: ByteBuffer
  private let names: (first: Int, last: Int, full: Int)

  /// Fails when a field has no ``FieldKind/jsonForm``.
  init?() {
    let table = Person.table
    var literals = ByteBuffer()
    var fields: [Field] = []
    for field in FieldCatalogue.current.fields {
      guard let form = field.kind.jsonForm, let index = table.index(of: field, form) else { return nil }
      let key = Self.add(",\"\(field.id)\":", to: &literals)
      fields.append(Field(key: key, empty: 0..<0, form: form, index: index))
    }
    // One after the other, so that empty fields in a row are one range.
    for (index, field) in FieldCatalogue.current.fields.enumerated() {
      fields[index].empty = Self.add(",\"\(field.id)\":\(fields[index].form.emptyValue)", to: &literals)
    }
    let column = { (field: PersonField) in table.index(of: field, .text) ?? 0 }
    names = (column(.first), column(.last), column(.fullName))
    self.fields = fields
    self.literals = literals
  }

  private static func add(_ text: String, to literals: inout ByteBuffer) -> Range<Int> {
    var text = text
    let start = literals.count
    text.withUTF8 { literals.append(UnsafeRawBufferPointer($0)) }
    return start..<literals.count
  }

  /// Appends the line of a person.
  ///
  /// - Parameter read: Reads the person in a row: a stand-in for a missing name depends on all fields.
  /// - Throws: The reason why the book cannot be read.
  func write(
    _ row: StoredRow, into output: inout ByteBuffer, read: (Int64) throws(StoreError) -> Person?
  ) throws(StoreError) {
    output.append("{\"id\":")
    JSONText.write(row.id, into: &output)
    output.append(",\"name\":")
    JSONText.write(try name(in: row, read), into: &output)
    // The empty fields since the last one with a value.
    var empty = 0..<0
    for field in fields {
      switch field.form {
      case .text, .date:
        if let text = row.text(ofColumn: field.index), !text.isEmpty {
          begin(field, after: &empty, into: &output)
          JSONText.write(text, into: &output)
          continue
        }
      case .texts, .labeledValues:
        if try writeList(field, of: row, after: &empty, into: &output) { continue }
      }
      empty = (empty.isEmpty ? field.empty : empty).lowerBound..<field.empty.upperBound
    }
    append(empty, to: &output)
    output.append("}\n")
  }

  /// Writes a list; returns `false` when it is empty, and nothing was written.
  private func writeList(
    _ field: Field, of row: StoredRow, after empty: inout Range<Int>, into output: inout ByteBuffer
  ) throws(StoreError) -> Bool {
    var isFirst = true
    try row.forEachElement(ofList: field.index) { element in
      if isFirst { begin(field, after: &empty, into: &output) }
      output.append(isFirst ? UInt8(ascii: "[") : UInt8(ascii: ","))
      isFirst = false
      if case .texts = field.form { return JSONText.write(element.text(ofPart: 0), into: &output) }
      output.append("{\"label\":")
      JSONText.write(element.text(ofPart: 0), into: &output)
      output.append(",\"value\":")
      JSONText.write(element.text(ofPart: 1), into: &output)
      output.append("}")
    }
    if !isFirst { output.append(UInt8(ascii: "]")) }
    return !isFirst
  }

  /// Appends the key of a field with a value, after the empty fields before it.
  private func begin(_ field: Field, after empty: inout Range<Int>, into output: inout ByteBuffer) {
    append(empty, to: &output)
    empty = 0..<0
    append(field.key, to: &output)
  }

  private func name(
    in row: StoredRow, _ read: (Int64) throws(StoreError) -> Person?
  ) throws(StoreError) -> String {
    let name = Person.name(
      first: Self.string(row, names.first), last: Self.string(row, names.last), full: Self.string(row, names.full))
    if let name { return name }
    return try read(row.row)?.name ?? ""
  }

  private func append(_ literal: Range<Int>, to output: inout ByteBuffer) {
    output.append(literals.bytes(literal))
  }

  private static func string(_ row: StoredRow, _ column: Int) -> String {
    row.text(ofColumn: column).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

extension JSONForm {
  /// The value of an empty field.
  fileprivate var emptyValue: String {
    switch self {
    case .text: "\"\""
    case .date: "null"
    case .texts, .labeledValues: "[]"
    }
  }
}

extension Table<Person> {
  /// The index of the column or list that stores a field; `nil` when it is stored in another way.
  fileprivate func index(of field: PersonField, _ form: JSONForm) -> Int? {
    switch form {
    case .text, .date: columns.firstIndex { $0.name == field.column }
    case .texts, .labeledValues: lists.firstIndex { $0.name == field.column }
    }
  }
}

extension Store {
  /// Writes all people as JSON, one object a line, as ``JSONWriter`` writes them.
  ///
  /// - Parameters:
  ///   - order: The order of the lines.
  ///   - output: Receives the bytes, many lines at a time.
  /// - Returns: The number of people; `nil` when nothing was written, since a field can only be written from a person.
  /// - Throws: The reason why the book cannot be read.
  /// - Complexity: O(*n* log *n*) in the number of people. All lines are in memory before the first are passed on.
  @discardableResult
  public func writeJSON(
    inOrder order: Order<Person>, _ output: (UnsafeRawBufferPointer) -> Void
  ) throws(StoreError) -> Int? {
    guard let json = StoredPersonJSON() else { return nil }
    return try render(
      Person.self, inOrder: order,
      { (row, bytes, read) throws(StoreError) in try json.write(row, into: &bytes, read: read) }, output: output)
  }
}
