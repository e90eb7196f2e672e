import Testing

@testable import Persistence

@Suite struct SearchTextTests {
  private func text(_ texts: String...) -> String {
    var search = SearchText()
    for text in texts { search.append(text) }
    return search.string
  }

  /// Whether a search for the typed text finds a record with these fields.
  private func finds(_ typed: String, _ fields: String...) -> Bool {
    var search = SearchText()
    for field in fields { search.append(field) }
    return SearchWords(typed).words.allSatisfy { search.string.contains(" " + $0) }
  }

  @Test(.timeLimit(.minutes(1))) func `the time for a text is proportional to its length`() {
    let numbers = (0..<100_000).map { "+46 70 \(1_000_000 + $0)" }
    #expect(text(numbers.joined(separator: "\n")).hasSuffix(" 99999 9999 999 99"))
  }

  @Test(arguments: [
    "a", "7", "ж", "ǅ", "ʰ", "字", "\u{301}", "\u{903}", "٣", "Ⅷ", "½", "☎", "\u{E000}", "😀",
  ])
  func `letters, marks, numbers and symbols are part of words`(sign: String) {
    #expect(sign.unicodeScalars.allSatisfy { $0.isOfWord })
  }

  @Test(arguments: ["-", " ", "\u{A0}", "€", "«", "‿", "\u{200D}", "＋"])
  func `blanks, punctuation and currencies are not part of words`(sign: String) {
    #expect(!sign.unicodeScalars.contains { $0.isOfWord })
  }

  @Test func `a text is cut into folded words`() {
    #expect(text("Jean-Luc O'Brien", "ada@example.org") == " jean luc obrien ada example org")
    #expect(text("Łukasz Müller-Straße") == " lukasz muller strasse")
    #expect(text("", "  ", "--") == "")
    #expect(text("a¨b ×2") == " a b 2")
    #expect(text("Кирилл й") == " кирилл и")
  }

  @Test func `a fraction is not part of a word in any script`() {
    for fraction in ["¼", "½", "¾", "⅐", "⅓", "⅟", "↉"] {
      #expect(text("1\(fraction) cup") == " 1 cup")
      #expect(text("1\(fraction) 字") == " 1 字")
    }
    #expect(finds("½ 字", "½ cup", "字") && finds("½ cup", "½ cup 字"))
    #expect(SearchWords("1 2").ranges(in: "½ 字").isEmpty)
  }

  @Test func `the Catalan ŀ ends a word in any script`() {
    for name in ["coŀlega", "COĿLEGA"] {
      #expect(text(name) == " col lega" && text(name + " 字") == " col lega 字")
      #expect(finds("col·lega", name) && finds(name, "col·lega 字"))
    }
    let name = "coŀlega"
    #expect(SearchWords(name).ranges(in: name) == [name.startIndex..<name.endIndex])
  }

  @Test func `unspaced scripts and long numbers are split further`() {
    #expect(text("山田太郎 Taro") == " 山田 田太 太郎 郎 taro")
    #expect(text("Kim 김철수") == " kim 김철 철수 수")
    #expect(text("佐々木") == " 佐々 々木 木")
    #expect(text("901820") == " 901820 01820 1820 820 20")
    #expect(text("1815-12-10") == " 1815 12 10")
  }

  @Test func `numbers of 33 digits have no suffixes`() {
    let digits = String(repeating: "7", count: 32)
    #expect(text(digits).split(separator: " ").map(\.count) == Array((2...32).reversed()))
    #expect(text(digits + "7") == " \(digits)7")
    #expect(text(String(repeating: "7", count: 60_000)).utf8.count == 60_001)
  }

  @Test func `words match by prefix, in any order and any field`() {
    #expect(finds("mul luk", "Łukasz", "Müller"))
    #expect(!finds("ukasz", "Łukasz", "Müller"))
    #expect(finds("ada.lov@EX", "Ada Lovelace", "ada.lovelace@example.org"))
    #expect(finds("obrien", "Pat O’Brien") && finds("o'br", "Pat OBrien"))
    #expect(finds("", "Ada") && finds(" - ", "Ada"))
    #expect(finds("🎂", "Ada 🎂") && !finds("🎂", "Ada"))
  }

  @Test func `any part of a Chinese, Japanese or Korean name matches`() {
    for typed in ["山", "太", "郎", "山田", "田太", "山田太郎"] { #expect(finds(typed, "山田太郎")) }
    #expect(!finds("山太", "山田太郎"))
    #expect(finds("やまだ", "ヤマダ タロウ") && finds("ﾔﾏﾀﾞ", "やまだ"))
    #expect(finds("が", "ながい") && !finds("か", "ながい"))
    #expect(finds("철수", "김철수"))
  }

  @Test func `numbers match by any of their digits`() {
    let number = Folding.digits("+49 (30) 90 18-20")
    for typed in ["49", "+49 30 90", "901820", "1820", "030 901820", "00493090"] {
      #expect(finds(typed, number), "\(typed)")
    }
    #expect(!finds("1821", number))
  }

  @Test func `matches are marked in the text as it is written`() {
    func found(_ typed: String, _ text: String) -> [String] {
      SearchWords(typed).ranges(in: text).map { String(text[$0]) }
    }
    #expect(found("mul luk", "Łukasz Müller") == ["Łuk", "Mül"])
    #expect(found("strass", "Hauptstraße") == [])
    #expect(found("hauptstras", "Hauptstraße") == ["Hauptstraß"])
    #expect(found("obri", "Pat O'Brien") == ["O'Bri"])
    #expect(found("山田太", "山田太郎") == ["山田太"])
    #expect(found("3090", "+49 (30) 90 18-20") == ["30) 90"])
    #expect(found("234", "Room 12-34") == [] && found("1234567", "123 456") == [])
    #expect(found("23456", "123 456") == ["23 456"] && found("12345", "123 45") == [])
    let zeros = String(repeating: "0", count: 30)
    #expect(found("29", zeros + "29") == ["29"] && found("29", zeros + "029") == [])
    #expect(found("ad ada", "Ada, Adam") == ["Ada", "Ada"])
    #expect(found("", "Ada") == [] && found("x", "") == [])
  }

  @Test func `the folding table agrees with the slow folding`() {
    for value in [0x80..<0x530, 0x1E00..<0x2000].joined() {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      #expect(Folding.fold("x\(scalar)") == Folding.foldSlowly("x\(scalar)"), "\(value)")
    }
  }
}
