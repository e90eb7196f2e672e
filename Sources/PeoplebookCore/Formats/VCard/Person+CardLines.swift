/// The values of a person that are stored only in the lines of their card.
extension Person {
  /// The postal addresses, each on one line, with their labels.
  public var addresses: [LabeledValue] {
    cardValues(of: ["ADR"]) { property in
      VCardText.split(property.value, at: UInt8(ascii: ";")).map { VCardContents.list($0).joined(separator: ", ") }
        .filter { !$0.isEmpty }.joined(separator: ", ")
    }
  }

  /// The web addresses, with their labels.
  public var links: [LabeledValue] {
    cardValues(of: ["URL"]) { VCardContents.text($0.value) }
  }

  /// The number of the card's lines with values that no field, address or link shows.
  public var hiddenLineCount: Int {
    otherProperties.lazy.compactMap { VCardProperty(text: $0) }
      .count(where: { $0.field == nil && !$0.isLabel && $0.name != "ADR" && $0.name != "URL" })
  }

  private func cardValues(of names: Set<String>, text: (VCardProperty) -> String) -> [LabeledValue] {
    if otherProperties.isEmpty { return [] }
    let contents = VCardContents(otherProperties.compactMap { VCardProperty(text: $0) })
    return contents.properties.filter { names.contains($0.name) }.compactMap { property in
      let text = text(property).split(whereSeparator: \.isNewline).joined(separator: ", ")
      if text.isEmpty { return nil }
      let label = contents.appleLabel(of: property) ?? VCardLabel.label(for: property.types)
      return LabeledValue(label: label, value: text)
    }
  }
}
