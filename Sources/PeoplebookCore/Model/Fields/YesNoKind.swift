/// Yes or no: the text `yes`, or none.
struct YesNoKind: KeyedTextKind {
  static let yes = "yes"
  /// The words for yes in the languages of headings, in lower case.
  static let wordsForYes: Set = [
    yes, "y", "true", "on", "1", "x", "ja", "j", "wahr", "oui", "o", "vrai", "sí", "si", "s", "verdadero",
  ]
  private static let wordsForNo: Set = ["no", "n", "false", "off", "0", "nein", "falsch", "non", "faux", "falso"]
  /// The words for any other text.
  static let complaint = "is neither “yes” nor “no”"

  let key: TextKey

  /// Whether a text means yes; `nil` when it means neither yes nor no.
  static func isYes(_ text: String) -> Bool? {
    let word = text.trimmed.lowercased()
    return wordsForYes.contains(word) ? true : word.isEmpty || wordsForNo.contains(word) ? false : nil
  }

  func set(_ text: String, in person: inout Person) { person[key] = Self.isYes(text) == true ? Self.yes : "" }

  func copy(from other: Person, to person: inout Person) { person[key] = other[key] }

  func problem(in text: String) -> String? {
    Self.isYes(text) == nil ? "\(text.trimmed.excerpt) \(Self.complaint)." : nil
  }

  func assign(_ texts: [String], to person: inout Person) throws(InvalidValue) {
    guard let text = texts.last else { return }
    if let problem = problem(in: text) { throw InvalidValue(description: problem) }
    set(text, in: &person)
  }

  func readJSON(_ decoder: inout FieldDecoder, _ key: FieldKey, into person: inout Person) throws {
    guard let text = try decoder.text(key) else { return }
    guard decoder.isImported else { return person[self.key] = text }
    set(text, in: &person)
    if Self.isYes(text) == nil { decoder.unreadable.append((key.stringValue, text, Self.complaint)) }
    if !text.isEmpty, text.isBlank { decoder.blank.append(key.stringValue) }
  }
}
