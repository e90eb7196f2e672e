import Testing

@testable import Persistence

@Suite struct FoldingTests {
  @Test(arguments: [
    ("muller", "Müller"), ("muller", "Mu\u{308}ller"), ("nguyen", "Nguyễn"), ("ipek", "İpek"), ("lukasz", "Łukasz"),
    ("do", "Đỗ"), ("omar", "Ømar"), ("aegir", "Ægir"), ("strasse", "Straße"), ("fin", "ﬁn"), ("abc", "ＡＢＣ"),
    ("やまだ", "ヤマダ"), ("やまだ", "ﾔﾏﾀﾞ"), ("obrien", "O'Brien"), ("obrien", "O’Brien"), ("thor", "Þór"), ("izmir", "ızmır"),
    ("oeuvre", "Œuvre"), ("йод", "Йод"), ("σοφος", "Σοφός"),
  ])
  func `plain letters match accented ones`(typed: String, written: String) {
    #expect(Folding.fold(typed) == Folding.fold(written))
  }

  @Test(arguments: [
    "Müller", "ヤマダ", "Straße", "İpek", "Đỗ Thị", "नमस्ते", "ไทย", "한국", "O'Brien", "ｱｲｳ", "ﬁﬂ", "👩‍👩‍👧 family",
  ])
  func `folding twice equals folding once`(text: String) {
    #expect(Folding.fold(Folding.fold(text)) == Folding.fold(text))
  }

  @Test(arguments: "'`\u{2018}\u{2019}\u{201B}\u{02BB}\u{02BC}\u{02B9}\u{2032}")
  func `a name is found without its apostrophe`(apostrophe: Character) {
    #expect(Folding.fold("O\(apostrophe)Brien") == "obrien")
  }

  @Test func `characters that are not seen do not count`() {
    #expect(Folding.fold("Ma\u{AD}ri\u{200D}a\u{20DD}") == "maria")
    #expect(Folding.fold("") == "")
  }

  @Test func `an apostrophe does not count beside other accents either`() {
    #expect(Folding.fold("Ó'Brien") == "obrien")
    #expect(Folding.fold("Ó`Brien") == "obrien")
  }

  @Test func `vowel signs and voicing marks are kept`() {
    #expect(Folding.fold("की") != Folding.fold("क"))
    #expect(Folding.fold("กิ") != Folding.fold("ก"))
    #expect(Folding.fold("が") != Folding.fold("か"))
  }

  @Test func `a folded character is the same in any text`() {
    for value in [0x20...0x52F, 0x1E00...0x1FFF, 0x3041...0x3096, 0x30A1...0x30F6, 0x4E00...0x9FFF, 0xAC00...0xD7A3]
      .joined()
    {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      let text = String(scalar)
      if Folding.fold(text) != Folding.foldSlowly(text) { Issue.record("U+\(String(value, radix: 16))") }
    }
    #expect(Folding.fold("か\u{3099}") == "が")
    #expect(Folding.fold("가\u{11A8}") == "각")
  }

  @Test func `phone numbers fold to their digits`() {
    #expect(Folding.digits("+44 (0)20 7946-0018;ext=5") == "4402079460018")
    #expect(Folding.digits("tel:+49-30") == "4930")
    #expect(Folding.digits("٠١٢") == "012")
    #expect(Folding.digits("none") == "")
  }
}
