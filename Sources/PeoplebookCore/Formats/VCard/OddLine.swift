/// A text among a person's other properties that is not a line of a card: a card has it as the value of a line.
enum OddLine {
  private static let name = "X-PEOPLEBOOK-LINE"

  /// The line for one of a person's other properties; `nil` for a blank one.
  static func property(_ text: String, line: Int) -> VCardProperty? {
    if let property = VCardProperty(text: text, line: line), property.hasWords { return property }
    return text.trimmed.isEmpty ? nil : VCardProperty(text: "\(name):\(VCardText.escape(text))", line: line)
  }

  /// The text that a line was made of; `nil` for any other line, and where the text would be a line of its own.
  static func text(in line: VCardProperty) -> String? {
    guard line.name == name, line.isBare else { return nil }
    let text = VCardText.unescape(line.value)
    return property(text, line: 0)?.text == line.text ? text : nil
  }
}
