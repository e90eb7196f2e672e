import Testing

@testable import Persistence

@Suite struct TransactionSummaryTests {
  @Test func `only changes of one kind have a kind`() {
    let cases: [(insertions: Int, updates: Int, deletions: Int, kind: Change<Friend>.Kind?)] = [
      (3, 0, 0, .insertion), (0, 3, 0, .update), (0, 0, 3, .deletion), (1, 2, 0, nil), (0, 1, 2, nil), (2, 0, 1, nil),
      (1, 1, 1, nil),
    ]
    for (insertions, updates, deletions, kind) in cases {
      let summary = TransactionSummary<Friend>(
        number: 7, author: nil, time: 0, isOwn: true, insertions: insertions, updates: updates, deletions: deletions,
        changes: [])
      #expect(summary.kind == kind)
      #expect(summary.count == 3)
      #expect(summary.id == 7)
    }
  }
}
