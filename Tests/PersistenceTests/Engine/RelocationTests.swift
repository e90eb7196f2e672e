import Testing

@testable import Persistence

@Suite struct RelocationTests {
  @Test func `a slot counts only the rows that were not touched`() {
    let relocations = RowList.relocations(
      from: RowList([10, 11, 12, 13, 14]), to: RowList([11, 14, 10, 13, 15]), touched: [10, 12, 14, 15])
    let places = relocations.sorted { $0.row < $1.row }
    #expect(places.map(\.row) == [10, 12, 14, 15])
    #expect(
      places.map(\.from) == [.init(index: 0, slot: 0), .init(index: 2, slot: 1), .init(index: 4, slot: 2), nil])
    #expect(places.map(\.to) == [.init(index: 2, slot: 1), nil, .init(index: 1, slot: 1), .init(index: 4, slot: 2)])
  }
}
