import FoundationEssentials

/// Reads people from JSON: an object a line, an array of objects, or a mixture.
///
/// Keys that are missing are empty fields; unknown keys are ignored. A value may also be plain text where the writer
/// makes an object: `"emails": ["ada@example.org"]`. An object that cannot be read is reported with its line and left
/// out; the next one is read as if it had been first. An object without an id gets one that its text determines.
public struct JSONReader: PersonReader {
  private var objects: JSONObjects
  private let decoder = JSONDecoder()
  private var derivedIDs = DerivedIDs()
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
          report.skip("this object says nothing about a person.", line: object.line)
          continue
        }
        if person.id.isEmpty { person.id = derivedIDs.id(of: object.bytes) }
        guard derivedIDs.isNew(&person, line: object.line, report: &report) else { continue }
        for key in record.unreadableKeys {
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
    var person = read
    person.cardFrame = present.cardFrame
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
  let unreadableKeys: [String]

  init(from decoder: any Decoder) throws {
    var decoder = try FieldDecoder(decoder, clean: VCardText.clean)
    person.id = UUIDText.canonical(try decoder.text(Self.id) ?? "")
    let name = try decoder.text(Self.name) ?? ""
    for field in FieldCatalogue.current.fields { try field.kind.readJSON(&decoder, field.key, into: &person) }
    for (key, text) in decoder.unreadable {
      person.note += (person.note.isEmpty ? "" : "\n") + "\(key): \(text)"
    }
    unreadableKeys = decoder.unreadable.map(\.key)
    let fullName = person.fullName
    person.fullName = ""
    // A person written by hand may have a name only. The writer's stand-in for a missing name is not a name.
    if !person.hasName, !person.standIns.contains(name) { person.firstName = name }
    if !fullName.isBlank { person.fullName = fullName }
  }
}
