/// Writes people as JSON, one object a line.
///
/// The keys are always the same, and always all there.
public struct JSONWriter: PersonWriter, Sendable {
  /// Creates a writer.
  public init() {}

  /// Writes a person as one line.
  public func write(_ person: Person, into output: inout String) {
    output += Self.object(person)
    output += "\n"
  }

  /// The object without the end of line.
  public static func object(_ person: Person) -> String {
    var output = "{\"id\":\(JSONText.string(person.id)),\"name\":\(JSONText.string(person.name))"
    for field in FieldCatalogue.current.fields {
      output += ",\"\(field.id)\":"
      field.kind.writeJSON(of: person, into: &output)
    }
    return output + "}"
  }
}
