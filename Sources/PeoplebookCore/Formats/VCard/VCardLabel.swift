/// What an e-mail address or a phone number is for: the words of a card (`TYPE=WORK,CELL`, `X-ABLabel`), and ours.
enum VCardLabel {
  /// Words of cards in the order in which a label says them, and ours where it differs.
  private static let words: [(type: String, word: String)] = [
    ("home", "home"), ("work", "work"), ("main", "main"), ("cell", "mobile"), ("fax", "fax"), ("pager", "pager"),
    ("car", "car"), ("iphone", "iphone"), ("other", "other"), ("isdn", "isdn"), ("modem", "modem"),
  ]

  /// Types that say what every number or address can do, or which one to use first.
  private static let silent: Set<String> = ["voice", "internet", "pref", "x-internet"]
  /// Types that say more, but are no name for a number that has one.
  private static let quiet: Set<String> = ["text", "video", "msg", "textphone"]

  /// The label that types stand for.
  static func label(for types: [String]) -> String {
    if types.isEmpty { return "" }
    if types.count == 1, let word = word(for: types[0]) { return word }
    let said = types.filter { !silent.contains($0) }
    let loud = said.filter { !quiet.contains($0) }
    let known = words.filter { loud.contains($0.type) }.map(\.word)
    let unknown = (loud.isEmpty ? said : loud).filter { type in !words.contains { $0.type == type } }
    return (known + unknown).joined(separator: " ")
  }

  /// Our word for one type; nil when it is no name for a number or an address.
  static func word(for type: String) -> String? { words.first { $0.type == type }?.word }

  /// The types for a label; `nil` when it takes more than types to say it.
  static func types(for label: String) -> [String]? {
    let parts = label.split(separator: " ", omittingEmptySubsequences: false)
    if label.isEmpty { return [] }
    let types = parts.compactMap { part in words.first { $0.word == part }?.type }
    return types.count == parts.count && self.label(for: types) == label ? types : nil
  }

  /// The label that Apple's programs write beside a value: free text, or one of their own words in `_$!<…>!$_`.
  static func label(forAppleLabel text: String) -> String {
    guard text.hasPrefix("_$!<"), text.hasSuffix(">!$_"), text.utf8.count > 8 else { return text }
    var label = ""
    for character in text.dropFirst(4).dropLast(4) {
      if character.isUppercase, label.last?.isLowercase == true { label += " " }
      label += character.lowercased()
    }
    return label
  }

  /// The types without those that mean nothing, to compare two lines.
  static func meaning(of types: [String]) -> Set<String> {
    Set(types).subtracting(silent)
  }
}
