import Algorithms
import Reactive
import ReactiveTesting
import Testing

struct Row: Identifiable, Hashable {
  let id: Int
  var text: Int
}

/// A random change of `rows`, of all kinds at once.
func edited(_ rows: [Row], edits: Int, nextID: inout Int, using generator: inout SeededGenerator) -> [Row] {
  var rows = rows
  for _ in 0..<edits {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      nextID += 1
      rows.insert(
        Row(id: nextID, text: Int.random(in: 0..<50, using: &generator)),
        at: Int.random(in: 0...rows.count, using: &generator))
    case 1 where !rows.isEmpty:
      rows.remove(at: Int.random(in: 0..<rows.count, using: &generator))
    case 2 where !rows.isEmpty:
      rows[Int.random(in: 0..<rows.count, using: &generator)].text = Int.random(in: 0..<50, using: &generator)
    case 3 where !rows.isEmpty:
      let row = rows.remove(at: Int.random(in: 0..<rows.count, using: &generator))
      rows.insert(row, at: Int.random(in: 0...rows.count, using: &generator))
    default: break
    }
  }
  return rows
}

/// Whether the indices of a changeset are sorted, distinct and consistent.
func isWellFormed(_ changeset: Changeset) -> Bool {
  func ascends(_ numbers: [Int]) -> Bool { zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 } }
  let movedOld = Set(changeset.moves.map(\.old))
  let movedNew = Set(changeset.moves.map(\.new))
  return ascends(changeset.deletions) && ascends(changeset.insertions) && ascends(changeset.moves.map(\.new))
    && ascends(changeset.modifications.map(\.new)) && movedOld.isDisjoint(with: changeset.deletions)
    && movedNew.isDisjoint(with: changeset.insertions)
    && Set(changeset.modifications.map(\.new)).isDisjoint(with: changeset.insertions)
}

