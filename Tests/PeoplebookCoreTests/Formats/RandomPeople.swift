@testable import PeoplebookCore

/// Random people with odd data, to test formats.
struct RandomPeople {
  var generator: SeededGenerator
  private var count = 0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  private static let pieces = [
    "a", "Z", "é", "e\u{301}", "名", "🦊", "👨‍👩‍👧", "ß", "א", "ع", ",", ";", ":", "\\", "\"", "=", "n",
    "\\n", ".", "-", "'", "(", "0", "9", "\u{1B}", "%", "_", "+", "@", "#", "<", "\u{200D}", "\u{202E}",
  ]

  mutating func text(_ limit: Int = 12, allowsEmpty: Bool = true, extra: [String] = [" ", "\n"]) -> String {
    let count = Int.random(in: (allowsEmpty ? 0 : 1)...limit, using: &generator)
    var text = ""
    for _ in 0..<count { text += (Self.pieces + extra).randomElement(using: &generator) ?? "" }
    // Blanks at the ends of a field are not kept.
    while text.last?.isWhitespace == true { text.removeLast() }
    while text.first?.isWhitespace == true { text.removeFirst() }
    return text.isEmpty && !allowsEmpty ? "x" : text
  }

  private mutating func list(_ limit: Int) -> [String] {
    var seen: Set<String> = []
    return (0..<Int.random(in: 0...limit, using: &generator)).map { _ in text(allowsEmpty: false, extra: [" "]) }
      .filter { seen.insert($0).inserted }
  }

  private mutating func values() -> [LabeledValue] {
    let labels = ["", "work", "home", "mobile", "home fax", "Boat house", "Ärger; \"x\"", "cell", "voice", "pref"]
    return list(3).map { LabeledValue(label: labels.randomElement(using: &generator) ?? "", value: $0) }
  }

  /// Adds values to some of the fields of several values that few people have.
  private mutating func addRareValues(to person: inout Person) {
    for case let kind as LabeledKind in PersonField.lists.map(\.kind) where Bool.random(using: &generator) {
      person[keyPath: kind.path] = values().compactMap(kind.typed)
    }
  }

  mutating func next() -> Person {
    var person = Person()
    count += 1
    person.id =
      Bool.random(using: &generator) ? "uid-\(count)" : "4fbe8971-0bc3-424c-9c26-\(100_000_000_000 + count)"
    person.firstName = text(extra: [" "])
    person.lastName = text(extra: [" "])
    // A card cannot express that a person has no name but only a stand-in.
    if person.firstName.isEmpty, person.lastName.isEmpty { person.lastName = "Noname" }
    person.nickname = text(extra: [])
    person.organisation = text()
    person.title = text()
    for field in PersonField.texts where Int.random(in: 0..<4, using: &generator) == 0 {
      (field.kind as? TextKind)?.set(text(), in: &person)
    }
    person.emails = values().map { LabeledValue(label: $0.label, value: "x" + $0.value) }
    person.phones = values().map { LabeledValue(label: $0.label, value: "0" + $0.value) }
    addRareValues(to: &person)
    let year: Int? = Bool.random(using: &generator) ? nil : Int.random(in: 1605...2100, using: &generator)
    person.birthday = PartialDate(
      year: year, month: Int.random(in: 0...12, using: &generator), day: Int.random(in: 1...28, using: &generator))
    if Int.random(in: 0..<8, using: &generator) == 0 { person.writtenBirthday = .words("c" + text()) }
    // A tag that cannot be seen is left out.
    person.tags = list(4).filter { !$0.isInvisible }
    person.note = text(300)
    return person
  }
}
