import Testing

@testable import PeoplebookCore

struct RoundTripTests {
  @Test(arguments: VCardVersion.allCases)
  func `people survive export and import as vCards`(version: VCardVersion) {
    var (random, odd) = (RandomPeople(seed: 7), OddPeople(seed: 8))
    for _ in 0..<200 {
      for person in [random.next(), odd.next()] {
        let text = VCardWriter(version: version).text(of: [person])
        let result = readCards(text)
        #expect(result.people == [person], "\(text)")
        if result.people != [person] { return }
        #expect(result.report.problemCount == 0)
      }
    }
  }

  @Test func `a full name survives JSON and CSV`() throws {
    var person = Person()
    person.id = "4fbe8971-0bc3-424c-9c26-36c3e1eff6b1"
    person.firstName = "John Q."
    person.lastName = "Public"
    person.fullName = "Mr. John Q. Public, Esq."
    person.cardFrame = "UNF"
    var json = JSONReader(MemoryByteSource(JSONWriter().text(of: [person])))
    let fromJSON = try #require(try json.next())
    #expect(json.update(of: person, to: fromJSON) == person)
    var csv = CSVReader(MemoryByteSource(CSVWriter().text(of: [person])))
    let fromCSV = try #require(try csv.next())
    #expect(csv.update(of: person, to: fromCSV) == person)
  }

  @Test func `a full name comes back into an empty book`() {
    var person = Person()
    person.id = "x"
    (person.firstName, person.lastName) = ("John Q.", "Public")
    person.setFullName("Mr. John Q. Public, Esq.")
    #expect(readCSV(CSVWriter().text(of: [person])).people == [person])
    #expect(readJSON(JSONWriter().text(of: [person])).people == [person])
  }

  @Test(arguments: VCardVersion.allCases)
  func `a text that is not a line of a card comes back as it was`(version: VCardVersion) {
    var person = Person()
    person.id = "x"
    person.firstName = "Ada"
    person.otherProperties = [" odd", "no colon, two; parts", "X ODD:a\nb", "BEGIN:VCARD", "X-A:1", "#x:1"]
    #expect(readCards(VCardWriter(version: version).text(of: [person])).people == [person])
    #expect(readJCards(JCardWriter().text(of: [person])).people == [person])
    let foreign = readPerson("FN:Ada", "X-PEOPLEBOOK-LINE:NOTE:x", "X-PEOPLEBOOK-LINE;A=b:odd")
    #expect(foreign?.otherProperties == ["X-PEOPLEBOOK-LINE:NOTE:x", "X-PEOPLEBOOK-LINE;A=b:odd"])
  }

  @Test func `a tag that is a combining mark comes back`() {
    var person = Person()
    person.id = "x"
    person.firstName = "Ada"
    person.tags = ["x", "\u{301}"]
    #expect(readCSV(CSVWriter().text(of: [person])).people == [person])
  }

