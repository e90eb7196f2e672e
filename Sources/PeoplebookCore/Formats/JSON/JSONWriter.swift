/// Writes people as JSON, one object a line.
///
/// The keys are always the same, and always all there.
public struct JSONWriter: PersonWriter, Sendable {
  /// Creates a writer.
  public init() {}

  /// Writes a person as one line.
  ///
  /// - Returns: The part of the person that the text has.
  /// - Complexity: O(*n*), where *n* is the length of the object.
  @discardableResult
  public func write(_ person: Person, into output: inout String) -> WrittenPart {
    Self.write(person, into: &output)
    output += "\n"
    return .everything
  }

  /// The object without the end of line.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the object.
  public static func object(_ person: Person) -> String {
    var output = ""
    write(person, into: &output)
    return output
  }

  private static func write(_ person: Person, into output: inout String) {
    output += "{\"id\":"
    JSONText.write(person.id, into: &output)
    output += ",\"name\":"
    JSONText.write(person.name, into: &output)
    for (key, kind) in fields {
      output += key
      kind.writeJSON(of: person, into: &output)
    }
    output += "}"
  }

  /// The kinds of the fields with their keys, as an object has them.
  private static let fields = FieldCatalogue.current.fields.map { (key: ",\"\($0.id)\":", kind: $0.kind) }
}
