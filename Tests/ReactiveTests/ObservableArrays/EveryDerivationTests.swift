import Algorithms
import Reactive
import ReactiveTesting
import Testing

@Suite(.leavesNothing) struct EveryDerivationTests {
  /// A random history of one array: changes found by a comparison, made one by one, or made as a batch.
  private struct History {
    var generator: SeededGenerator
    var nextID = 10_000
    let rows: MutableObservableArray<Row>

    init(seed: UInt64, size: Int) {
      generator = SeededGenerator(seed: seed)
      rows = MutableObservableArray((0..<size).map { Row(id: $0, text: $0 * 7 % 50) })
    }

    mutating func step() {
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: compare(edits: Int.random(in: 1...3, using: &generator))
      // Above the crossover of the two algorithms, where hundreds of rows change.
      case 1: compare(edits: Int.random(in: 40...200, using: &generator))
      case 2: change()
      default:
        let count = Int.random(in: 0..<60, using: &generator)
        rows.performBatch { for _ in 0..<count { change() } }
      }
    }

    private mutating func compare(edits: Int) {
      rows.items = ChunkedArray(edited(Array(rows.items), edits: edits, nextID: &nextID, using: &generator))
    }

    private mutating func change() {
      nextID += 1
      let row = Row(id: nextID, text: Int.random(in: 0..<50, using: &generator))
      let count = rows.count
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: rows.append(row)
      case 1: rows.insert(row, at: Int.random(in: 0...count, using: &generator))
      case 2 where count > 0: rows.remove(at: Int.random(in: 0..<count, using: &generator))
      case 3 where count > 0:
        let index = Int.random(in: 0..<count, using: &generator)
        rows.replace(at: index, with: Row(id: rows[index].id, text: row.text))
      case 4 where count > 0:
        rows.move(
          from: Int.random(in: 0..<count, using: &generator), to: Int.random(in: 0..<count, using: &generator))
      default: break
      }
    }
  }

  @Test(arguments: Derivation.all, [0, 1, 30, 600])
  func `replaying a history equals computing the array`(
    derivation: Derivation, size: Int
  ) {
    for seed in 0..<4 {
      var history = History(seed: UInt64(seed), size: size)
      let derived = derivation.derive(history.rows) {}
      let replica = replica(of: derived)
      for _ in 0..<12 {
        history.step()
        #expect(replica.items == derivation.plain(Array(history.rows.items)))
      }
    }
  }

  @Test(arguments: Derivation.all)
  func `its composed changesets lead to the last snapshot`(derivation: Derivation) {
    for seed in 0..<6 {
      var history = History(seed: UInt64(seed), size: 40)
      let replica = replica(of: derivation.derive(history.rows) {})
      let first = replica.items
      for _ in 0..<8 { history.step() }
      let all = replica.changesets.reduce(Changeset()) { $0.followed(by: $1) }
      #expect(isWellFormed(all))
      #expect(first.applying(all, from: replica.items) == replica.items)
    }
  }

  @Test(arguments: Derivation.all)
  func `a late subscriber gets the state and all changes`(derivation: Derivation) {
    var history = History(seed: 3, size: 100)
    let derived = derivation.derive(history.rows) {}
    let early = replica(of: derived)
    for _ in 0..<5 { history.step() }
    let late = replica(of: derived)
    #expect(late.initials == 1 && late.changesets.isEmpty)
    #expect(late.items == early.items)
    let published = early.changesets.count
    for _ in 0..<5 { history.step() }
    #expect(late.changesets == Array(early.changesets[published...]))
  }

  @Test(arguments: Derivation.all)
  func `many subscribers share one subscription and its calls`(
    derivation: Derivation
  ) {
    var history = History(seed: 5, size: 200)
    var calls = 0
    let source = Replica(of: history.rows)
    let derived = derivation.derive(history.rows) { calls += 1 }
    let upstream = history.rows.subscriberCount
    #expect(calls == (derivation.asks ? 200 : 0))
    let replicas = (0..<5).map { _ in replica(of: derived) }
    // A derivation that returns its source forwards its subscribers.
    if !(derived is MutableObservableArray<Row>), !(derived is AnyObservableArray<Row>) {
      #expect(history.rows.subscriberCount == upstream)
    }
    for _ in 0..<20 { history.step() }
    #expect(calls == (derivation.asks ? 200 + source.touched : 0))
    #expect(replicas.allSatisfy { $0.items == replicas[0].items })
  }

  @Test(arguments: Derivation.all)
  func `items work without a subscriber and follow the source`(derivation: Derivation) {
    var history = History(seed: 9, size: 50)
    let derived = derivation.derive(history.rows) {}
    for _ in 0..<10 {
      history.step()
      #expect(Array(derived.items) == derivation.plain(Array(history.rows.items)))
    }
  }

  private func replica(of array: any ObservableArray<Row>) -> Replica<Row> {
    func open(_ array: some ObservableArray<Row>) -> Replica<Row> { Replica(of: array) }
    return open(array)
  }
}
