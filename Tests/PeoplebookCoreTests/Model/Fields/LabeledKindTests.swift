import Testing

@testable import PeoplebookCore

struct LabeledKindTests {
  @Test func `words in front of a colon are a label`() {
    #expect(LabeledValue(typed: "work:ada@x")?.label == "work")
    #expect(LabeledValue(typed: "home fax: 12")?.value == "12")
    #expect(LabeledValue(typed: "tel:+4412")?.label == "")
    #expect(LabeledValue(typed: "a@x")?.label == "")
    #expect(LabeledValue(typed: "12:30")?.value == "12:30")
    #expect(LabeledValue(typed: "https://x")?.value == "https://x")
    #expect(LabeledValue(typed: "blog:https://x")?.label == "blog")
    #expect(LabeledValue(typed: "") == nil)
  }

  @Test func `a list of addresses is split, also with other parts in it`() throws {
    let email = try #require(PersonField.email.kind as? LabeledKind)
    #expect(email.content.values(in: "a@b.se, d@e.se, nope") == ["a@b.se", "d@e.se", "nope"])
    #expect(email.content.values(in: "\"Lind, Bob\" <bob@c.se>; d@e.se") == ["bob@c.se", "d@e.se"])
    #expect(email.content.values(in: "one text, with a comma") == nil)
    #expect(email.content.values(in: "a@b.se, and more") == nil)
  }

  @Test func `the scheme of a copied link is removed`() throws {
    let (email, phone) = (
      try #require(PersonField.email.kind as? LabeledKind), try #require(PersonField.phone.kind as? LabeledKind)
    )
    #expect(email.withoutScheme("mailto:ada@example.org") == "ada@example.org")
    #expect(phone.withoutScheme("TEL:+44 20") == "+44 20")
    #expect(email.withoutScheme("tel:1") == "tel:1" && phone.withoutScheme("+44") == "+44")
  }
}
