/// Writes people as jCards (RFC 7095), one on each line.
public struct JCardWriter: PersonWriter, Sendable {
  /// Makes a writer.
  public init() {}

  /// Appends the jCard of a person and a line end.
  ///
  /// - Returns: The part of the person that the text has.
  /// - Complexity: O(*n*), where *n* is the length of the card.
  @discardableResult
  public func write(_ person: Person, into output: inout String) -> WrittenPart {
    output += Self.text(of: person)
    output += "\n"
    return .everything
  }

  /// The jCard of a person without a line end.
  static func text(of person: Person) -> String {
    let version = JCardValue.list([.text("version"), .object([:]), .text("text"), .text("4.0")])
    let lines = VCardWriter(version: .v4).lines(of: person).compactMap { VCardProperty(text: $0) }
    var output = ""
    JCardValue.list([.text("vcard"), .list([version] + lines.compactMap(JCardProperty.value))]).write(into: &output)
    return output
  }
}
