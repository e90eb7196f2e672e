import Testing

@testable import Persistence

@Suite struct EntryGroupTests {
  private func group(tx: Int64?) -> EntryGroup {
    EntryGroup(first: 1, last: 3, tx: tx, author: nil, time: 1_000, action: .edit)
  }

  @Test func `entries of a transaction belong together, whatever their times`() {
    #expect(group(tx: 7).includes(tx: 7, time: 9_000, edge: 1_000))
    #expect(!group(tx: 7).includes(tx: 8, time: 1_000, edge: 1_000))
    #expect(!group(tx: 7).includes(tx: nil, time: 1_000, edge: 1_000))
    #expect(!group(tx: nil).includes(tx: 7, time: 1_000, edge: 1_000))
  }

  @Test func `entries without a transaction belong together for 50 ms`() {
    for edge: Int64 in [950, 1_050] { #expect(group(tx: nil).includes(tx: nil, time: 1_000, edge: edge)) }
    for edge: Int64 in [949, 1_051] { #expect(!group(tx: nil).includes(tx: nil, time: 1_000, edge: edge)) }
  }

  @Test func `times that are as far apart as can be do not belong together`() {
    #expect(!EntryGroup.areClose(.min, .max) && !EntryGroup.areClose(.max, .min))
    #expect(EntryGroup.areClose(.min, .min + 50) && EntryGroup.areClose(.max, .max - 50))
  }

  @Test func `a group is found among transactions by its number`() {
    #expect(group(tx: 7).isOne(of: [7, 8]) && !group(tx: 9).isOne(of: [7, 8]) && !group(tx: nil).isOne(of: [7, 8]))
  }
}
