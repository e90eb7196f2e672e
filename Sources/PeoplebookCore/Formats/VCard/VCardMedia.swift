/// Photos, logos, sounds and keys: version 3 writes their bytes after `ENCODING=b`, version 4 as a `data:` URI.
enum VCardMedia {
  /// The names of the properties that hold media.
  static let names: Set<String> = ["PHOTO", "LOGO", "SOUND", "KEY"]
  private static let kinds = ["PHOTO": "image", "LOGO": "image", "SOUND": "audio", "KEY": "application"]

  /// The line as a version writes it.
  static func line(_ property: VCardProperty, _ version: VCardVersion) -> String {
    let converted =
      switch version {
      case .v3: base64(property) ?? link(property, from: "MEDIATYPE", to: "TYPE")
      case .v4: dataURI(property) ?? link(property, from: "TYPE", to: "MEDIATYPE")
      }
    return converted ?? property.text
  }

  // MARK: Bytes

  private static let unknownBytes = "data:application/octet-stream;base64,"

  /// The line of another property as a version writes its bytes; `nil` when it has none.
  static func bytes(_ property: VCardProperty, _ version: VCardVersion) -> String? {
    switch version {
    case .v3:
      guard property.values(of: "VALUE") == ["uri"], property.value.hasPrefix(unknownBytes) else { return nil }
      let parameters = property.namedParameters.filter { $0.name != "VALUE" }
      return property.line(
        with: parameters + [VCardProperty.Parameter(name: "ENCODING", value: "b")],
        value: String(property.value.dropFirst(unknownBytes.count)))
    case .v4:
      guard property.isBase64 else { return nil }
      let parameters = property.namedParameters.filter { $0.name != "ENCODING" && $0.name != "VALUE" }
      let isURI = property.value.hasPrefix(inAnyCase: "data:")
      return property.line(
        with: parameters + [VCardProperty.Parameter(name: "VALUE", value: "uri")],
        value: (isURI ? "" : unknownBytes) + property.value)
    }
  }

  private static func dataURI(_ property: VCardProperty) -> String? {
    let isURI = property.value.hasPrefix(inAnyCase: "data:")
    guard property.isBase64 || isURI && property.parameters.contains(where: { $0.name == "ENCODING" }) else {
      return nil
    }
    if isURI { return line(property, adding: [], value: property.value) }
    let bytes = property.value.filter { !$0.isWhitespace }
    return line(property, adding: [], value: "data:\(mediaType(of: property, bytes));base64,\(bytes)")
  }

  private static func base64(_ property: VCardProperty) -> String? {
    let marker = ";base64"
    guard property.value.hasPrefix(inAnyCase: "data:"), let comma = property.value.firstIndex(of: ",") else {
      return nil
    }
    // Some programs escape the comma and the semicolon.
    let front = property.value[..<comma].filter { $0 != "\\" }
    guard front.lowercased().hasSuffix(marker) else { return nil }
    let media = front.dropFirst("data:".count).dropLast(marker.count).prefix { $0 != ";" }
    let type = media.split(separator: "/").last.map { $0.uppercased() } ?? ""
    let parameters = [("ENCODING", "b"), ("TYPE", type == "OCTET-STREAM" ? "" : type)].filter { !$0.1.isEmpty }
    return line(
      property, adding: parameters.map { VCardProperty.Parameter(name: $0.0, value: $0.1) },
      value: String(property.value[property.value.index(after: comma)...]))
  }

  /// The media type that the line names, or that its first bytes show.
  private static func mediaType(of property: VCardProperty, _ base64: String) -> String {
    let kind = kinds[property.name] ?? "application"
    if let type = property.types.first(where: { !VCardLabel.isType($0) }) {
      return type.contains("/") ? type : "\(kind)/\(type)"
    }
    let signatures = [("/9j/", "jpeg"), ("iVBOR", "png"), ("R0lG", "gif"), ("UklGR", "webp"), ("Qk", "bmp")]
    guard kind == "image", let type = signatures.first(where: { base64.hasPrefix($0.0) })?.1 else {
      return "application/octet-stream"
    }
    return "image/\(type)"
  }

  // MARK: Links

  /// A link with its media type in the parameter of the version: `TYPE=JPEG` or `MEDIATYPE=image/jpeg`.
  ///
  /// Version 3 says that the value is a link, which in version 4 it always is. Version 2.1 says so with another word.
  private static func link(_ property: VCardProperty, from: String, to: String) -> String? {
    guard !property.isBase64, property.value.contains("://") || property.value.hasPrefix(inAnyCase: "data:") else {
      return nil
    }
    var parameters = property.namedParameters
    let typeIndex = parameters.firstIndex { $0.name == from && !VCardLabel.isType($0.value.lowercased()) }
    let valueIndex = parameters.firstIndex { $0.name == "VALUE" }
    let isNamed = valueIndex.map { parameters[$0].value.lowercased() == "uri" }
    if typeIndex == nil, isNamed ?? (to == "MEDIATYPE") { return nil }
    if let typeIndex {
      let type = parameters[typeIndex].value
      let kind = kinds[property.name] ?? "application"
      let value =
        to == "TYPE"
        ? type.split(separator: "/").last.map { $0.uppercased() } ?? type
        : type.contains("/") ? type.lowercased() : "\(kind)/\(type.lowercased())"
      parameters[typeIndex] = VCardProperty.Parameter(name: to, value: value)
    }
    let value = VCardProperty.Parameter(name: "VALUE", value: "uri")
    if let valueIndex { parameters[valueIndex] = value } else { parameters.insert(value, at: 0) }
    return property.line(with: parameters, value: property.value)
  }

  /// The line with other parameters about the encoding.
  private static func line(
    _ property: VCardProperty, adding parameters: [VCardProperty.Parameter], value: String
  ) -> String {
    let own = property.parameters.filter { !["ENCODING", "TYPE", "VALUE", "MEDIATYPE", ""].contains($0.name) }
    let uses = property.types.filter(VCardLabel.isType).map { VCardProperty.Parameter(name: "TYPE", value: $0) }
    return property.line(with: parameters + uses + own, value: value)
  }
}
