/// Photos, logos, sounds and keys: version 3 writes their bytes after `ENCODING=b`, version 4 as a `data:` URI.
enum VCardMedia {
  private static let names: Set<String> = ["PHOTO", "LOGO", "SOUND", "KEY"]
  private static let kinds = ["PHOTO": "image", "LOGO": "image", "SOUND": "audio", "KEY": "application"]

  /// The line as a version writes it; what is not media stays as it is.
  static func line(_ property: VCardProperty, _ version: VCardVersion) -> String {
    guard names.contains(property.name) else { return property.text }
    switch version {
    case .v4: return dataURI(property) ?? property.text
    case .v3: return base64(property) ?? property.text
    }
  }

  private static func dataURI(_ property: VCardProperty) -> String? {
    guard property.isBase64 else { return nil }
    let kind = kinds[property.name] ?? "application"
    let type = property.values(of: "TYPE").first ?? "octet-stream"
    let media = type.contains("/") ? type : "\(kind)/\(type)"
    let bytes = property.value.filter { !$0.isWhitespace }
    return head(of: property, adding: "") + ":data:\(media);base64,\(bytes)"
  }

  private static func base64(_ property: VCardProperty) -> String? {
    let marker = ";base64,"
    guard property.value.lowercased().hasPrefix("data:"), let comma = property.value.firstIndex(of: ",") else {
      return nil
    }
    let front = property.value[...comma]
    guard front.lowercased().hasSuffix(marker) else { return nil }
    let media = front.dropFirst("data:".count).dropLast(marker.count)
    let type = media.split(separator: "/").last.map { $0.uppercased() } ?? ""
    let parameters = ";ENCODING=b" + (type.isEmpty ? "" : ";TYPE=\(VCardProperty.quoted(type))")
    return head(of: property, adding: parameters) + ":" + property.value[property.value.index(after: comma)...]
  }

  /// The name with its group, and the parameters that are not about the encoding.
  private static func head(of property: VCardProperty, adding parameters: String) -> String {
    let own = property.parameters.filter { !["ENCODING", "TYPE", "VALUE", "MEDIATYPE", ""].contains($0.name) }
    let name = property.group.isEmpty ? property.name : "\(property.group).\(property.name)"
    return name + parameters + own.map { ";\($0.name)=\(VCardProperty.quoted($0.value))" }.joined()
  }
}
