import Testing

@testable import Persistence

@Suite struct RelocationTests {
  @Test func `a place is also counted without the rows that were touched`() {
    let relocations = RowList.relocations(
      from: RowList([10, 11, 12, 13, 14]), to: RowList([11, 14, 10, 13, 15]), touched: [10, 12, 14, 15])
    let places = Dictionary(uniqueKeysWithValues: relocations.map { ($0.row, $0) })
    #expect(places.count == 4)
    #expect(places[10]?.from == .init(index: 0, slot: 0) && places[10]?.to == .init(index: 2, slot: 1))
    #expect(places[12]?.from == .init(index: 2, slot: 1) && places[12]?.to == nil)
    #expect(places[14]?.from == .init(index: 4, slot: 2) && places[14]?.to == .init(index: 1, slot: 1))
    #expect(places[15]?.from == nil && places[15]?.to == .init(index: 4, slot: 2))
  }
}
