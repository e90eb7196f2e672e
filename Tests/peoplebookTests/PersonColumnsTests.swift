import Testing

@testable import peoplebook

@Suite struct PersonColumnsTests {
  @Test func `below 90 columns tags go first, then phone, then e-mail; names never`() {
    let wide = PersonColumns(width: 100)
    #expect(wide.email != nil && wide.phone != nil && wide.tags != nil)
    let medium = PersonColumns(width: 80)
    #expect(medium.tags == nil && medium.phone != nil)
    let narrow = PersonColumns(width: 60)
    #expect(narrow.phone == nil && narrow.email != nil)
    #expect(PersonColumns(width: 40).email == nil)
  }

  @Test(arguments: 0...300) func `columns stand apart and inside the width`(width: Int) {
    let columns = PersonColumns(width: width)
    let ranges = [columns.name, columns.email, columns.phone, columns.tags].compactMap(\.self)
    for (left, right) in zip(ranges, ranges.dropFirst()) { #expect(left.upperBound < right.lowerBound) }
    if width > 10 { #expect(ranges.last!.upperBound <= width) }
  }
}
