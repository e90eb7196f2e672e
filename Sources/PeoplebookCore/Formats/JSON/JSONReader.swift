import FoundationEssentials

/// Reads people from JSON: an object a line, an array of objects, or a mixture.
///
/// Keys that are missing are empty fields, or stay as they are in a person of the book; unknown keys are reported. A
/// value may also be plain text where the writer makes an object: `"emails": ["ada@example.org"]`. An object that
/// cannot be read is reported with its line and left out; the next one is read as if it had been first. An object
/// without an id gets one that its text determines. An object with other keys is a person only if one of them is about
/// people: a `name` alone is not.
///
/// The value of `name` is what the writer makes of the parts of the name. Where it says more than the parts, it is the
/// full name, as FN is in a card. For a person of the book this applies only to a `name` that differs from theirs.
public struct JSONReader: PersonReader {
  private var objects: JSONObjects
  private let decoder = JSONDecoder()
  private let isNamed: Bool
  private var derivedIDs = DerivedIDs()
  /// The object that was read last.
  private var record: JSONPerson?
  /// The number of people read, and the problems.
  public private(set) var report = ImportReport()

  /// Creates a reader of the bytes of `source`.
  ///
  /// - Parameters:
  ///   - source: The bytes of the objects.
  ///   - isNamed: Whether the user says that the objects are people, so that a name is enough.
  public init(_ source: some ByteSource, isNamed: Bool = false) {
    objects = JSONObjects(source)
    self.isNamed = isNamed
  }

  /// The number of bytes read so far.
  public var bytesRead: Int { objects.bytesRead }

  /// Reads the next person; `nil` at the end.
  ///
  /// - Throws: The reason why the file cannot be read further.
  /// - Complexity: O(*n*), where *n* is the number of bytes up to the end of that person.
  public mutating func next() throws(FileAccessError) -> Person? {
    while let object = try objects.next() {
      noteStray()
      if let flaw = object.flaw {
        report.skip(flaw.sentence, line: object.line)
        continue
      }
      do {
        let record = try decoder.decode(JSONPerson.self, from: Data(object.bytes))
        guard isNamed ? record.mayBePerson : record.isPerson else {
          report.skip(record.refusal, line: object.line)
          continue
        }
        var person = record.personWithName
        guard !person.isBlank else {
          report.skip("this object contains no contact details.", line: object.line)
          continue
        }
        if let excess = RecordLimits.excess(of: person, ofSize: object.bytes.count) {
          report.skip("this record \(excess). It is left out.", line: object.line)
          continue
        }
        if person.id.isEmpty { person.id = derivedIDs.id(of: object.bytes) }
        guard derivedIDs.isNew(&person, line: object.line, report: &report) else { continue }
        self.record = record
        for key in record.unknownKeys {
          report.doubt("“\(key)” is not a field of a person. It is left out.", line: object.line)
        }
        for (key, _, complaint) in record.unreadable {
          report.note("the \(key) \(complaint). It is kept in the note.", line: object.line)
        }
        for key in record.blank { report.note("“\(key)” has a blank value. It is left out.", line: object.line) }
        report.people += 1
        return person
      } catch {
        report.skip(Self.sentence(for: error), line: object.line)
      }
    }
    noteStray()
    return nil
  }

  /// Leaves what the object has no key for.
  public var lastUpdate: PersonUpdate {
    PersonUpdate { [record] present, read in record?.update(of: present) ?? read }
  }

  private mutating func noteStray() {
    if let line = objects.takeStrayLine() { report.skip("this is not part of an object.", line: line) }
  }

  private static func sentence(for error: any Error) -> String {
    guard let error = error as? DecodingError else { return "this object is not valid JSON." }
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context):
      let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
      return path.isEmpty ? "this object is not a person." : "the value of “\(path)” has the wrong type."
    default: return "this object is not valid JSON."
    }
  }
}
