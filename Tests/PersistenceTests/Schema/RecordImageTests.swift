import Testing

@testable import Persistence

@Suite struct RecordImageTests {
  private func image(_ json: String) -> RecordImage<Friend>? {
    Array(json.utf8).withUnsafeBufferPointer { RecordImage($0, RecordImage.Layout()) }
  }

  private static let whole = """
    {"id":"a","first":"Ada","last":"King","age":36,"nickname":null,"sort_first":"41","sort_last":"",\
    "search":" ada","friend_tag":[[0,"t"]],"friend_mail":[[0,"home","a@x"],[1,"work","b@x"]]
    """

  private static func isWhole(_ image: RecordImage<Friend>?) -> Bool {
    image?.fields == [.text("a"), .text("Ada"), .text("King"), .integer(36), .null]
      && image?.computed == [.blob([0x41]), .null, .text(" ada")]
      && image?.lists == [
        [[.integer(0), .text("t")]],
        [
          [.integer(0), .text("home"), .text("a@x")], [.integer(1), .text("work"), .text("b@x")],
        ],
      ]
  }

  @Test(arguments: ["}", #","gone":"x"}"#, #","gone":"x","lost":[[1]]}"#])
  func `members that the model no longer has are passed over`(end: String) {
    #expect(Self.isWhole(image(Self.whole + end)))
    #expect(Self.isWhole(image("{\"gone\":[1],\(Self.whole.dropFirst())\(end)")))
  }

  @Test func `members in another order are the same, and missing ones have defaults`() {
    let image = image(#"{"age":7,"first":"Ada","friend_tag":[],"gone":1,"last":"King"}"#)
    #expect(image?.fields == [.text(""), .text("Ada"), .text("King"), .integer(7), .null])
    #expect(image?.computed == [.null, .null, .null])
    #expect(image?.lists == [[], []])
  }

  @Test(arguments: ["", "{", #"{"id":"#, "[]"])
  func `text that is not an object cannot be read`(json: String) {
    #expect(image(json) == nil)
  }
}
