import Algorithms
import Persistence

/// People who do not exist, from many places; the same seed invents the same people.
///
/// Their e-mail addresses end in `example.org`, and their phone numbers are of ranges that are kept free for fiction.
public struct InventedPeople: Sendable {
  private var generator: SeededGenerator

  /// Creates people from a seed.
  public init(seed: UInt64 = 1) {
    generator = SeededGenerator(seed: seed)
  }

  /// The next person, with an id of their own.
  public mutating func next() -> Person {
    let culture = pick(Culture.all)
    let given = pick(culture.given)
    let family = pick(culture.family)
    var person = Person()
    person.id = RecordID.make(using: &generator)
    person.firstName = given.written
    person.lastName = family.written
    person.organisation = chance(55) ? organisation(of: family) : ""
    person.title = person.organisation.isEmpty || chance(30) ? "" : pick(Self.titles)
    person.emails = emails(given, family)
    person.phones = phones(culture)
    person.birthday = chance(60) ? birthday() : nil
    person.tags = tags()
    person.note = chance(20) ? pick(Self.notes) : ""
    return person
  }

  /// Changes a person in a realistic way: a new job, a new number, a move, a marriage.
  ///
  /// - Complexity: O(*n*), where *n* is the number of the person's tags.
  public mutating func change(_ person: inout Person) {
    let culture = pick(Culture.all)
    switch Int.random(in: 0..<7, using: &generator) {
    case 0: person.lastName = pick(culture.family).written
    case 1: person.phones = phones(culture)
    case 2: person.title = pick(Self.titles)
    case 3: person.organisation = organisation(of: pick(culture.family))
    case 4:
      let tag = pick(Self.tags)
      if let index = person.tags.firstIndex(of: tag) { person.tags.remove(at: index) } else { person.tags.append(tag) }
    case 5: person.emails = emails(pick(culture.given), pick(culture.family))
    default: person.note = pick(Self.notes)
    }
  }

  /// A number from the same seeded generator, for the caller's own choices.
  public mutating func number(in range: Range<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  // MARK: Parts

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &generator)]
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &generator) < percent
  }

  private mutating func organisation(of family: Culture.Name) -> String {
    pick(Self.organisations).replacing("%", with: family.latin.capitalizedFirst)
  }

  private mutating func emails(_ given: Culture.Name, _ family: Culture.Name) -> [LabeledValue] {
    let first = given.latin.lowercased()
    let last = family.latin.lowercased()
    let address = pick(["\(first).\(last)", "\(first)\(last.prefix(1))", "\(first.prefix(1))\(last)", first])
      .filter { $0.isLetter || $0 == "." }
    var emails = [LabeledValue(label: pick(["home", "work", ""]), value: "\(address)@example.org")]
    if chance(25) { emails.append(LabeledValue(label: "work", value: "\(last.filter(\.isLetter))@work.example.org")) }
    return chance(85) ? emails : []
  }

  private mutating func phones(_ culture: Culture) -> [LabeledValue] {
    guard chance(80) else { return [] }
    var number = ""
    for character in culture.phone {
      number += character == "#" ? String(Int.random(in: 0...9, using: &generator)) : String(character)
    }
    return [LabeledValue(label: pick(["mobile", "mobile", "home", "work"]), value: number)]
  }

  private mutating func birthday() -> PartialDate? {
    let year: Int? = chance(75) ? Int.random(in: 1935...2008, using: &generator) : nil
    let month = Int.random(in: 1...12, using: &generator)
    return PartialDate(year: year, month: month, day: Int.random(in: 1...28, using: &generator))
  }

  private mutating func tags() -> [String] {
    guard chance(60) else { return [] }
    let first = pick(Self.tags)
    let second = pick(Self.tags)
    return first == second || chance(60) ? [first] : [first, second]
  }

  private static let tags = [
    "friend", "family", "work", "neighbour", "choir", "chess", "climbing", "school", "travel", "garden", "book club",
  ]
  private static let organisations = [
    "% & Daughters", "% Instruments", "Café %", "% Press", "Studio %", "% Rail", "University of Somewhere",
    "Museum of Tides", "Lantern Works", "North Star Bakery", "The Slow Bicycle Company", "Cloud Herders",
  ]
  private static let titles = [
    "Cartographer", "Teacher", "Baker", "Clockmaker", "Nurse", "Conductor", "Gardener", "Engineer", "Librarian",
    "Beekeeper", "Translator", "Astronomer", "Ferryman", "Typographer",
  ]
  private static let notes = [
    "Met on the night train to Trieste.", "Knows where the good mushrooms grow.", "Allergic to nuts.",
    "Lends out the ladder.", "Plays the accordion, loudly.", "Prefers letters.", "Owes me a game of chess.",
    "Do not call before ten.", "Makes the best plum jam.", "Sings tenor.\nNeeds a lift on Thursdays.",
  ]
}
