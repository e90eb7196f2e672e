import Testing

@testable import PeoplebookCore

struct MailAddressTests {
  @Test(arguments: [
    ("ada@example.org", "", "ada@example.org"), ("<ada@example.org>", "", "ada@example.org"),
    ("Ada Lovelace <ada@example.org>", "Ada Lovelace", "ada@example.org"),
    ("'Ada Lovelace' <ada@example.org>", "Ada Lovelace", "ada@example.org"),
    ("Ada the Countess' <ada@example.org>", "Ada the Countess'", "ada@example.org"),
    ("'t Hooft <ada@example.org>", "'t Hooft", "ada@example.org"),
    ("\"Lovelace, Ada\" <ada@example.org>", "Lovelace, Ada", "ada@example.org"),
    ("\"Ada \\\"Countess\\\"\" <ada@example.org>", "Ada \"Countess\"", "ada@example.org"),
    ("ada@example.org (Ada (the) Countess)", "Ada (the) Countess", "ada@example.org"),
    ("=?UTF-8?Q?Zo=C3=AB_Adams?= <z@x.org>", "Zoë Adams", "z@x.org"),
    ("=?utf-8?B?Wm/Dqw==?= =?utf-8?B?IEFkYW1z?= <z@x.org>", "Zoë Adams", "z@x.org"),
    ("=?ISO-8859-1?Q?Andr=E9?= Weil <w@x.org>", "André Weil", "w@x.org"),
    ("=?UTF-8?Q?=C3?= =?UTF-8?Q?=A9mile?= <e@x.org>", "émile", "e@x.org"),
    ("=?UTF-8?Q?Ada?= and =?UTF-8?Q?Bob?= <a@x.org>", "Ada and Bob", "a@x.org"),
    ("=?klingon?Q?Qapla?= <k@x.org>", "=?klingon?Q?Qapla?=", "k@x.org"),
    ("'Ada' <ada@x.org>", "Ada", "ada@x.org"), ("ada@x.org <ada@x.org>", "", "ada@x.org"),
    ("Ada <@relay.example,@other:ada@x.org>", "Ada", "ada@x.org"), ("ada @ x.org", "", "ada@x.org"),
    ("\"Sp\" <\"a b\"@x.example>", "Sp", "\"a b\"@x.example"), ("\"a b\"@x.example", "", "\"a b\"@x.example"),
    ("\"a, \\\"b>\"@x.example (Sp)", "Sp", "\"a, \\\"b>\"@x.example"), ("\"a@x.org\"", "", "a@x.org"),
    ("A < \"a>, b\" @ x.example>", "A", "\"a>, b\"@x.example"), ("<\u{303}a@x.org>", "", "\u{303}a@x.org"),
    ("=?UTF-8?Q?A=0AB?= <a@x.org>", "A B", "a@x.org"), ("=?UTF-8*en?q?Ada?= <a@x.org>", "Ada", "a@x.org"),
  ])
  func `name and address are read`(text: String, name: String, address: String) {
    #expect(MailAddress.list(in: text) == [MailAddress(name: name, address: address)])
  }

  @Test func `a list has all addresses, those of groups too`() {
    let list = MailAddress.list(
      in: "Ada <a@x.org>, \"B, b\" <b@x.org>, Friends: c@x.org, Dee <d@x.org>; nobody, undisclosed-recipients:;")
    #expect(list.map(\.address) == ["a@x.org", "b@x.org", "c@x.org", "d@x.org"])
    #expect(list.map(\.name) == ["Ada", "B, b", "", "Dee"])
    for text in ["", ",", "<>", "\"", "(", "<", "=?", "a@", "@b", "Ada"] { #expect(MailAddress.list(in: text).isEmpty) }
  }

  @Test func `a header ends before the first empty line`() throws {
    let message = """
      From ada@example.org Sun Nov 22 15:00:00 2026
      Received: from x\r
      FROM: Ada\r
      \tLovelace <ada@example.org>\r
      Cc: b@x.org, ADA@example.org\r
      \r
      From: body@example.org

      """
    let header = try MailHeader(MemoryByteSource(message))
    #expect(header.addresses(in: ["from"]) == [MailAddress(name: "Ada Lovelace", address: "ada@example.org")])
    #expect(header.addresses(in: ["From", "cc"]).map(\.address) == ["ada@example.org", "b@x.org"])
    #expect(header.addresses(in: ["To"]).isEmpty)
  }

  @Test func `a line of more than a megabyte is cut`() throws {
    let (start, end) = ("From: a@x.org,", "b@x.org")
    let blanks = String(repeating: " ", count: (1 << 20) - start.utf8.count - end.utf8.count)
    let header = try MailHeader(MemoryByteSource(start + blanks + end + ",c@x.org\n"))
    #expect(header.addresses(in: ["From"]).map(\.address) == ["a@x.org", "b@x.org"])
  }

  @Test func `text that is not UTF-8 is Latin-1`() throws {
    let header = try MailHeader(MemoryByteSource(Array("From: Zo".utf8) + [0xEB] + Array(" <z@x.org>\n".utf8)))
    #expect(header.addresses(in: ["From"]).map(\.name) == ["Zoë"])
  }
}
