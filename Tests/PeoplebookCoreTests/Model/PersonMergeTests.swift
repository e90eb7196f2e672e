import PeoplebookCore
import Testing

@Suite struct `Merging two people` {
  @Test func `keeps the first person's values and adds the second's`() {
    var first = Person()
    first.firstName = "Ada"
    first.emails = [LabeledValue(label: "work", value: "ada@example.org")]
    first.tags = ["math"]
    first.note = "Countess."
    var second = Person()
    second.firstName = "Augusta"
    second.lastName = "King"
    second.organisation = "Analytical Engines"
    second.emails = [LabeledValue(value: "ada@example.org"), LabeledValue(value: "king@example.org")]
    second.tags = ["math", "friend"]
    second.birthday = PartialDate(year: 1815, month: 12, day: 10)
    second.note = "Programmer."
    let merged = first.merged(with: second)
    #expect(merged.name == "Ada")
    #expect(merged.organisation == "Analytical Engines")
    #expect(merged.emails.map(\.value) == ["ada@example.org", "king@example.org"])
    #expect(merged.tags == ["math", "friend"])
    #expect(merged.birthday == second.birthday)
    #expect(merged.note == "Countess.\nProgrammer.")
  }

  @Test func `with itself changes nothing`() {
    var person = Person()
    person.firstName = "Ada"
    person.note = "Countess."
    person.tags = ["math"]
    person.phones = [LabeledValue(value: "1")]
    #expect(person.merged(with: person) == person)
  }

  @Test func `uses the second name when the first person has none`() {
    var first = Person()
    first.organisation = "Lantern Works"
    var second = Person()
    second.firstName = "Ada"
    second.lastName = "Lovelace"
    #expect(first.merged(with: second).name == "Ada Lovelace")
  }

  @Test func `keeps one spelling of each address and number`() {
    var first = Person()
    first.emails = [LabeledValue(value: "jon@x.y")]
    first.phones = [LabeledValue(value: "+1 555 123 4567"), LabeledValue(value: "110")]
    var second = Person()
    second.emails = [LabeledValue(value: "JON@x.y"), LabeledValue(value: "j@x.y"), LabeledValue(value: "J@x.y")]
    second.phones = ["555-123-4567", "555-123-4567 x12", "112", "110"].map { LabeledValue(value: $0) }
    let merged = first.merged(with: second)
    #expect(merged.emails.map(\.value) == ["jon@x.y", "j@x.y"])
    #expect(merged.phones.map(\.value) == ["+1 555 123 4567", "110", "555-123-4567 x12", "112"])
  }

  @Test func `keeps equal values of two labels`() {
    var (first, second) = (Person(), Person())
    first.accounts = [LabeledValue(label: "Signal", value: "ada")]
    first.dates = [LabeledValue(label: "anniversary", value: "2001-02-03")]
    second.accounts = ["Telegram", "", "signal"].map { LabeledValue(label: $0, value: "ada") }
    second.dates = [LabeledValue(label: "first met", value: "2001-02-03")]
    let merged = first.merged(with: second)
    #expect(merged.accounts == ["Signal", "Telegram"].map { LabeledValue(label: $0, value: "ada") })
    #expect(merged.dates.map(\.label) == ["anniversary", "first met"])
    first.accounts = ["", "Signal"].map { LabeledValue(label: $0, value: "ada") }
    second.accounts = ["WhatsApp", "Signal"].map { LabeledValue(label: $0, value: "ada") }
    #expect(first.merged(with: second).accounts.map(\.label) == ["WhatsApp", "Signal"])
  }

  @Test func `keeps the second full name`() {
    var first = Person()
    (first.firstName, first.lastName) = ("Ada", "Lovelace")
    var second = first
    second.fullName = "Dr. Ada Lovelace"
    #expect(first.merged(with: second).fullName == "Dr. Ada Lovelace")
    first.firstName = "Augusta"
    #expect(first.merged(with: second).fullName.isEmpty)
  }

  @Test func `takes the year of a birthday`() {
    let days = [nil, 1815, 1816].map { PartialDate(year: $0, month: 12, day: 10) }
    let people = days.map { day in
      var person = Person()
      person.birthday = day
      return person
    }
    #expect(people[0].merged(with: people[1...]).birthday == days[1])
    #expect(people[1].merged(with: people[0]).birthday == days[1])
    var other = Person()
    other.birthday = PartialDate(year: 1815, month: 12, day: 11)
    #expect(people[0].merged(with: other).birthday == days[0])
  }

  @Test func `keeps numbers that differ in their tenth digit`() {
    var (first, second) = (Person(), Person())
    first.phones = [LabeledValue(value: "(212) 555-0100")]
    second.phones = ["(312) 555-0100", "+1 212 555 0100", "0212 5550100"].map { LabeledValue(value: $0) }
    #expect(first.merged(with: second).phones.map(\.value) == ["(212) 555-0100", "(312) 555-0100"])
  }

  @Test(arguments: [
    ["+33 1 23 45 67 89", "01 23 45 67 89", "+33 (0)1 23 45 67 89", "0033 1 23 45 67 89"],
    ["+49 30 1234567", "030 1234567"], ["+49 171 1234567", "0171 1234567"], ["+351 912 345 678", "912 345 678"],
  ])
  func `keeps one of a number at home and abroad`(numbers: [String]) {
    var (first, second) = (Person(), Person())
    first.phones = [LabeledValue(value: numbers[0])]
    second.phones = numbers.map { LabeledValue(value: $0) }
    #expect(first.merged(with: second).phones.map(\.value) == [numbers[0]])
  }

  @Test func `takes the label of an equal value`() {
    var (first, second) = (Person(), Person())
    first.emails = [LabeledValue(value: "A@x"), LabeledValue(label: "home", value: "b@x")]
    second.emails = ["a@x", "b@x"].map { LabeledValue(label: "work", value: $0) }
    #expect(
      first.merged(with: second).emails == [
        LabeledValue(label: "work", value: "A@x"), LabeledValue(label: "home", value: "b@x"),
      ])
  }
}
