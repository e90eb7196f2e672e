import Testing

@testable import peoplebook

extension PersonColumn {
  static let email = field(0), phone = field(1), tags = field(2)
}

@Suite struct PersonColumnsTests {
  @Test func `columns are the fields of the catalogue`() {
    #expect(PersonColumn.all.map(\.title) == ["Name", "E-mail", "Phone", "Tags"])
    #expect(PersonColumn.all.map(\.key) == ["name", "email", "phone", "tag"])
    #expect(
      PersonColumn(key: "tag") == .tags && PersonColumn(key: "tags") == .tags && PersonColumn(key: "shoes") == nil)
  }

  private func shown(_ width: Int, hiding hidden: Set<PersonColumn> = []) -> [PersonColumn] {
    let columns = PersonColumns(width: width, hiding: hidden)
    return PersonColumn.all.filter { columns[$0] != nil }
  }

  @Test func `below 90 columns tags are left out, then phone, then e-mail`() {
    #expect(shown(100) == [.name, .email, .phone, .tags])
    #expect(shown(88) == [.name, .email, .phone, .tags])
    #expect(shown(80) == [.name, .email, .phone])
    #expect(shown(60) == [.name, .email])
    #expect(shown(40) == [.name])
  }

  @Test func `hidden columns leave their room to the others`() {
    #expect(shown(100, hiding: [.phone, .name]) == [.name, .email, .tags])
    let all = PersonColumns(width: 100)
    let some = PersonColumns(width: 100, hiding: [.phone])
    #expect((some[.name]?.count ?? 0) > (all[.name]?.count ?? 0))
  }

  @Test(arguments: 0...300) func `columns are separate and inside the width`(width: Int) throws {
    for hidden in [[], [.phone], [.email, .tags]] as [Set<PersonColumn>] {
      let columns = PersonColumns(width: width, hiding: hidden)
      let ranges = PersonColumn.all.compactMap { columns[$0] }
      for (left, right) in zip(ranges, ranges.dropFirst()) { #expect(left.upperBound < right.lowerBound) }
      if width > 10 { #expect(try #require(ranges.last).upperBound <= width) }
    }
  }
}
