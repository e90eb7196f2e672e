import FoundationEssentials

/// Reads people from JSON: an object a line, an array of objects, or a mixture.
///
/// Keys that are missing are empty fields, or stay as they are in a person of the book; unknown keys are reported. A
/// value may also be plain text where the writer makes an object: `"emails": ["ada@example.org"]`. An object that
/// cannot be read is reported with its line and left out; the next one is read as if it had been first. An object
/// without an id gets one that its text determines.
public struct JSONReader: PersonReader {
  private var objects: JSONObjects
  private let decoder = JSONDecoder()
  private var derivedIDs = DerivedIDs()
  /// The object that was read last.
  private var record: JSONPerson?
  /// The number of people read, and the problems.
  public private(set) var report = ImportReport()

  /// Creates a reader of the bytes of `source`.
  public init(_ source: some ByteSource) {
    objects = JSONObjects(source)
  }

  /// The number of bytes read so far.
  public var bytesRead: Int { objects.bytesRead }

  /// Reads the next person; `nil` at the end.
  public mutating func next() throws(FileError) -> Person? {
    while let object = try objects.next() {
      noteStray()
      guard object.isWhole else {
        report.skip("this object does not end where it should.", line: object.line)
        continue
      }
      do {
        let record = try decoder.decode(JSONPerson.self, from: Data(object.bytes))
        var person = record.person
        guard !person.isBlank else {
          report.skip("this object contains no contact details.", line: object.line)
          continue
        }
        if person.id.isEmpty { person.id = derivedIDs.id(of: object.bytes) }
        guard derivedIDs.isNew(&person, line: object.line, report: &report) else { continue }
        self.record = record
        for key in record.unknownKeys {
          report.doubt("“\(key)” is not a field of a person. It was left out.", line: object.line)
        }
        for (key, _) in record.unreadable {
          report.note(
            "the \(key) is not a date like 1815-12-10 or --12-10. It was kept in the note.", line: object.line)
        }
        report.people += 1
        return person
      } catch {
        report.skip(Self.sentence(for: error), line: object.line)
      }
    }
    noteStray()
    return nil
  }

  /// The person that was read, with what an object has no key for.
  public func update(of present: Person, to read: Person) -> Person {
    guard let record else { return read }
    var person = present
    for field in FieldCatalogue.current.fields where record.names(field) { field.kind.copy(from: read, to: &person) }
    if !record.keys.contains(PersonField.note.key.stringValue) { record.addUnreadable(to: &person) }
    return person
  }

  private mutating func noteStray() {
    if let line = objects.takeStrayLine() { report.skip("this is not part of an object.", line: line) }
  }

  private static func sentence(for error: any Error) -> String {
    guard let error = error as? DecodingError else { return "this object is not valid JSON." }
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context):
      let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
      return path.isEmpty ? "this object is not a person." : "the value of “\(path)” is not of the right kind."
    default: return "this object is not valid JSON."
    }
  }
}

/// The object as a file may have it.
private struct JSONPerson: Decodable {
  private static let id = FieldKey(stringValue: "id")
  private static let name = FieldKey(stringValue: "name")

  var person = Person()
  /// The keys of values that no field can hold; they become lines of the note.
  let unreadable: [(key: String, text: String)]
  /// The keys of the object.
  let keys: Set<String>

  init(from decoder: any Decoder) throws {
    var decoder = try FieldDecoder(decoder, clean: VCardText.clean)
    person.id = UUIDText.canonical(try decoder.text(Self.id) ?? "")
    let name = try decoder.text(Self.name) ?? ""
    for field in FieldCatalogue.current.fields { try field.kind.readJSON(&decoder, field.key, into: &person) }
    unreadable = decoder.unreadable
    keys = decoder.keys
    addUnreadable(to: &person)
    let fullName = person.fullName
    person.fullName = ""
    // A person written by hand may have a name only. The writer's stand-in for a missing name is not a name.
    if !person.hasName, !person.standIns.contains(name) { person.firstName = name }
    if !fullName.isBlank { person.fullName = fullName }
  }

  /// The keys that no field has, sorted.
  var unknownKeys: [String] { keys.subtracting(Self.knownKeys).sorted() }

  private static let knownKeys = Set(FieldCatalogue.current.fields.map(\.key.stringValue))
    .union([id.stringValue, name.stringValue])

  /// Whether the object says something about the field: `name` is about all parts of the name.
  func names(_ field: PersonField) -> Bool {
    let parts = [PersonField.first, .last, .fullName]
    guard parts.contains(where: { $0.id == field.id }), keys.isDisjoint(with: parts.map(\.key.stringValue)) else {
      return keys.contains(field.key.stringValue)
    }
    return keys.contains(Self.name.stringValue)
  }

  /// Adds the values that no field can hold to the note.
  func addUnreadable(to person: inout Person) {
    for (key, text) in unreadable where !person.note.contains("\(key): \(text)") {
      person.note += (person.note.isEmpty ? "" : "\n") + "\(key): \(text)"
    }
  }
}
