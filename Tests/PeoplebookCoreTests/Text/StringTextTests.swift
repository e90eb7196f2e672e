import Testing

@testable import PeoplebookCore

@Suite struct StringTextTests {
  @Test func `line ends and control characters are blanks on one line`() {
    let ends: [Unicode.GeneralCategory] = [.control, .lineSeparator, .paragraphSeparator]
    var (text, line) = (String.UnicodeScalarView(), String.UnicodeScalarView())
    // No category of a later plane has such characters.
    for scalar in (0...UInt32(0xFFFF)).compactMap(Unicode.Scalar.init) {
      text.append(scalar)
      line.append(ends.contains(scalar.properties.generalCategory) ? " " : scalar)
    }
    #expect(String(text).onOneLine.unicodeScalars.elementsEqual(line))
    #expect("Ada\u{1B}[2J\r\nLovelace\u{2028}\u{9B}".onOneLine == "Ada [2J  Lovelace  ")
  }

  @Test(arguments: ["", " \n", "\u{200B}", "\u{3164} \u{200B}", "\u{FEFF}"])
  func `a name of which nothing can be seen is shown as no name`(_ text: String) {
    #expect(text.isInvisible)
    var person = Person()
    (person.firstName, person.lastName) = (text, text)
    #expect(person.displayName == "(no name)")
    for order in PeopleOrder.allCases { #expect(person.displayName(in: order) == "(no name)") }
  }

  @Test func `visible text is trimmed of white space only`() {
    #expect(" a\u{200B}b\n".trimmed == "a\u{200B}b")
    #expect(!"·".isInvisible && "a\u{200B}".trimmed == "a\u{200B}")
  }

  @Test func `every kind of white space is trimmed`() {
    let blanks = (0...UInt32(0xFFFF)).compactMap(Unicode.Scalar.init).filter(\.properties.isWhitespace)
    #expect(blanks.count > 20)
    for blank in blanks {
      let text = "\(blank)a\(blank)"
      #expect(text.trimmed == "a", "\(blank.value)")
      for value in ["\(blank)a", "a\(blank)"] {
        var bytes = Array(value.utf8)
        #expect(bytes.withUnsafeMutableBufferPointer { PlainBytes.text(UnsafeBufferPointer($0)) } == nil)
      }
    }
  }

  @Test func `a name in a message is short`() {
    #expect("Ada Lovelace".shortened == "Ada Lovelace")
    #expect(String(repeating: "x", count: 50).shortened.count == 40)
    let longest = String(repeating: "x", count: 40)
    #expect(longest.shortened == longest)
    #expect("Ada\nLovelace".shortened == "Ada…")
  }
}
