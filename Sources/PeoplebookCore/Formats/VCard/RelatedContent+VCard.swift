/// A related person is a RELATED line, or in version 3 an X-ABRELATEDNAMES line with a label; other programs have a
/// property for some relations.
extension RelatedContent: VCardLabeledContent {
  func value(in line: VCardProperty) -> String { VCardContents.text(line.value) }

  func label(in line: VCardProperty) -> String {
    Self.labels[line.name] ?? VCardLabel.label(for: line.types)
  }

  /// The types of RFC 6350 for relations.
  private static let types: Set<String> = [
    "contact", "acquaintance", "friend", "met", "co-worker", "colleague", "co-resident", "neighbor", "child", "parent",
    "sibling", "spouse", "kin", "muse", "crush", "date", "sweetheart", "me", "agent", "emergency",
  ]

  func line(for value: LabeledValue, _ property: PersonField.Property, _ version: VCardVersion) -> String? {
    if value.label.isEmpty { return line(forValue: value.value, property, version) }
    guard version == .v4, Self.types.contains(value.label) else { return nil }
    return property.name + ";TYPE=\(value.label.uppercased())" + text(of: value.value)
  }

  func line(forValue value: String, _ property: PersonField.Property, _ version: VCardVersion) -> String {
    version == .v4 ? property.name + text(of: value) : Self.labeledName + ":" + VCardText.escape(value)
  }

  func text(of value: String) -> String {
    withoutScheme(value) == value ? ";VALUE=text:" + VCardText.escape(value) : ":" + VCardText.escapeURI(value)
  }
}
