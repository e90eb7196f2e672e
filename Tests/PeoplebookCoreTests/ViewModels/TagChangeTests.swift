import PeoplebookCore
import Testing

@Suite struct `A typed change of tags` {
  @Test func `removes the tags behind a minus`() throws {
    let change = try #require(TagChange(typed: "friend, -work, - old team,friend"))
    #expect(change.added == ["friend"] && change.removed == ["work", "old team"])
  }

  @Test(arguments: [" , ,", "-", "- , -", "\u{200B}", "\u{2060}, "])
  func `needs a tag that can be seen`(text: String) {
    #expect(TagChange(typed: text) == nil)
  }
}
