import Testing

@testable import TUIKit

@Suite struct PaletteMatchTests {
  private func match(_ text: String, _ title: String, keywords: [String] = [], _ detail: String = "") -> PaletteQuery
    .Match?
  {
    PaletteQuery(text).match(title: title, keywords: keywords, detail: detail)
  }

  private func bold(_ text: String, _ title: String) -> [String] {
    match(text, title)?.titleRanges.map { String(title[$0]) } ?? []
  }

  @Test func `words are runs of letters and digits`() {
    for (text, words) in [
      ("Save as… (v2)", ["Save", "as", "v2"]), ("", []), ("--", []), ("a", ["a"]), ("a-b_c", ["a", "b", "c"]),
      (" é ", ["é"]),
    ] {
      #expect(PaletteQuery.words(of: text).map { String(text[$0]) } == words)
    }
  }

  @Test func `the worst word ranks, and all words cost`() {
    #expect(match("export people", "Export people") == match("people export", "Export people"))
    let beginning = match("export peo", "Export people")
    #expect(beginning?.rank == .titleBeginning && beginning?.cost == 1)
    let sentence = match("export fi", "Export people", "Write a file")
    #expect(sentence?.rank == .sentenceBeginning && sentence?.cost == 5)
    let mixed = match("fi export", "Export people", "Write a file")
    #expect(mixed?.rank == .sentenceBeginning && mixed?.cost == 5)
    #expect(match("export save", "Export people", keywords: ["save"])?.cost == 2)
    #expect(match("sa write", "Export", keywords: ["save"], "Write a file")?.cost == 7)
    #expect(match("export none", "Export people") == nil)
    #expect(match("", "Export")?.cost == 0 && match("", "Export")?.titleRanges == [])
  }

  @Test func `a whole word is found first`() {
    #expect(match("mark", "Marked and mark")?.rank == .titleWord)
    #expect(bold("mark", "Marked and mark") == ["mark"])
    #expect(bold("ma", "Marked and mark") == ["Ma"])
    #expect(match("mar", "Remark mark")?.titleRanges.count == 1 && bold("mar", "Remark mark") == ["mar"])
  }

  @Test func `overlapping and adjacent matches are one`() {
    #expect(bold("mar mark", "Mark") == ["Mark"])
    #expect(bold("mark mar", "Mark") == ["Mark"])
    #expect(bold("b a", "a b") == ["a", "b"])
    #expect(bold("exp", "Export people") == ["Exp"])
  }

  @Test func `a keyword is shown if nothing else is`() {
    let hidden = match("file", "Export", keywords: ["file"], "Write a file")
    #expect(hidden?.rank == .keyword && hidden?.keyword == nil && hidden?.detailRanges.count == 1)
    let shown = match("disk", "Export", keywords: ["drive", "disk", "diskette"], "Write a file")
    #expect(shown?.rank == .keyword && shown?.keyword == "disk" && shown?.detailRanges == [])
    let first = match("dis", "Export", keywords: ["drive", "disk", "diskette"], "Write a file")
    #expect(first?.rank == .keywordBeginning && first?.keyword == "disk")
    #expect(match("d", "Export", keywords: ["disk"]) == nil && match("di", "Export", keywords: ["disk"]) != nil)
  }

  @Test func `initials begin with the first word`() {
    #expect(bold("ep", "Export all people") == ["E", "p"])
    #expect(match("ap", "Export all people")?.rank == .scatteredInTitle)
    #expect(match("eap", "Export all people")?.rank == .titleInitials)
    #expect(match("eapx", "Export all people") == nil)
    let detail = match("wtf", "Export", "Write to a file")
    #expect(detail?.rank == .sentenceInitials && detail?.detailRanges.count == 3 && detail?.titleRanges == [])
    #expect(match("e", "A b", "e") != nil && match("x", "Export") == nil)
  }

  @Test func `scattered letters begin at a word`() {
    let scattered = match("eprt", "Export people")
    #expect(
      scattered?.rank == .scatteredInTitle && scattered?.cost == 3 && bold("eprt", "Export people") == ["E", "p", "rt"])
    #expect(bold("pple", "Export people") == ["p", "ple"] && match("pple", "Export people")?.cost == 2)
    #expect(match("xprt", "Export people") == nil && match("expz", "Export people") == nil)
    #expect(bold("ple", "A pile of plates") == ["p", "le"])
  }

  @Test func `ranks are ordered, those in the title first`() {
    let ranks: [PaletteQuery.Rank] = [
      .titleWord, .titleBeginning, .keyword, .keywordBeginning, .sentenceWord, .sentenceBeginning, .titleInitials,
      .sentenceInitials, .scatteredInTitle,
    ]
    #expect(ranks == ranks.sorted() && ranks.map(\.isInTitle) == [true, true] + Array(repeating: false, count: 7))
    let (one, other) = (PaletteQuery.Match(rank: .keyword, cost: 2), PaletteQuery.Match(rank: .keyword, cost: 3))
    #expect(one.isAsGood(as: one) && !one.isAsGood(as: other) && !one.isAsGood(as: .init(rank: .titleWord, cost: 2)))
  }
}
