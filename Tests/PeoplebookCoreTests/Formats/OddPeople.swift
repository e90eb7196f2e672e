@testable import PeoplebookCore

/// People with problematic texts for cards in every field, label, group and parameter.
struct OddPeople {
  private var people: RandomPeople

  var generator: SeededGenerator {
    get { people.generator }
    set { people.generator = newValue }
  }

  private var lastNumber = 0

  init(seed: UInt64) {
    people = RandomPeople(seed: seed)
  }

  private static let pieces = [
    "BEGIN:VCARD", "END:VCARD", "VERSION:4.0", ":", ";", ",", "\\", "\\n", "\"", "^n", "=", "=3D", "\n", "\n\n",
    "\u{85}",
    "\u{2028}", "\u{0B}", "\t", "\u{1B}[2J", "\u{7F}", "\u{FEFF}", "\u{200B}", "\u{FFFD}", "é", "e\u{301}", "\u{301}",
    "名",
    "🦊", "x", "TEL", "tel:+1;ext=2", "mailto:a@x", "data:,", "_$!<Home>!$_", "* ", "urn:uuid:", "http://x/?a=b",
    "[\"vcard\"",
    "{", "]", "item1", "home", "pref", String(repeating: "long ", count: 30), String(repeating: "ä", count: 80),
  ]

  /// A text without blanks at its ends, as fields have it.
  private mutating func text(allowsEmpty: Bool = true) -> String {
    let count = Int.random(in: (allowsEmpty ? 0 : 1)...4, using: &people.generator)
    var text = (0..<count).map { _ in Self.pieces.randomElement(using: &people.generator) ?? "" }.joined()
    while text.last?.isWhitespace == true { text.removeLast() }
    while text.first?.isWhitespace == true { text.removeFirst() }
    return text.isEmpty && !allowsEmpty ? "y" : text
  }

  private mutating func values() -> [LabeledValue] {
    (0..<Int.random(in: 0...3, using: &people.generator)).map { _ in
      LabeledValue(label: text(), value: text(allowsEmpty: false))
    }
  }

  mutating func next() -> Person {
    var person = people.next()
    lastNumber += 1
    person.id = "\(lastNumber)" + text()
    person.firstName = text()
    person.lastName = text()
    if !person.hasName { person.lastName = "Noname" }
    if Bool.random(using: &people.generator) { person.setFullName(text()) }
    person.nickname = text()
    person.organisation = text()
    person.title = text()
    for field in PersonField.texts where Int.random(in: 0..<4, using: &people.generator) == 0 {
      (field.kind as? TextKind)?.set(text(), in: &person)
    }
    person.emails += values()
    person.phones += values()
    for case let kind as LabeledKind in PersonField.lists.map(\.kind) where Bool.random(using: &people.generator) {
      person[keyPath: kind.path] += values().compactMap(kind.typed)
    }
    if Bool.random(using: &people.generator) { person.birthday = PartialDate(year: 1604, month: 2, day: 29) }
    var seen: Set<String> = []
    person.tags = (0..<3).map { _ in text(allowsEmpty: false) }
      .filter { !$0.isInvisible && seen.insert($0).inserted }
    person.note = text()
    return person
  }

  /// A person with kept lines of a card, with odd groups and parameters.
  mutating func nextWithLines() -> Person {
    var person = next()
    let names = [
      "X-A", "ADR", "PHOTO", "item1.X-B", "ITEM1.X-ABLabel", "a.b.URL", "EMAIL", "TEL", "N", "FN", "BDAY", "REV", "UID",
      "ORG",
      "ROLE",
    ]
    person.otherProperties = (0..<Int.random(in: 0...4, using: &people.generator)).map { _ in
      let name = names.randomElement(using: &people.generator) ?? ""
      let parameters = (0..<Int.random(in: 0...2, using: &people.generator)).map { _ in parameter() }
      return name + parameters.joined() + ":" + text()
    }
    person.cardFrame = ["", "UNF*", "E*P", "R*F 1f REV:1"].randomElement(using: &people.generator) ?? ""
    return person
  }

  private mutating func parameter() -> String {
    let name = ["TYPE", "PREF", "X-P", "LANGUAGE", "VALUE"].randomElement(using: &people.generator) ?? ""
    let value = ["home", "PREF", "1", "uri", "text", "\"a:b;c,d\"", "名", "x,y", "^n"].randomElement(
      using: &people.generator)
    return ";\(name)=\(value ?? "")"
  }
}
