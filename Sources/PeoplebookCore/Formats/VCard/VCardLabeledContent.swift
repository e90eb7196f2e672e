/// The lines of values with labels in a card.
protocol VCardLabeledContent: LabeledContent {
  /// The value in a line, without the label; empty when there is none.
  func value(in line: VCardProperty) -> String
  /// The label that a line has without an X-ABLabel line.
  func label(in line: VCardProperty) -> String
  /// The text that a URI means: `ada@example.org` for `mailto:ada@example.org`.
  func text(ofURI uri: String) -> String
  /// The line for a value with its label; `nil` when the label needs a line of its own.
  func line(for value: LabeledValue, _ property: PersonField.Property, _ version: VCardVersion) -> String?
  /// The line for a value whose label has a line of its own.
  func line(forValue value: String, _ property: PersonField.Property, _ version: VCardVersion) -> String
  /// A value as a line has it, with the colon before it.
  func text(of value: String) -> String
  /// Whether a plain text with a plain head is always written as it is; most lines are then compared without writing.
  var hasPlainLines: Bool { get }
}

extension VCardLabeledContent {
  func value(in line: VCardProperty) -> String {
    let value = VCardContents.text(line.value)
    guard value.hasByte(UInt8(ascii: ":")), line.values(of: "VALUE") != ["text"] else { return value }
    return text(ofURI: value)
  }

  func label(in line: VCardProperty) -> String { VCardLabel.label(for: line.types) }

  func text(ofURI uri: String) -> String { uri }

  func line(for value: LabeledValue, _ property: PersonField.Property, _ version: VCardVersion) -> String? {
    guard let types = VCardLabel.types(for: value.label) else { return nil }
    let type = types.isEmpty ? "" : ";TYPE=\(types.joined(separator: ",").uppercased())"
    return property.name + type + text(of: value.value)
  }

  func line(forValue value: String, _ property: PersonField.Property, _ version: VCardVersion) -> String {
    property.name + text(of: value)
  }

  var hasPlainLines: Bool { false }

  /// The value with the colon before it.
  ///
  /// One that a reader takes for a URI is marked as text.
  func text(of value: String) -> String {
    (text(ofURI: value) == value ? ":" : ";VALUE=text:") + VCardText.escape(value)
  }
}

extension EmailContent: VCardLabeledContent {
  func text(ofURI uri: String) -> String {
    uri.hasPrefix(inAnyCase: "mailto:") ? String(uri.dropFirst("mailto:".count)).trimmed : uri
  }

  var hasPlainLines: Bool { true }
}

extension PhoneContent: VCardLabeledContent {
  /// `+1-555 ext. 102` for `tel:+1-555;ext=102`.
  func text(ofURI uri: String) -> String {
    guard uri.hasPrefix(inAnyCase: "tel:") else { return uri }
    let parts = uri.dropFirst("tel:".count).split(separator: ";")
    let number = Self.withoutPercents(parts.first.map(String.init) ?? "").trimmed
    let ext = parts.first { $0.lowercased().hasPrefix("ext=") }
    return ext.map { "\(number) ext. \($0.dropFirst(4))".trimmed } ?? number
  }

  /// The text of a URI, in which `%20` is a blank; the text itself where that would not be text on one line.
  private static func withoutPercents(_ text: String) -> String {
    guard text.hasByte(UInt8(ascii: "%")), !text.hasByte(UInt8(ascii: "=")) else { return text }
    let bytes = QuotedPrintable.decode(Array(text.utf8.map { $0 == UInt8(ascii: "%") ? UInt8(ascii: "=") : $0 })[...])
    guard bytes.allSatisfy({ $0 >= 0x20 }) else { return text }
    return String(validating: bytes, as: UTF8.self) ?? text
  }

  var hasPlainLines: Bool { true }
}

/// A link is a URI, in which only backslashes are escaped.
extension LinkContent: VCardLabeledContent {
  func text(of value: String) -> String { ":" + VCardText.escapeURI(value) }
}
