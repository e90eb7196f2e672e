import PeoplebookCore
import Testing

@testable import peoplebook

@Suite struct PersonTextTests {
  private func person() -> Person {
    var person = Person()
    person.firstName = "Ada"
    person.emails = [LabeledValue(value: "ada@example.org"), LabeledValue(value: "x\u{1B}]8;;evil@y")]
    person.phones = [LabeledValue(value: "+44 (20) 79")]
    return person
  }

  @Test func `addresses and numbers are links on a terminal with links`() {
    let text = PersonText.card(person(), hasLinks: true)
    #expect(text.contains("\u{1B}]8;;mailto:ada@example.org\u{1B}\\ada@example.org\u{1B}]8;;\u{1B}\\"))
    #expect(text.contains("\u{1B}]8;;tel:+442079\u{1B}\\+44 (20) 79\u{1B}]8;;\u{1B}\\"))
    #expect(!text.contains("\u{1B}]8;;evil"))
    #expect(!text.contains("mailto:x"))
  }

  @Test func `elsewhere they are plain text`() {
    #expect(!PersonText.card(person()).contains("\u{1B}"))
  }

  @Test func `a favourite is marked as one, once`() {
    var ada = person()
    #expect(!PersonText.card(ada).contains("Favourite"))
    ada.isFavourite = true
    let lines = PersonText.card(ada).split(separator: "\n").map { $0.split(separator: " ") }
    #expect(lines.filter { $0.contains("Favourite") } == [["Favourite", "yes"]])
  }

  @Test func `relations are shown from both sides`() {
    var ada = person()
    ada.id = "1"
    ada.related = [LabeledValue(label: "child", value: "urn:uuid:2"), LabeledValue(label: "friend", value: "Nobody")]
    var byron = Person()
    (byron.id, byron.firstName) = ("2", "Byron")
    byron.related = [LabeledValue(label: "parent", value: "Ada")]
    var charles = Person()
    (charles.id, charles.firstName) = ("3", "Charles")
    charles.related = [LabeledValue(label: "colleague", value: "Ada"), LabeledValue(value: "urn:uuid:1")]
    let lines = PersonText.card(ada, relatives: [byron, charles]).split(separator: "\n").map { line in
      line.split(separator: " ").joined(separator: " ")
    }
    #expect(
      lines.filter { $0.hasPrefix("Related") } == [
        "Related (child) Byron", "Related (friend) Nobody", "Related (colleague of) Charles", "Related Charles",
      ])
  }
}
