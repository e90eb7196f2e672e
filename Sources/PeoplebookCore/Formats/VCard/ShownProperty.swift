/// A property of cards that the book has no field for, and that is shown with a person.
public struct ShownProperty: Sendable {
  /// The name that the user reads.
  public let label: String
  /// The address that a value links to; `nil` when it is not a link.
  public let link: @Sendable (String) -> String?
  private let name: String
  private let text: @Sendable (VCardProperty) -> String

  /// Each of them.
  public static let all = [
    ShownProperty(label: "Photo", link: { LinkContent().link(to: $0) }, name: "PHOTO", text: photo)
  ]

  /// `photo, 12 kB`, or the address of the photo.
  private static func photo(_ property: VCardProperty) -> String {
    let isURI = property.value.hasPrefix(inAnyCase: "data:")
    guard isURI || property.isBase64 else { return VCardContents.text(property.value) }
    let base64 = isURI ? property.value.utf8.drop { $0 != UInt8(ascii: ",") }.dropFirst() : property.value.utf8[...]
    let count = base64.count { $0 > 0x20 && $0 != UInt8(ascii: "=") } * 3 / 4
    return count == 0 ? "" : "photo, \(max(1, (count + 500) / 1000).grouped) kB"
  }

  fileprivate static let names = Set(all.map(\.name))

  /// The values in the lines of the person's card, each on one line, with their labels.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the lines.
  public func values(of person: Person) -> [LabeledValue] {
    if person.otherProperties.isEmpty { return [] }
    let contents = VCardContents(person.cardLines)
    return contents.properties.filter { $0.name == name }.compactMap { property in
      let text = text(property).split(whereSeparator: \.isNewline).joined(separator: ", ")
      if text.isEmpty { return nil }
      let label = contents.appleLabel(of: property) ?? VCardLabel.label(for: property.types.filter(VCardLabel.isType))
      return LabeledValue(label: label, value: text)
    }
  }
}

extension Person {
  /// The number of the card's lines with values that neither a field nor a ``ShownProperty`` shows.
  ///
  /// - Complexity: O(*n*), where *n* is the number of the card's lines.
  public var hiddenLineCount: Int {
    let known = ShownProperty.names.union([Self.distinctProperty])
    return cardLines.count { $0.field == nil && !$0.isLabel && !known.contains($0.name) }
  }

  fileprivate var cardLines: [VCardProperty] { otherProperties.compactMap { VCardProperty(text: $0) } }
}
