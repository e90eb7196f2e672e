import Algorithms
import Reactive
import ReactiveTesting
import Testing

@Suite(.leavesNothing) struct SectionedChangesetTests {
  private typealias Snapshot = SectionedSnapshot<Int, ChunkedArray<Row>>

  private func rows(_ snapshot: Snapshot) -> [[Row]] { snapshot.sections.map { Array($0.items) } }

  /// The number that groups the rows: many rows in each section, few, or one.
  @Test(arguments: [25, 10, 3, 1], [0, 25, 600])
  func `replaying it on the old sections gives the new sections`(cut: Int, size: Int) {
    for (seed, isSorted) in [(0, true), (1, false), (2, true), (3, false)] {
      var generator = SeededGenerator(seed: UInt64(seed))
      var nextID = 1000
      let array = MutableObservableArray((0..<size).map { Row(id: $0, text: $0 / 2 % 50) })
      // Sorted by the key or not. If not, a key can occur again and sections can merge.
      let sectioned =
        isSorted
        ? array.sorted(by: Derivation.precedes).sectioned { $0.text / cut } : array.sectioned { $0.text / cut }
      var shown: Snapshot?
      var updates = 0
      let token = sectioned.changesetPublisher.sink { change in
        if case .update(let snapshot, let changeset) = change, let before = shown {
          let cut = SectionedChangeset(changeset, from: before, to: snapshot)
          #expect(!cut.isEmpty && cut.replayed(on: rows(before), from: rows(snapshot)) == rows(snapshot))
          updates += 1
        }
        shown = change.snapshot
      }
      for _ in 0..<12 {
        let edits = Int.random(in: 1..<(Bool.random(using: &generator) ? 4 : 150), using: &generator)
        array.items = ChunkedArray(edited(Array(array.items), edits: edits, nextID: &nextID, using: &generator))
      }
      #expect(updates > 0)
      withExtendedLifetime(token) {}
    }
  }

  @Test func `the same rows with other section boundaries`() {
    let four = ChunkedArray((0..<4).map { Row(id: $0, text: $0) })
    let whole = Snapshot(items: four, runs: [(1, 4)])
    let cut = Snapshot(items: four, runs: [(1, 2), (2, 1), (3, 1)])
    let there = SectionedChangeset(Changeset(), from: whole, to: cut)
    #expect(there.insertedSections == [1, 2] && there.deletions == [2, 3].map { SectionPlace(section: 0, row: $0) })
    #expect(there.replayed(on: rows(whole), from: rows(cut)) == rows(cut))
    let back = SectionedChangeset(Changeset(), from: cut, to: whole)
    #expect(back.deletedSections == [1, 2] && back.insertions == [2, 3].map { SectionPlace(section: 0, row: $0) })
    #expect(SectionedChangeset(Changeset(), from: cut, to: cut).isEmpty)
  }

  @Test func `a row that stays and is in another section now is moved, not modified`() {
    let four = ChunkedArray((0..<4).map { Row(id: $0, text: $0) })
    let (old, new) = (Snapshot(items: four, runs: [(1, 2), (2, 2)]), Snapshot(items: four, runs: [(1, 1), (2, 3)]))
    let cut = SectionedChangeset(Changeset(), from: old, to: new)
    #expect(
      cut.moves == [.init(old: SectionPlace(section: 0, row: 1), new: SectionPlace(section: 1, row: 0))]
        && cut.modifications == [] && cut.insertions == [] && cut.deletions == [])
  }

  @Test func `a new section brings its rows, and an empty one is deleted`() {
    func snapshot(_ texts: [Int]) -> Snapshot {
      var runs: [(key: Int, count: Int)] = []
      for text in texts {
        if runs.last?.key == text { runs[runs.count - 1].count += 1 } else { runs.append((text, 1)) }
      }
      return Snapshot(items: ChunkedArray(texts.enumerated().map { Row(id: $0, text: $1) }), runs: runs)
    }
    var insertion = Changeset()
    insertion.insertions = [2]
    let come = SectionedChangeset(insertion, from: snapshot([1, 1]), to: snapshot([1, 1, 2]))
    #expect(come.insertedSections == [1] && come.insertions == [])
    var deletion = Changeset()
    deletion.deletions = [0]
    let gone = SectionedChangeset(deletion, from: snapshot([1, 2, 2]), to: snapshot([2, 2]))
    #expect(gone.deletedSections == [0] && gone.deletions == [])
    let shorter = SectionedChangeset(deletion, from: snapshot([1, 1, 2]), to: snapshot([1, 2]))
    #expect(shorter.deletedSections == [] && shorter.deletions == [SectionPlace(section: 0, row: 0)])
  }
}
