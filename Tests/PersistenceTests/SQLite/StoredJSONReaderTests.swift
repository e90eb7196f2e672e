import Testing

@testable import Persistence

@Suite struct StoredJSONReaderTests {
  private func members(of text: String) -> [String: StoredJSONReader.Value]? {
    var members: [String: StoredJSONReader.Value] = [:]
    let isRead = Array(text.utf8).withUnsafeBufferPointer { bytes in
      var reader = StoredJSONReader(bytes)
      return reader.readMembers { name, value in members[String(decoding: name, as: UTF8.self)] = value }
    }
    return isRead ? members : nil
  }

  @Test func `what SQLite writes is read as it was`() throws {
    let database = try Database(path: ":memory:", access: .create)
    let texts = [
      "", "plain", "“quoted” \"twice\" \\ /", "\u{1}\t\n\r\u{8}\u{C}\u{1F}", "山田 👩‍🚀", "a,\"search\":\"b\"", "]}",
    ]
    for text in texts {
      let json = try database.first(
        "SELECT json_object('a', ?, 'b', json_array(json_array(1, ?)))", .text(text), .text(text)
      ) {
        $0.text(0)
      }
      #expect(
        members(of: try #require(json))
          == ["a": .scalar(.text(text)), "b": .array([.array([.scalar(.integer(1)), .scalar(.text(text))])])])
    }
    let numbers = try database.first("SELECT json_object('a', -9223372036854775808, 'b', 1.5, 'c', NULL, 'd', 1e300)") {
      $0.text(0)
    }
    #expect(
      members(of: try #require(numbers)) == [
        "a": .scalar(.integer(.min)), "b": .scalar(.real(1.5)), "c": .scalar(.null), "d": .scalar(.real(1e300)),
      ])
  }

  @Test func `a number ends with its list or object`() {
    #expect(
      members(of: #"{"a":[1,[2]],"b":-3}"#) == [
        "a": .array([.scalar(.integer(1)), .array([.scalar(.integer(2))])]), "b": .scalar(.integer(-3)),
      ])
  }

  @Test func `escaped code units make characters`() {
    #expect(members(of: #"{"a":"\u5c71\/\ud83d\ude80x"}"#) == ["a": .scalar(.text("山/🚀x"))])
  }

  @Test func `an empty object has no members`() {
    #expect(members(of: "{}") == [:])
    #expect(members(of: #"{"a":[],"b":true,"c":false}"#)?["a"] == .array([]))
  }

  @Test(arguments: [
    "", "{", "[]", "1", #"{"a"}"#, #"{"a":}"#, #"{"a":1"#, #"{"a":"b}"#, #"{"a":"\x"}"#, #"{"a":"\u12"}"#,
    #"{"a":[1,}"#,
    #"{"a":{}}"#, #"{"a":nul}"#, #"{"a":1}{"#, #"{"a":"\"#,
  ])
  func `text that is cut short or garbled is not read`(text: String) {
    #expect(members(of: text) == nil)
  }

  @Test(arguments: ["null", "true", "false", "[]", "[1]", "[[2],3]"])
  func `bytes after the end of the text are not read`(text: String) {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      for end in bytes.indices {
        var reader = StoredJSONReader(UnsafeBufferPointer(rebasing: bytes[..<end]))
        let value = reader.readValue()
        #expect(value == nil, "\(end)")
      }
    }
  }
}
