import Algorithms
import Reactive
import ReactiveTesting
import Testing

@Suite(.leavesNothing) struct PublisherDiffTests {
  @Test(arguments: [20, 800])
  func `the changes of a random history replay to its arrays`(size: Int) {
    for seed in 0..<6 {
      var generator = SeededGenerator(seed: UInt64(seed))
      var nextID = 10_000
      let rows = CurrentValue((0..<size).map { Row(id: $0, text: $0) })
      var replica: [Row] = []
      var log: [String] = []
      let token = rows.diff().sink { change in
        switch change {
        case .initial(let items):
          log.append("initial")
          replica = items
        case .update(let items, let changeset):
          log.append("update")
          #expect(!changeset.isEmpty && isWellFormed(changeset))
          replica = replica.applying(changeset, from: items)
        case .failure: Issue.record("nothing fails here")
        }
      }
      for _ in 0..<15 {
        let edits = Int.random(in: 0..<(Bool.random(using: &generator) ? 3 : 200), using: &generator)
        rows.value = edited(rows.value, edits: edits, nextID: &nextID, using: &generator)
        #expect(replica == rows.value)
      }
      #expect(log.first == "initial" && log.dropFirst().allSatisfy { $0 == "update" })
      withExtendedLifetime(token) {}
    }
  }

  @Test func `an equal array is not published`() {
    let rows = CurrentValue([1, 2])
    var events = 0
    let token = rows.diff().sink { _ in events += 1 }
    rows.value = [1, 2]
    #expect(events == 1)
    rows.value = [2]
    #expect(events == 2)
    withExtendedLifetime(token) {}
  }

  @Test func `elements match by identity if they have one, else by equality`() {
    struct Plain: Equatable { var text: String }
    struct Named: Identifiable {
      let id: Int
      var text: String
    }
    struct Full: Identifiable, Equatable {
      let id: Int
      var text: String
    }
    func last<Element>(_ changes: AnyPublisher<CollectionChange<[Element]>, Never>) -> Changeset? {
      var changeset: Changeset?
      changes.sink { changeset = $0.changeset }.cancel()
      return changeset
    }
    let pair = [Changeset.Pair(old: 0, new: 0)]
    #expect(
      last([[Plain(text: "a")], [Plain(text: "b")]].publisher.diff()) == Changeset(deletions: [0], insertions: [0]))
    #expect(last([[Named(id: 1, text: "a")], [Named(id: 1, text: "b")]].publisher.diff()) == nil)
    #expect(
      last([[Full(id: 1, text: "a")], [Full(id: 1, text: "b")]].publisher.diff()) == Changeset(modifications: pair))
  }
}
