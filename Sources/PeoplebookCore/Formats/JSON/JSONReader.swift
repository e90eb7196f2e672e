import FoundationEssentials

/// Reads people from JSON: an object a line, an array of objects, or a mixture.
///
/// Keys that are missing are empty fields; unknown keys are ignored. A value may also be plain text where the writer
/// makes an object: `"emails": ["ada@example.org"]`. An object that cannot be read is reported with its line and left out;
/// the next one is read as if it had been first. An object without an id gets one that its text determines.
public struct JSONReader: PersonReader {
  private var objects: JSONObjects
  private let decoder = JSONDecoder()
  private var derivedIDs = DerivedIDs()
  public private(set) var report = ImportReport()

  public init(_ source: some ByteSource) {
    objects = JSONObjects(source)
  }

  public var bytesRead: Int { objects.bytesRead }

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
        if record.hasUnreadableBirthday {
          report.note(
            "the birthday is not a date like 1815-12-10 or --12-10. It was kept in the note.", line: object.line)
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
    person.id = UUIDText.canonical(clean(id))
    person.firstName = clean(firstName)
    person.lastName = clean(lastName)
    person.nickname = clean(nickname)
    person.organisation = clean(organisation)
    person.title = clean(title)
    person.emails = (emails ?? []).map(\.value)
    person.phones = (phones ?? []).map(\.value)
    person.birthday = birthday.flatMap { PartialDate(iso: $0) }
    person.tags = (tags ?? []).map(clean).filter { !$0.trimmed.isEmpty }
    person.note = clean(note)
    if hasUnreadableBirthday {
      person.note += (person.note.isEmpty ? "" : "\n") + "birthday: \(clean(birthday))"
    }
    person.otherProperties = otherProperties ?? []
    // A person that was written by hand may have a name only. What the writer puts there for want of a name is none.
    let name = clean(name)
    if !person.hasName, !person.standIns.contains(name) { person.firstName = name }
    let fullName = clean(fullName)
    if !fullName.trimmed.isEmpty { person.fullName = fullName }
    return person
  }

  /// Whether there is a birthday that is not a date; it becomes a line of the note.
  var hasUnreadableBirthday: Bool {
    guard let birthday, !birthday.trimmed.isEmpty else { return false }
    return PartialDate(iso: birthday) == nil
  }

  private func clean(_ text: String?) -> String { VCardText.clean(text ?? "") }
}

/// `{"label": "work", "value": "…"}`, or only the value.
private struct JSONValue: Decodable {
  var value: LabeledValue

  private enum CodingKeys: CodingKey { case label, value }

  init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      value = LabeledValue(value: VCardText.clean(text))
    } else {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      value = LabeledValue(
        label: VCardText.clean(try container.decodeIfPresent(String.self, forKey: .label) ?? ""),
        value: VCardText.clean(try container.decode(String.self, forKey: .value)))
    }
  }
}
