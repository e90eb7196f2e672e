import Algorithms
import Reactive
import ReactiveTesting
import Testing

/// Replays the changes of a list with sections.
private final class SectionedReplica<Key: Hashable, Element: Equatable> {
  private(set) var sections: [[Element]] = []
  private(set) var initials = 0
  private(set) var updates = 0
  private var token: AnyCancellable?

  init(of array: SectionedObservableArray<Key, Element>) {
    token = array.changesetPublisher.sink { [unowned self] change in
      let present = (change.snapshot?.sections ?? []).map { Array($0.items) }
      switch change {
      case .initial:
        initials += 1
      case .update(let snapshot, let changeset):
        updates += 1
        #expect(!changeset.isEmpty)
        #expect(sections.flatMap { $0 }.applying(changeset) { snapshot.items[$0] } == Array(snapshot.items))
      case .failure: Issue.record("nothing fails here")
      }
      sections = present
    }
  }
}

extension Array {
  /// Runs of adjacent elements that belong together.
  fileprivate func chunked(_ belong: (Element, Element) -> Bool) -> [[Element]] {
    reduce(into: []) { runs, element in
      if let last = runs.last?.last, belong(last, element) {
        runs[runs.count - 1].append(element)
      } else {
        runs.append([element])
      }
    }
  }
}

@Suite(.leavesNothing) struct SectionedObservableArrayTests {
  /// The number that groups the rows: many rows in each section, few, or one.
  private static let cuts = [25, 10, 3, 1]

  @Test(arguments: cuts, [0, 25, 600])
  func `replaying each change gives the rows, equal keys adjacent`(
    cut: Int, size: Int
  ) {
    for (seed, isSorted) in [(0, true), (1, false), (2, true), (3, false)] {
      var generator = SeededGenerator(seed: UInt64(seed))
      var nextID = 1000
      let rows = MutableObservableArray((0..<size).map { Row(id: $0, text: $0 / 2 % 50) })
      // Sorted by the key or not. If not, a key can occur again and sections can merge.
      let sectioned =
        isSorted
        ? rows.sorted(by: Derivation.precedes).sectioned { $0.text / cut } : rows.sectioned { $0.text / cut }
      let replica = SectionedReplica(of: sectioned)
      for _ in 0..<12 {
        let edits = Int.random(in: 1..<(Bool.random(using: &generator) ? 4 : 150), using: &generator)
        rows.items = ChunkedArray(edited(Array(rows.items), edits: edits, nextID: &nextID, using: &generator))
        let plain = isSorted ? rows.items.sorted(by: Derivation.precedes) : Array(rows.items)
        #expect(replica.sections == plain.chunked { $0.text / cut == $1.text / cut })
        #expect(sectioned.snapshot.sections.map(\.key) == replica.sections.map { $0[0].text / cut })
      }
      #expect(replica.initials == 1 && replica.updates > 0)
    }
  }

  @Test func `the key is computed once per changed element for all`() {
    let rows = MutableObservableArray((0..<100).map { Row(id: $0, text: $0) })
    var calls = 0
    let sectioned = rows.sectioned { row -> Int in
      calls += 1
      return row.text / 10
    }
    let replicas = (0..<5).map { _ in SectionedReplica(of: sectioned) }
    #expect(calls == 100 && rows.subscriberCount == 1)
    rows.append(Row(id: 100, text: 95))
    rows.replace(at: 3, with: Row(id: 3, text: 55))
    rows.remove(at: 50)
    rows.move(from: 7, to: 20)
    #expect(calls == 102)
    #expect(replicas.allSatisfy { $0.sections == replicas[0].sections })
  }

  @Test func `adjacent sections with one key merge`() {
    let rows = MutableObservableArray(["Ada", "Alan", "Bob", "Anita"])
    let replica = SectionedReplica(of: rows.sectioned { $0.first })
    #expect(replica.sections == [["Ada", "Alan"], ["Bob"], ["Anita"]])
    rows.remove(at: 2)
    #expect(replica.sections == [["Ada", "Alan", "Anita"]])
    rows.insert("Bob", at: 1)
    #expect(replica.sections == [["Ada"], ["Bob"], ["Alan", "Anita"]])
  }

  @Test func `a change among 10,000 sections reads only its own rows`() {
    var comparisons = 0
    struct Key: Hashable {
      let number: Int
      let compared: () -> Void
      static func == (left: Key, right: Key) -> Bool {
        left.compared()
        return left.number == right.number
      }
      func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }
    let rows = MutableObservableArray((0..<100_000).map { Row(id: $0, text: $0) })
    let sectioned = rows.sectioned { Key(number: $0.text / 10) { comparisons += 1 } }
    var counts: [Int] = []
    let token = sectioned.changesetPublisher.sink {
      if case .update(let snapshot, _) = $0 { counts.append(snapshot.sectionCount) }
    }
    comparisons = 0
    rows.replace(at: 50_000, with: Row(id: 50_000, text: -1))
    rows.remove(at: 10)
    rows.append(Row(id: 100_000, text: 1_000_000))
    #expect(comparisons < 100)
    #expect(counts == [10_001, 10_001, 10_002])
    withExtendedLifetime(token) {}
  }

  @Test func `an empty section is deleted, and a new key inserts one`() {
    let rows = MutableObservableArray(["Ada", "Alan", "Grace"])
    let sectioned = rows.sectioned { $0.first }
    var log: [String] = []
    let token = sectioned.changesetPublisher.sink { change in
      guard case .update(let snapshot, let changeset) = change else { return }
      let sections = snapshot.sections.map { "\($0.key.map(String.init) ?? "")\($0.count)" }.joined(separator: " ")
      log.append("\(sections): −\(changeset.deletions) +\(changeset.insertions)")
    }
    rows.remove(at: 2)
    rows.append("Hedy")
    rows.insert("Anita", at: 1)
    #expect(log == ["A2: −[2] +[]", "A2 H1: −[] +[2]", "A3 H1: −[] +[1]"])
    #expect(sectioned.snapshot.sections[0][1] == "Anita")
    withExtendedLifetime(token) {}
  }
}
