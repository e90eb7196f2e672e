import PeoplebookCore
import Testing

@Suite struct `A typed change of tags` {
  @Test func `removes the tags behind a minus`() throws {
    let change = try #require(TagChange(typed: "friend, -work, - old team,friend"))
    #expect(change.added == ["friend"] && change.removed == ["work", "old team"])
  }

  @Test func `may name a tag with a comma, in quotes`() throws {
    let change = try #require(TagChange(typed: #""a,b", -"c, d",say "x", "5"" disk""#))
    #expect(change.added == ["a,b", #"say "x""#, #"5" disk"#] && change.removed == ["c, d"])
    #expect(TagChange(typed: #""a, b"#)?.added == [#""a"#, "b"])
  }

  @Test(arguments: [" , ,", "-", "- , -", "\u{200B}", "\u{2060}, "])
  func `needs a tag that can be seen`(text: String) {
    #expect(TagChange(typed: text) == nil)
  }
}
