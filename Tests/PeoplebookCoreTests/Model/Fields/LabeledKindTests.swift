import Testing

@testable import PeoplebookCore

struct LabeledKindTests {
  @Test(arguments: [
    ("https://x.example/a", "https://x.example/a"), ("example.org", "https://example.org"),
    ("www.example.org/a?b#c", "https://www.example.org/a?b#c"), ("example.org:8080", "https://example.org:8080"),
    ("example", nil), ("mailto:a@x", nil), ("-a.org", nil), ("a..org", nil), ("1.5", nil), ("a.b c", nil),
    ("javascript:alert(1).org", nil), ("exämple.org", nil),
  ])
  func `a link may begin with its host`(text: String, link: String?) {
    #expect(LinkContent().link(to: text) == link)
    #expect(AccountContent().link(to: text) == (text.hasPrefix("https") ? text : nil))
  }

  @Test(arguments: [
    ("+44 20 7946 0018", "tel:+442079460018"), ("020 7946 x 12", "tel:0207946"), ("123-456;ext=5", "tel:123456"),
    ("12", nil), ("call me", nil), ("+44 (0)20 7946 0018", "tel:+442079460018"), ("(0)20 7946", "tel:0207946"),
  ])
  func `a number is dialled without its extension`(text: String, link: String?) {
    #expect(PhoneContent().link(to: text) == link)
  }

  @Test(arguments: [
    ("ada@example.org", "mailto:ada@example.org"), ("a.b+c_d-e~1@X9.org", "mailto:a.b+c_d-e~1@X9.org"), ("ada", nil),
    ("example.org", nil), ("", nil), ("a b@x.org", nil), ("a?b@x.org", nil), ("zoë@x.org", nil),
  ])
  func `an address without escapes is a link`(text: String, link: String?) {
    #expect(EmailContent().link(to: text) == link)
  }

  @Test func `a number with letters is also found by them`() {
    #expect(PhoneContent().searchText(of: "12-3") == "123")
    for text in ["1-800-A", "1-800-z", "1-800-é"] { #expect(PhoneContent().searchText(of: text) == "\(text)\n1800") }
  }

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
