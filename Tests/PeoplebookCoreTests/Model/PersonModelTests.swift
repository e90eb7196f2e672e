import PeoplebookCore
import Persistence
import Testing

@MainActor
@Suite struct PersonModelTests {
  private let book = TemporaryBook()

  @Test func `a person comes back with every field as it was`() async throws {
    let store = try book.open()
    var ada = Person()
    ada.firstName = "Ada"
    ada.lastName = "Lovelace"
    ada.nickname = "Enchantress"
    ada.organisation = "Analytical Engines"
    ada.title = "Countess"
    ada.emails = [LabeledValue(label: "work", value: "ada@example.org"), LabeledValue(value: "a@b.c")]
    ada.phones = [LabeledValue(label: "home", value: "+44 20 7946 0018")]
    ada.birthday = PartialDate(year: 1815, month: 12, day: 10)
    ada.tags = ["math", "friend"]
    ada.note = "First\nprogrammer"
    ada.otherProperties = ["X-ONE:1", "item1.X-TWO:a\\nb"]
    let saved = try await store.write { [ada] in try $0.insert(ada) }
    ada.row = saved.row
    ada.id = saved.id
    #expect(try store.get(Person.self, id: saved.id) == ada)
    #expect(store.objects(Person.self).search("794600").items.map(\.firstName) == ["Ada"])
  }

  @Test(arguments: [
    PartialDate(year: 1815, month: 12, day: 10), PartialDate(year: nil, month: 2, day: 29),
    PartialDate(year: 33, month: 4, day: 3),
  ])
  func `a birthday is kept as text`(date: PartialDate?) {
    #expect(date != nil)
    #expect(PartialDate?(stored: date.stored) == date)
  }

  @Test func `people stand by first name, or by last name, or by what is shown of them`() async throws {
    let store = try book.open()
    try await store.write { transaction in
      for (first, last, organisation) in [
        ("Alan", "Turing", ""), ("Ada", "Lovelace", ""), ("", "", "Acme"), ("Åsa", "Öström", ""),
      ] {
        var person = Person()
        person.firstName = first
        person.lastName = last
        person.organisation = organisation
        try transaction.insert(person)
      }
    }
    #expect(store.objects(Person.self).items.map(\.name) == ["Acme", "Ada Lovelace", "Alan Turing", "Åsa Öström"])
    #expect(
      store.objects(Person.self).sorted(by: .family).items.map(\.name)
        == ["Acme", "Ada Lovelace", "Åsa Öström", "Alan Turing"])
  }
}
