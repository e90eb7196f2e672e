/// Writes people as JSON, one object a line. The keys are always the same, and always all there.
public struct JSONWriter: PersonWriter, Sendable {
  public init() {}

  public func write(_ person: Person, into output: inout String) {
    output += Self.object(person)
    output += "\n"
  }

  /// The object without the end of line.
  public static func object(_ person: Person) -> String {
    let fields: [(String, String)] = [
      ("id", JSONText.string(person.id)),
      ("name", JSONText.string(person.name)),
      ("firstName", JSONText.string(person.firstName)),
      ("lastName", JSONText.string(person.lastName)),
      ("fullName", JSONText.string(person.fullName)),
      ("nickname", JSONText.string(person.nickname)),
      ("organisation", JSONText.string(person.organisation)),
      ("title", JSONText.string(person.title)),
      ("emails", values(person.emails)),
      ("phones", values(person.phones)),
      ("birthday", person.birthday.map { JSONText.string($0.iso) } ?? "null"),
      ("tags", JSONText.array(person.tags)),
      ("note", JSONText.string(person.note)),
      ("otherProperties", JSONText.array(person.otherProperties)),
    ]
    return "{" + fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }

  private static func values(_ values: [LabeledValue]) -> String {
    let objects = values.map {
      "{\"label\":\(JSONText.string($0.label)),\"value\":\(JSONText.string($0.value))}"
    }
    return "[\(objects.joined(separator: ","))]"
  }
}
