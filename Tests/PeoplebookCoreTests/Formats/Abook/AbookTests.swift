import Testing

@testable import PeoplebookCore

struct AbookTests {
  private static let text = """
    # abook addressbook file

    [format]
    program=abook
    version=0.6.1


    [0]
    name=Ada Lovelace
    email=ada@x,countess@x
    address=12 Main St
    city=London
    phone=1
    workphone=2
    mobile=3
    nick=Countess
    url=https://ada.example
    notes=a=b
    groups=math,friends
    custom1=x
    Own Field=a, b
    xyzzy=own field

    [1]
    name=山田太郎
    email=t@x

    """

  private func read(_ text: String, chunkSize: Int = .max) -> (people: [Person], report: ImportReport) {
    var reader = AbookReader(MemoryByteSource(Array(text.utf8), chunkSize: chunkSize))
    var people: [Person] = []
    while let person = try? reader.next() { people.append(person) }
    return (people, reader.report)
  }

  @Test(arguments: [1, 11, 10_000])
  func `sections are people`(size: Int) {
    let result = read(Self.text, chunkSize: size)
    let ada = result.people.first
    #expect(result.people.map(\.name) == ["Ada Lovelace", "山田太郎"] && result.report.problemCount == 0)
    #expect(ada?.emails.map(\.value) == ["ada@x", "countess@x"] && ada?.lastName == "Lovelace")
    #expect(ada?.phones.map(\.label) == ["", "work", "mobile"] && ada?.nickname == "Countess")
    #expect(ada?.note == "a=b" && ada?.tags == ["math", "friends"])
    #expect(ada?.addresses.map(\.value) == ["12 Main St; London"])
    #expect(Set(result.people.map(\.id)).count == 2 && read(Self.text).people.map(\.id) == result.people.map(\.id))
  }

  @Test func `what was read is written`() {
    let people = read(Self.text).people
    let written = AbookWriter().text(of: people)
    for line in Self.text.split(separator: "\n") { #expect(written.contains("\(line)\n"), "\(line)") }
    #expect(read(written).people.map(\.emails) == people.map(\.emails))
    #expect(people.map(\.hiddenLineCount) == [3, 0] && self.written(people[0]) == .everything)
    let card = VCardWriter().text(of: people)
    #expect(card.contains("X-ABOOK;X-NAME=xyzzy:own field\r\n"))
    #expect(AbookWriter().text(of: readCards(card).people) == written)
    #expect(read(Self.text.replacing("xyzzy=own field\n", with: "")).people.map(\.id) == people.map(\.id))
  }

  @Test func `a person of the book keeps what the file has no key for`() throws {
    var present = Person()
    (present.firstName, present.lastName) = ("Ada", "Lovelace")
    present.birthday = PartialDate(year: 1815, month: 12, day: 10)
    present.phones = [LabeledValue(label: "home", value: "1")]
    var reader = AbookReader(MemoryByteSource(AbookWriter().text(of: [present])))
    let read = try #require(try reader.next())
    #expect(reader.update(of: present, to: read) == present)
    var (writer, text) = (AbookWriter(), "")
    #expect(writer.write(present, into: &text) == .someValues)
  }

  private func written(_ change: (inout Person) -> Void) -> WrittenPart {
    var person = Person()
    person.setFullName("Ada Lovelace")
    change(&person)
    return written(person)
  }

  private func written(_ person: Person) -> WrittenPart {
    var (writer, text) = (AbookWriter(), "")
    return writer.write(person, into: &text)
  }

  @Test func `values without a key of their own are counted as left out`() {
    let (one, two) = (LabeledValue(label: "mobile", value: "1"), LabeledValue(label: "mobile", value: "2"))
    #expect(written { $0.phones = [one] } == .everything)
    #expect(written { $0.phones = [one, two] } == .someValues)
    for label in ["pager", "work fax", "boat"] {
      #expect(written { $0.phones = [LabeledValue(label: label, value: "1")] } == .someValues, "\(label)")
    }
    for label in ["", "home", "work", "fax"] {
      #expect(written { $0.phones = [LabeledValue(label: label, value: "1")] } == .everything, "\(label)")
    }
    #expect(written { $0.emails = [LabeledValue(value: "a@x"), LabeledValue(value: "b@x")] } == .everything)
    #expect(written { $0.emails = [LabeledValue(label: "work", value: "a@x")] } == .someValues)
    #expect(written { $0.tags = ["a", "b"] } == .everything && written { $0.tags = ["a, b"] } == .someValues)
    #expect(written { $0.note = "one\ntwo" } == .someValues && written { $0.title = "Countess" } == .someValues)
    #expect(written { $0.firstName = "" } == .someValues && written { $0 = Person() } == .nothing)
  }

  @Test func `a name with a line end is not written as a key`() throws {
    let ada = try #require(readPerson("FN:Ada Lovelace", "X-ABOOK;X-NAME=a^nb:x"))
    #expect(written(ada) == .someValues)
    #expect(!AbookWriter().text(of: [ada]).contains("b=x"))
  }

  @Test func `addresses are written once, without a label`() {
    let address = LabeledValue(value: "1 St; City; ; 1; UK")
    #expect(written { $0.addresses = [address] } == .everything)
    #expect(written { $0.addresses = [LabeledValue(label: "home", value: address.value)] } == .someValues)
    #expect(written { $0.addresses = [address, LabeledValue(value: "2 St")] } == .someValues)
  }

  @Test func `lines outside of a section, and lines without a key, are reported`() {
    let result = read("oops\n[0]\nname=Ada\nno key\n[1]\nemail=\n")
    #expect(result.people.map(\.name) == ["Ada"])
    #expect(result.report.problems.map(\.line) == [1, 4, 5] && result.report.skipped == 3)
  }

  @Test(.timeLimit(.minutes(1))) func `a person with many addresses is written in linear time`() {
    var person = Person()
    person.setFullName("Ada Lovelace")
    person.emails = (0..<30_000).map { LabeledValue(value: "ada\($0)@example.org") }
    person.emails[1].value = "two\nlines@example.org"
    var (writer, text) = (AbookWriter(), "")
    #expect(writer.write(person, into: &text) == .someValues)
    #expect(text.contains("email=ada0@example.org,two lines@example.org,ada2@example.org,"))
  }

  @Test(arguments: ["", "1]\n"])
  func `a section that lost its number is a person`(rest: String) {
    let result = read("[0]\nname=A\nemail=a@x\n\n\(rest)name=B\nemail=b@x\nemail=c@x\n\n[2]\nname=C\n", chunkSize: 4)
    #expect(result.people.map(\.name) == ["A", "B", "C"])
    #expect(result.people.flatMap(\.emails).map(\.value) == ["a@x", "b@x"])
    #expect(result.report.skipped == (rest.isEmpty ? 1 : 2))
  }

  @Test func `a person with too many keys is left out`() {
    let keys = (0...RecordLimits.lines).map { "key\($0)=x\n" }.joined()
    let result = read("[0]\nname=Ada\n\(keys)[1]\nname=Bob\n")
    #expect(result.people.map(\.name) == ["Bob"])
    let message = "Line 1: this person has more than 20,000 values. It is left out."
    #expect(result.report.problems.map(\.description) == [message])
  }
}
