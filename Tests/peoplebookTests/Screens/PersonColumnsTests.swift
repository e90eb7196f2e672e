import Testing

@testable import PeoplebookCore
@testable import peoplebook

extension PersonColumn {
  static let email = field(.email), phone = field(.phone), tags = field(.tags)
}

@Suite struct PersonColumnsTests {
  @Test func `columns are the fields of the catalogue`() {
    #expect(PersonColumn.all.map(\.title).prefix(6) == ["Name", "E-mail", "Phone", "Tags", "Nickname", "Organisation"])
    #expect(ColumnLayout.standard.words == ["email", "phone", "tag"])
    #expect(
      PersonColumn(key: "tag") == .tags && PersonColumn(key: "tags") == .tags && PersonColumn(key: "shoes") == nil)
  }

  private func shown(_ width: Int, _ words: String...) -> [PersonColumn] {
    PersonColumns(width: width, words.isEmpty ? .standard : ColumnLayout(words: words)).shown
  }

  @Test func `below 90 columns tags are left out, then phone, then e-mail`() {
    #expect(shown(100) == [.name, .email, .phone, .tags])
    #expect(shown(88) == [.name, .email, .phone, .tags])
    #expect(shown(80) == [.name, .email, .phone])
    #expect(shown(60) == [.name, .email])
    #expect(shown(40) == [.name])
  }

  @Test func `each column has a width from which it is shown`() {
    for (width, count) in [(43, 1), (44, 2), (63, 2), (64, 3), (87, 3), (88, 4), (111, 4), (112, 5), (136, 6)] {
      #expect(shown(width, "email", "phone", "tag", "note", "organisation").count == count)
    }
  }

  @Test func `a column with a chosen width leaves twelve cells to the name`() {
    #expect(shown(68, "email:50") == [.name, .email])
    #expect(shown(67, "email:50") == [.name])
    #expect(PersonColumns(width: 68, ColumnLayout(words: ["email:50"]))[.name] == 3..<15)
  }

  @Test func `hidden columns leave their room to the others`() {
    #expect(shown(100, "email", "tag") == [.name, .email, .tags])
    #expect(shown(70, "tag", "phone", "email") == [.name, .tags, .phone])
    let all = PersonColumns(width: 100)
    let some = PersonColumns(width: 100, ColumnLayout(words: ["email", "tag"]))
    #expect((some[.name]?.count ?? 0) > (all[.name]?.count ?? 0))
  }

  @Test(arguments: 0...300) func `columns are separate and inside the width`(width: Int) throws {
    for words in [["email", "phone", "tag"], ["tag"], ["email:70", "tag:20", "note", "organisation:30"]] {
      let columns = PersonColumns(width: width, ColumnLayout(words: words))
      let ranges = columns.shown.compactMap { columns[$0] }
      for (left, right) in zip(ranges, ranges.dropFirst()) { #expect(left.upperBound < right.lowerBound) }
      if width > 22 { #expect(try #require(ranges.last).upperBound <= width) }
    }
  }

  @Test func `a layout is read as it was written`() {
    let words = ["tag", "email:30", "note"]
    #expect(ColumnLayout(words: words).words == words)
    #expect(
      ColumnLayout(words: ["name", "tag", "tag:9", "shoes", "email:9999", "phone:x"]).words == [
        "tag", "email", "phone",
      ])
  }

  @Test func `columns are shown, moved and widened`() {
    var layout = ColumnLayout.standard
    layout.toggle(.phone)
    layout.toggle(.phone)
    layout.move(.phone, by: -1)
    layout.move(.email, by: -1)
    layout.widen(.phone, by: 1, from: 18)
    layout.widen(.phone, by: 1, from: 18)
    layout.widen(.tags, by: -90, from: 18)
    #expect(layout.words == ["email", "phone:20", "tag:4"])
    let columns = PersonColumns(width: 120, layout)
    #expect(columns[.phone]?.count == 20 && columns[.tags]?.count == 4)
  }
}
