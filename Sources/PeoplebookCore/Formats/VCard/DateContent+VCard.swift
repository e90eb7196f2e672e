/// An anniversary has a property of its own; any other date is an X-ABDATE line with a label.
extension DateContent: VCardLabeledContent {
  func value(in line: VCardProperty) -> String {
    VCardDate.written(line)?.text ?? ""
  }

  func label(in line: VCardProperty) -> String {
    let occasion =
      switch line.name {
      case Self.labeledDate: ""
      case "DEATHDATE": "death"
      default: Self.anniversary
      }
    return [occasion, VCardLabel.label(for: line.types)].filter { !$0.isEmpty }.joined(separator: " ")
  }

  func line(for value: LabeledValue, _ property: PersonField.Property, _ version: VCardVersion) -> String? {
    switch value.label {
    case "": line(Self.labeledDate, value.value, version)
    case Self.anniversary:
      line(version == .v4 ? property.name : Self.anniversaryOfVersion3, value.value, version)
    default: nil
    }
  }

  func line(forValue value: String, _ property: PersonField.Property, _ version: VCardVersion) -> String {
    line(Self.labeledDate, value, version)
  }

  private func line(_ name: String, _ value: String, _ version: VCardVersion) -> String {
    VCardDate.line(named: name, for: WrittenDate(text: value), version: version)
  }
}
