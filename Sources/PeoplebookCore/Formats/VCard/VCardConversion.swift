/// Converts the lines that a person's card came with to the version that is written.
///
/// Only what the versions write differently is changed; every other line is repeated letter for letter. A line that is
/// converted twice is the same as after the first time.
enum VCardConversion {
  /// The line as a card of `version` has it.
  static func line(_ property: VCardProperty, _ version: VCardVersion) -> String {
    if VCardMedia.names.contains(property.name) { return VCardMedia.line(property, version) }
    if property.field == .birthday { return VCardDate.line(property, version) }
    if property.name == "REV", version == .v4 {
      let parameters = property.namedParameters.filter { $0.name != "VALUE" }
      return property.line(with: parameters, value: VCardTime.basic(property.value))
    }
    if property.parameters.isEmpty { return property.text }
    return switch version {
    case .v3: version3(property)
    case .v4: version4(property)
    }
  }

  /// Version 3 has neither PREF nor numbers and addresses as URIs.
  private static func version3(_ property: VCardProperty) -> String {
    var parameters = property.namedParameters
    var value = property.value
    if property.values(of: "VALUE") == ["uri"], property.field == .email || property.field == .phone {
      let text = VCardContents.text(value)
      let plain = VCardContents.withoutScheme(text, property.field)
      if plain != text {
        parameters.removeAll { $0.name == "VALUE" }
        value = VCardText.escape(plain)
      }
    }
    if let preference = property.values(of: "PREF").first {
      parameters.removeAll { $0.name == "PREF" }
      if preference == "1", !property.types.contains("pref") {
        parameters.append(VCardProperty.Parameter(name: "TYPE", value: "pref"))
      }
    }
    let isSame = parameters.count == property.parameters.count && value == property.value
    return isSame ? property.text : property.line(with: parameters, value: value)
  }

  /// Version 4 has PREF where version 3 has the type `pref`.
  private static func version4(_ property: VCardProperty) -> String {
    guard property.types.contains("pref") else { return property.text }
    var parameters: [VCardProperty.Parameter] = []
    for var parameter in property.namedParameters {
      if parameter.name == "TYPE" {
        let types = parameter.value.split(separator: ",").filter { $0.lowercased() != "pref" }
        if types.isEmpty { continue }
        parameter.value = types.joined(separator: ",")
      }
      parameters.append(parameter)
    }
    if !parameters.contains(where: { $0.name == "PREF" }) {
      parameters.append(VCardProperty.Parameter(name: "PREF", value: "1"))
    }
    return property.line(with: parameters, value: property.value)
  }
}
