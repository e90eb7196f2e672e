import FoundationEssentials

/// Reads people from JSON: an object a line, an array of objects, or a mixture.
///
/// Keys that are missing are empty fields; unknown keys are ignored. A value may also be plain text where the writer
/// makes an object: `"emails": ["ada@example.org"]`. An object that cannot be read is reported and passed over.
public struct JSONReader: PersonReader {
  private var objects: JSONObjects
  private let decoder = JSONDecoder()
  public private(set) var report = ImportReport()

  public init(_ source: some ByteSource) {
    objects = JSONObjects(source)
  }

  public var bytesRead: Int { objects.bytesRead }

  public mutating func next() throws(FileError) -> Person? {
    while let object = try objects.next() {
      noteStray()
      guard object.isWhole else {
        skip("this object has no end.", line: object.line)
        continue
      }
      do {
        let record = try decoder.decode(JSONPerson.self, from: Data(object.bytes))
        let person = record.person
        guard !person.isBlank else {
          skip("nothing in this object tells who it is.", line: object.line)
          continue
        }
        if let birthday = record.birthday, !birthday.isEmpty, person.birthday == nil {
          report.note("this birthday is not a date like 1815-12-10 or --12-10; it was left out.", line: object.line)
        }
        report.people += 1
        return person
      } catch {
        skip(Self.sentence(for: error), line: object.line)
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
    if let line = objects.takeStrayLine() { report.note("this is not part of an object.", line: line) }
  }

  private mutating func skip(_ message: String, line: Int) {
    report.skipped += 1
    report.note(message, line: line)
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

/// The object as it may stand in a file.
private struct JSONPerson: Decodable {
  var id: String?
  var name: String?
  var firstName: String?
  var lastName: String?
  var fullName: String?
  var nickname: String?
  var organisation: String?
  var title: String?
  var emails: [JSONValue]?
  var phones: [JSONValue]?
  var birthday: String?
  var tags: [String]?
  var note: String?
  var otherProperties: [String]?

  var person: Person {
    var person = Person()
    person.id = UUIDText.identifier(id ?? "")
    person.firstName = firstName ?? ""
    person.lastName = lastName ?? ""
    person.nickname = nickname ?? ""
    person.organisation = organisation ?? ""
    person.title = title ?? ""
    person.emails = (emails ?? []).map(\.value)
    person.phones = (phones ?? []).map(\.value)
    person.birthday = birthday.flatMap { PartialDate(iso: $0) }
    person.tags = tags ?? []
    person.note = note ?? ""
    person.otherProperties = otherProperties ?? []
    // Written by hand, a person may have a name only. What stands there for want of a name is none.
    if !person.hasName, let name, !person.standIns.contains(name) { person.firstName = name }
    if let fullName, !fullName.trimmed.isEmpty { person.fullName = fullName }
    return person
  }
}

/// `{"label": "work", "value": "…"}`, or only the value.
private struct JSONValue: Decodable {
  var value: LabeledValue

  private enum CodingKeys: CodingKey { case label, value }

  init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      value = LabeledValue(value: text)
    } else {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      value = LabeledValue(
        label: try container.decodeIfPresent(String.self, forKey: .label) ?? "",
        value: try container.decode(String.self, forKey: .value))
    }
  }
}
