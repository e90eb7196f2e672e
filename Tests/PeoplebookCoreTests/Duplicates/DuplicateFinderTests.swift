import Testing

@testable import PeoplebookCore

@Suite(.timeLimit(.minutes(5))) struct DuplicateFinderTests {
  private func person(
    _ name: String, emails: [String] = [], phones: [String] = [], birthday: String? = nil
  ) -> Person {
    var person = Person()
    person.setFullName(name)
    person.emails = emails.map { LabeledValue(value: $0) }
    person.phones = phones.map { LabeledValue(value: $0) }
    person.birthday = birthday.flatMap { PartialDate(iso: $0) }
    return person
  }

  private func reasons(_ first: Person, _ second: Person) -> [String]? {
    DuplicateFinder.pairs(among: [first, second]).first?.reasons.map(\.text)
  }

  @Test func `one address in two spellings is a reason`() {
    let pair = [
      person("Ada L.", emails: ["x@y.z", "Ada@Example.com"]), person("A. Byron", emails: ["ada@example.COM "]),
    ]
    #expect(reasons(pair[0], pair[1]) == ["same e-mail Ada@Example.com"])
  }

  @Test func `accents, case and the order of names make no difference`() {
    #expect(reasons(person("José Núñez"), person("NUNEZ, jose")) == ["same name"])
    #expect(reasons(person("山田太郎"), person("山田太郎")) == ["same name"])
    #expect(reasons(person("José Núñez"), person("José Ibáñez")) == nil)
  }

  @Test func `one number at home and from abroad needs a further reason`() {
    let (one, other) = ("070-123 45 67", "+46 (0)70 1234567 x12")
    #expect(reasons(person("Eva", phones: [one]), person("Åke", phones: [other])) == ["same phone \(one)"])
    #expect(reasons(person("Eva", phones: ["12345"]), person("Åke", phones: ["12345"])) == nil)
  }

  @Test func `numbers of seven digits are compared`() {
    let (eva, ake) = (person("Eva", phones: ["123 4567"]), person("Åke", phones: ["1234567"]))
    #expect(reasons(eva, ake) == ["same phone 123 4567"])
    #expect(reasons(person("Eva", phones: ["123456"]), person("Åke", phones: ["123456"])) == nil)
  }

  @Test(arguments: [
    ["Jon Smith", "John Smyth"], ["Philip Meyer", "Filip Maier"], ["Catherine Stone", "Stone, Katherine"],
    ["Mohammed Ali", "Ali Muhamad"],
  ])
  func `whole names that sound alike are a weak reason`(names: [String]) {
    let pairs = DuplicateFinder.pairs(among: names.map { person($0) })
    #expect(pairs.map(\.score) == [0.35])
    #expect(pairs.first?.reasons.map(\.text) == ["names that sound alike"])
  }

  @Test func `a birthday makes names that sound alike a stronger reason`() {
    let meyer = person("Anna Meyer", birthday: "1980-02-01")
    let maier = person("Anna Maier", birthday: "1980-02-01")
    #expect(reasons(meyer, maier) == ["names that sound alike", "same birthday"])
    #expect(reasons(person("Meyer"), person("Maier")) == nil)
  }

  @Test(arguments: [
    ["John Smith", "Jane Smith"], ["Mario Rossi", "Maria Rossi"], ["Maria Meier", "Mary Moore"],
    ["Christina Lind", "Christopher Lind"], ["Tim Muller", "Tim Miller"], ["Eva Ek", "Bo Ek"],
  ])
  func `names of two people do not sound alike`(names: [String]) {
    #expect(DuplicateFinder.pairs(among: names.map { person($0) }).isEmpty)
  }

  @Test func `two birthdays make two people of one name`() {
    let ada = person("Ada King", birthday: "1815-12-10")
    #expect(reasons(ada, person("Ada King", birthday: "1915-12-10")) == nil)
    #expect(reasons(ada, person("Ada King", birthday: "--12-10")) == ["same name"])
  }

  @Test func `a switchboard's number and empty texts are no reason`() {
    let office = (0..<20).map {
      person("Clerk \("abcdefghijklmnopqrst".dropFirst($0).first ?? "z")", phones: ["555 0100 200"])
    }
    #expect(DuplicateFinder.pairs(among: office).isEmpty)
    #expect(DuplicateFinder.pairs(among: [person("", emails: [""]), person("", emails: [""])]).isEmpty)
  }

  @Test func `records that are all alike are found, however many they are`() {
    let full = (0..<13).map { _ in person("John Smith", emails: ["john@x.y"]) }
    // Each is compared with the 11 that follow.
    #expect(DuplicateFinder.pairs(among: full).count == 13 * 12 / 2 - 1)
    #expect(DuplicateFinder.pairs(among: (0..<13).map { _ in person("John Smith") }).count == 13 * 12 / 2 - 1)
    let many = DuplicateFinder.pairs(among: (0..<500).map { _ in person("", phones: ["+1 555 123 4567"]) })
    #expect(many.count == 499)
  }

  @Test func `neighbours of a large group are pairs`() {
    let people = (0..<1_000).map { row in
      var john = person("John Smith")
      john.row = Int64(row)
      return john
    }
    let pairs = DuplicateFinder.pairs(among: people).sorted { $0.first.row < $1.first.row }
    #expect(pairs.map(\.first.row) == Array(0..<999))
    #expect(pairs.map(\.second.row) == Array(1..<1_000))
    #expect(pairs.allSatisfy { $0.reasons == [.name] })
  }

  @Test(arguments: [0, 13, 14]) func `a cancelled search finds no pairs`(calls: Int) {
    let people = (0..<13).map { _ in person("John Smith") }
    var count = 0
    let pairs = DuplicateFinder.pairs(among: people) {
      count += 1
      return count > calls
    }
    #expect(pairs.isEmpty && count == calls + 1)
  }

  @Test func `people with a common name are a pair when another text is the same`() {
    let number = "+1 555 010 0200"
    var people = (0..<40).map { person("John Smith", emails: ["j\($0)@x.y"], phones: [number]) }
    people += (0..<40).map { person("Worker W\($0)", emails: ["info@x.y"], phones: [number]) }
    #expect(!DuplicateFinder.pairs(among: people).isEmpty)
    #expect(DuplicateFinder.pairs(among: Array(people[40...])).isEmpty)
    people = (0..<40).map { person("John Smith", emails: ["j\($0)@x.y"], birthday: "19\(10 + $0 % 39)-05-01") }
    let pairs = DuplicateFinder.pairs(among: people)
    #expect(pairs.map { $0.reasons.map(\.text) } == [["same name", "same birthday"]])
  }

  @Test func `the most probable pair is first, and each is found once`() {
    let people = [
      person("Bo Ek", phones: ["555 123 4567"]), person("Ada King", emails: ["a@b.c"], phones: ["555 765 4321"]),
      person("Ida Bo", phones: ["555 123 4567"]), person("King Ada", emails: ["a@b.c"], phones: ["+1 555 765 4321"]),
    ]
    let pairs = DuplicateFinder.pairs(among: people)
    #expect(pairs.map { [$0.first.name, $0.second.name] } == [["Ada King", "King Ada"], ["Bo Ek", "Ida Bo"]])
    #expect(pairs[0].score > 0.9 && pairs[1].score == 0.5)
  }

  @Test(arguments: [
    "Robert": "ro163", "Katherine": "ka365", "Catherine": "ka365", "Philip": "fe41", "Filip": "fe41", "Meyer": "me6",
    "Maier": "me6", "Christine": "ke6235", "Eric": "e62", "Yvonne": "e15", "Ivo": "e1o",
  ])
  func `a sound code has the first sound and vowel, and the consonants`(word: String, code: String) {
    #expect(SoundCode(word)?.text == code)
  }

  @Test func `initials and words in other letters have no sound code`() {
    #expect(SoundCode("Öst") == nil && SoundCode("c") == nil && SoundCode("") == nil)
  }
}
