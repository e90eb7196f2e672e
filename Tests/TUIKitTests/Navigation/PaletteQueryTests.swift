import Testing

@testable import TUIKit

@Suite struct PaletteQueryTests {
  private func rank(_ text: String) -> PaletteQuery.Rank? {
    PaletteQuery(text).match(title: "Export people", keywords: ["save as"], detail: "Write a contact file")?.rank
  }

  @Test func `matches rank as words, prefixes, initials, scattered letters`() {
    #expect(rank("export") == .titleWord)
    #expect(rank("peo ex") == .titleBeginning)
    #expect(rank("as save") == .keyword)
    #expect(rank("save") == .keywordBeginning)
    #expect(rank("file") == .sentenceWord)
    #expect(rank("export cont") == .sentenceBeginning)
    #expect(rank("ep") == .titleInitials)
    #expect(rank("wac") == .sentenceInitials && rank("wf") == .sentenceInitials && rank("cf") == nil)
    #expect(rank("xprt") == nil)
    #expect(rank("eprt") == .scatteredInTitle)
  }

  @Test func `scattered letters of a sentence do not match`() {
    #expect(
      PaletteQuery("sort").match(title: "Delete", detail: "Delete the selected person, or the marked rows") == nil)
    #expect(PaletteQuery("e").match(title: "Add", detail: "Make") == nil)
    #expect(PaletteQuery("e").match(title: "Add", keywords: ["enter"], detail: "Make") == nil)
  }

  @Test func `matches have ranges to highlight`() throws {
    let title = "Export people"
    let detail = "Write a contact file"
    let match = try #require(PaletteQuery("people fi").match(title: title, detail: detail))
    #expect(match.titleRanges.map { title[$0] } == ["people"])
    #expect(match.detailRanges.map { detail[$0] } == ["fi"])
    let other = try #require(PaletteQuery("SAVE").match(title: title, keywords: ["save as"], detail: detail))
    #expect(other.keyword == "save as" && other.titleRanges.isEmpty)
  }

  @Test func `an empty query matches everything`() {
    #expect(PaletteQuery(" ").match(title: "Add", detail: "")?.rank == .titleWord)
    #expect(PaletteQuery(" ").isEmpty && !PaletteQuery("Ö").isEmpty)
  }
}
