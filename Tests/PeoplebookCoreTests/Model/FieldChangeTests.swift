import PeoplebookCore
import Testing

struct FieldChangeTests {
  @Test func `a change lists old and new values`() {
    var before = Person()
    before.firstName = "Ada"
    before.title = "Countess"
    before.emails = [LabeledValue(value: "a@x"), LabeledValue(value: "b@x")]
    before.phones = [LabeledValue(label: "work", value: "1")]
    before.tags = ["math"]
    before.birthday = PartialDate(year: 1815, month: 12, day: 10)
    var after = before
    after.lastName = "King"
    after.title = ""
    after.emails = [LabeledValue(value: "b@x"), LabeledValue(value: "c@x"), LabeledValue(value: "d@x")]
    after.phones[0].label = "home"
    after.tags = []
    after.birthday = PartialDate(year: nil, month: 12, day: 10)
    #expect(
      before.changes(to: after).map(\.text) == [
        "last name: + King", "title: − Countess", "e-mail: a@x → c@x", "e-mail: + d@x", "phone: 1 (work) → 1 (home)",
        "birthday: 10 December 1815 → 10 December", "tag: − math",
      ])
    #expect(before.changes(to: before).isEmpty)
    after = before
    after.emails.reverse()
    #expect(before.changes(to: after).map(\.field) == ["e-mail"])
  }

  @Test func `a note that two are two people is in words`() {
    var (ada, other) = (Person(), Person())
    (ada.id, other.id) = ("ada", "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed")
    let before = ada
    ada.noteDistinct(from: other)
    #expect(before.changes(to: ada).map(\.text) == ["other details: + not the same person as 1b9d6bcd"])
  }
}