  @Test func `people survive export and import as jCards`() {
    var (random, odd) = (RandomPeople(seed: 7), OddPeople(seed: 9))
    for _ in 0..<150 {
      for person in [random.next(), odd.next()] {
        let text = JCardWriter().text(of: [person])
        let result = readJCards(text)
        #expect(result.people == [person], "\(text)")
        if result.people != [person] { return }
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) })
      }
    }
  }

  @Test(arguments: VCardVersion.allCases)
  func `an import of an export finds every person unchanged`(version: VCardVersion) throws {
    var odd = OddPeople(seed: 10)
    for _ in 0..<200 {
      let person = odd.nextWithLines()
      let text = VCardWriter(version: version).text(of: [person])
      var reader = VCardReader(MemoryByteSource(text))
      let read = try #require(try reader.next(), "\(text)")
      let isUnchanged = reader.update(of: person, to: read) == person
      #expect(isUnchanged, "\(text)\n\(VCardWriter(version: version).text(of: [read]))")
      if !isUnchanged { return }
      #expect(try reader.next() == nil)
    }
  }

  @Test func `an import of an export as jCards finds every person unchanged`() throws {
    var odd = OddPeople(seed: 10)
    for _ in 0..<200 {
      let person = odd.nextWithLines()
      var cards = JCardReader(MemoryByteSource(JCardWriter().text(of: [person])))
      let card = try #require(try cards.next())
      let isUnchanged = cards.update(of: person, to: card) == person
      #expect(isUnchanged, "\(person)\n\(card)")
      if !isUnchanged { return }
    }
  }

  @Test func `people survive export and import as JSON`() {
    var people = RandomPeople(seed: 8)
    let all = (0..<500).map { _ in people.next() }
    let text = JSONWriter().text(of: all)
    #expect(readJSON(text).people == all)
    #expect(text.split(separator: "\n").count == all.count)
  }

  @Test func `people written as CSV are read as they were, with labels`() {
    var (random, odd) = (RandomPeople(seed: 11), OddPeople(seed: 12))
    for _ in 0..<150 {
      for person in [random.next(), odd.next()] {
        let text = CSVWriter().text(of: [person])
        let result = readCSV(text)
        #expect(result.people == [person], "\(text)")
        if result.people != [person] { return }
        #expect(result.report.problemCount == 0)
      }
    }
  }

  @Test func `an import of an own table finds every person unchanged`() throws {
    var odd = OddPeople(seed: 13)
    let blanks = [
      "", " ", "\n", " ::: ", ":", ": ", "\\", "* a", "0/0/00", "\r", "a\0", "\t", "BEGIN:VCARD", "\u{301}",
    ]
    for count in 0..<500 {
      var person = odd.nextWithLines()
      func blank() -> String { blanks[Int.random(in: blanks.indices, using: &odd.generator)] }
      person.note += blank() + person.note
      person.nickname = blank() + person.nickname
      person.tags += [blank() + person.nickname + blank(), "* x", "a ::: b"]
      person.emails.append(LabeledValue(label: blank() + "work", value: person.organisation + blank()))
      person.phones.append(LabeledValue(label: blank() + blank(), value: blank() + blank()))
      if count.isMultiple(of: 5) {
        person = Person()
        person.id = "n\(count)"
        person.otherProperties = ["X-A:1"]
      }
      let text = CSVWriter().text(of: [person])
      #expect(try PersonFormat.ofFile(beginningWith: FileBeginning(Array(text.utf8)), path: "-") == .csv, "\(text)")
      var reader = CSVReader(MemoryByteSource(text))
      let read = try #require(try reader.next(), "\(text)")
      #expect(read.id == person.id)
      let isUnchanged = reader.update(of: person, to: read) == person
      #expect(isUnchanged, "\(text)")
      if !isUnchanged { return }
      #expect(try reader.next() == nil)
      #expect(reader.report.problemCount == 0)
    }
  }

  @Test func `invented people are the same for the same seed`() {
    var (one, other, third) = (InventedPeople(seed: 3), InventedPeople(seed: 3), InventedPeople(seed: 4))
    let people = (0..<300).map { _ in one.next() }
    #expect(people == (0..<300).map { _ in other.next() })
    #expect(people != (0..<300).map { _ in third.next() })
    #expect(readCards(VCardWriter().text(of: people)).people == people)
    #expect(Set(people.map(\.id)).count == 300)
    #expect(people.count { !$0.phones.isEmpty } > 200 && people.count { !$0.emails.isEmpty } > 200)
    #expect(Set(people.compactMap { $0.birthday?.month }) == Set(1...12))
    for person in people {
      #expect(!person.firstName.isEmpty && !person.lastName.isEmpty)
      #expect(person.emails.allSatisfy { $0.value.utf8.allSatisfy { $0 < 0x80 } && $0.value.hasSuffix("example.org") })
    }
  }

  @Test func `ten changes of an invented person change the person`() {
    var invented = InventedPeople(seed: 1)
    let original = invented.next()
    var person = original
    for _ in 0..<10 { invented.change(&person) }
    #expect(person != original)
    #expect(person.id == original.id)
  }

  @Test func `an invented person changes in all ways`() {
    var invented = InventedPeople(seed: 1)
    var person = invented.next()
    var changed: Set<PersonField> = []
    for _ in 0..<300 {
      let former = person
      invented.change(&person)
      changed.formUnion(
        FieldCatalogue.current.fields.filter { $0.kind.values(of: former) != $0.kind.values(of: person) })
    }
    #expect(changed.isSuperset(of: [.last, .organisation, .title, .email, .phone, .tags, .note]))
  }
}