@Suite(.leavesNothing) struct ChangesetLawsTests {
  @Test(arguments: 0..<40)
  func `replaying a difference gives the new array`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var nextID = 1000
    var rows = (0..<Int.random(in: 0..<60, using: &generator)).map { Row(id: $0, text: $0) }
    for _ in 0..<20 {
      let new = edited(rows, edits: Int.random(in: 0..<30, using: &generator), nextID: &nextID, using: &generator)
      let changeset = Changeset(from: rows, to: new)
      #expect(isWellFormed(changeset))
      #expect(rows.applying(changeset, from: new) == new)
      let byValue = Changeset(from: rows.map(\.text), to: new.map(\.text))
      #expect(rows.map(\.text).applying(byValue, from: new.map(\.text)) == new.map(\.text))
      rows = new
    }
  }

  @Test(arguments: 0..<20)
  func `replaying on a chunked array agrees`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var nextID = 10_000
    for edits in [3, 900] {
      let rows = (0..<1500).map { Row(id: $0, text: $0) }
      let new = edited(rows, edits: edits, nextID: &nextID, using: &generator)
      var chunked = ChunkedArray(rows)
      chunked.apply(Changeset(from: rows, to: new)) { new[$0] }
      #expect(Array(chunked) == new)
    }
  }

  @Test(arguments: 0..<60)
  func `a composed changeset equals the two applied in turn`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var nextID = 1000
    let a = (0..<Int.random(in: 0..<30, using: &generator)).map { Row(id: $0, text: $0) }
    let b = edited(a, edits: 8, nextID: &nextID, using: &generator)
    let c = edited(b, edits: 8, nextID: &nextID, using: &generator)
    let both = Changeset(from: a, to: b).followed(by: Changeset(from: b, to: c))
    #expect(isWellFormed(both))
    #expect(a.applying(both, from: c) == c)
  }

  @Test func `an element inserted and then deleted is left out`() {
    let both = Changeset(insertions: [1]).followed(by: Changeset(deletions: [1]))
    #expect(both.isEmpty)
  }

  @Test func `an element modified and then deleted is deleted`() {
    let both = Changeset(modifications: [.init(old: 2, new: 2)]).followed(by: Changeset(deletions: [2]))
    #expect(both == Changeset(deletions: [2]))
  }

  @Test func `a deleted and reinserted element is modified or moved`() {
    let away = Changeset(deletions: [0])
    let back = Changeset(insertions: [2])
    let both = away.followed(by: back) { _, _ in true }
    #expect(both == Changeset(modifications: [.init(old: 0, new: 2)], moves: [.init(old: 0, new: 2)]))
    #expect(away.followed(by: back) == Changeset(deletions: [0], insertions: [2]))
  }

  @Test func `a modified row behind an inserted one has both its indices`() {
    let old = [Row(id: 1, text: 0), Row(id: 2, text: 0), Row(id: 3, text: 0)]
    let new = [Row(id: 9, text: 0), Row(id: 1, text: 0), Row(id: 2, text: 7), Row(id: 3, text: 0)]
    let changeset = Changeset(from: old, to: new)
    #expect(changeset == Changeset(insertions: [0], modifications: [.init(old: 1, new: 2)]))
    #expect(changeset.realmIndices == .init(deletions: [], insertions: [0], modifications: [1]))
  }

  @Test func `a moved and changed row is not deleted or inserted`() {
    let old = (0..<5).map { Row(id: $0, text: 0) }
    var new = old
    var row = new.remove(at: 0)
    row.text = 1
    new.append(row)
    let pair = Changeset.Pair(old: 0, new: 4)
    #expect(Changeset(from: old, to: new) == Changeset(modifications: [pair], moves: [pair]))
  }

  /// An element without an id and a hash.
  private struct Plain: Equatable { var number: Double }

  @Test(arguments: [10, 2_000]) func `an equal element elsewhere has moved, also without ids`(count: Int) {
    let old = (0..<count).map { Plain(number: Double($0)) }
    let changeset = Changeset(from: old, to: old.dropFirst() + [old[0], Plain(number: -1)])
    #expect(changeset == Changeset(insertions: [count], moves: [.init(old: 0, new: count - 1)]))
  }

  @Test(arguments: [(replaced: 999, moves: 1), (replaced: 1_000, moves: 0)])
  func `without ids and with many differences, an element moves among 1,000`(replaced: Int, moves: Int) {
    let ends = [Plain(number: -1), Plain(number: -2)]
    let old = [ends[0]] + (0..<replaced).map { Plain(number: Double($0)) } + [ends[1]]
    let new = [ends[1]] + (0..<replaced).map { Plain(number: Double($0) + 0.5) } + [ends[0]]
    let changeset = Changeset(from: old, to: new)
    #expect(isWellFormed(changeset))
    #expect(changeset.moves.count == moves)
    #expect(changeset.deletions.count == replaced + 1 - moves)
    #expect(old.applying(changeset, from: new) == new)
  }

  @Test func `100 operations among 100,000 rows give at most 125`() {
    var generator = SeededGenerator(seed: 7)
    let old = (0..<100_000).map { Row(id: $0, text: 0) }
    var new = old
    for number in 0..<25 {
      new.insert(Row(id: 1_000_000 + number, text: 0), at: Int.random(in: 0..<new.count, using: &generator))
      new.remove(at: Int.random(in: 0..<new.count, using: &generator))
      new[Int.random(in: 0..<new.count, using: &generator)].text = 1
      let row = new.remove(at: Int.random(in: 0..<new.count, using: &generator))
      new.insert(row, at: Int.random(in: 0..<new.count, using: &generator))
    }
    let changeset = Changeset(from: old, to: new)
    #expect(changeset.count <= 100)
    #expect(changeset.moves.count <= 25)
    #expect(old.applying(changeset, from: new) == new)
  }

  @Test func `many differences found by hash give the same result`() {
    var generator = SeededGenerator(seed: 8)
    let old = (0..<3000).map { Row(id: $0, text: 0) }
    var nextID = 10_000
    let new = edited(old, edits: 1500, nextID: &nextID, using: &generator).shuffled(using: &generator)
    let changeset = Changeset(from: old, to: new)
    #expect(isWellFormed(changeset))
    #expect(old.applying(changeset, from: new) == new)
  }

  @Test(arguments: 0..<30)
  func `repeated elements are matched in order`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let old = (0..<700).map { _ in Int.random(in: 0..<40, using: &generator) }
    let new = (0..<650).map { _ in Int.random(in: 0..<40, using: &generator) }
    let changeset = Changeset(from: old, to: new)
    #expect(isWellFormed(changeset))
    #expect(old.applying(changeset, from: new) == new)
  }

  @Test func `repeated elements stay where they are among many differences`() {
    let old = (0..<800).map { $0 / 2 }
    let new = old.enumerated().flatMap { [$1, -1 - $0] }
    let changeset = Changeset(from: old, to: new)
    #expect(changeset == Changeset(insertions: Array(stride(from: 1, to: 1_600, by: 2))))
  }
}
