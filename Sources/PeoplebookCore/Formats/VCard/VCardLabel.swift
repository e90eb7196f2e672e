/// The labels of e-mail addresses and phone numbers, and the words for them in cards (`TYPE=WORK,CELL`, `X-ABLabel`).
enum VCardLabel {
  /// The types of cards in the order of their words in a label.
  private static let words: [(type: String, word: String)] = [
    ("home", "home"), ("work", "work"), ("main", "main"), ("cell", "mobile"), ("fax", "fax"), ("pager", "pager"),
    ("car", "car"), ("iphone", "iphone"), ("other", "other"), ("isdn", "isdn"), ("modem", "modem"),
  ]

  /// The most words of a label that types express.
  static let mostTypes = words.count

  /// Types that every number or address has, or that mark the preferred one.
  private static let silent: Set<String> = ["voice", "internet", "pref", "x-internet"]
  /// Types that are left out of a label that has other words.
  private static let quiet: Set<String> = ["text", "video", "msg", "textphone"]

  /// The label for types.
  static func label(for types: [String]) -> String {
    if types.isEmpty { return "" }
    if types.count == 1, let word = word(for: types[0]) { return word }
    let said = types.filter { !silent.contains($0) }
    let loud = said.filter { !quiet.contains($0) }
    let known = words.filter { loud.contains($0.type) }.map(\.word)
    let unknown = (loud.isEmpty ? said : loud).filter { type in !words.contains { $0.type == type } }
    return (known + unknown).joined(separator: " ")
  }

  /// Our word for one type; `nil` where a label does not name it.
  static func word(for type: String) -> String? { words.first { $0.type == type }?.word }

  /// Whether a type, in lower case, describes the use of a value rather than its format.
  static func isType(_ type: String) -> Bool { word(for: type) != nil || silent.contains(type) || quiet.contains(type) }

  /// The types for a label; `nil` for a label that types cannot express.
  static func types(for label: String) -> [String]? {
    let parts = label.split(separator: " ", omittingEmptySubsequences: false)
    if label.isEmpty { return [] }
    let types = parts.compactMap { part in words.first { $0.word == part }?.type }
    return types.count == parts.count && self.label(for: types) == label ? types : nil
  }

  /// The label in an X-ABLabel line: free text, or a word of Apple's programs in `_$!<…>!$_`.
  ///
  /// Text with `VALUE=text` is always free.
  static func label(ofLine property: VCardProperty) -> String {
    let text = VCardText.unescape(property.value)
    return property.values(of: "VALUE") == ["text"] ? text : label(forAppleLabel: text)
  }

  /// The X-ABLabel line for a label.
  static func line(for label: String, group: String) -> String {
    let isFree = self.label(forAppleLabel: label) == label
    return "\(group).X-ABLabel\(isFree ? "" : ";VALUE=text"):\(VCardText.escape(label))"
  }

  /// `_$!<HomeFAX>!$_` is `home fax`.
  ///
  /// Google marks the preferred label with a star.
  private static func label(forAppleLabel text: String) -> String {
    let text = text.hasPrefix("* ") && text.utf8.count > 2 ? String(text.dropFirst(2)) : text
    guard text.hasPrefix("_$!<"), text.hasSuffix(">!$_"), text.utf8.count > 8 else { return text }
    var label = ""
    var isAfterSmallLetter = false
    for character in text.dropFirst(4).dropLast(4) {
      if character.isUppercase, isAfterSmallLetter { label += " " }
      isAfterSmallLetter = character.isLowercase
      label += character.lowercased()
    }
    return label
  }
}
