import Reactive
import ReactiveTesting
import Testing

/// Replays what it hears and compares.
private final class Replica<Element: Equatable> {
  private(set) var items: [Element] = []
  private(set) var events = 0
  private(set) var firstIsInitial = false
  private var token: AnyCancellable?

  init<Source: ObservableArray<Element>>(of array: Source) {
    token = array.changesetPublisher.sink { [unowned self] change in
      events += 1
      switch change {
      case .initial(let items):
        if events == 1 { firstIsInitial = true }
        self.items = Array(items)
      case .update(let items, let changeset):
        #expect(!changeset.isEmpty)
        #expect(isWellFormed(changeset))
        self.items = self.items.applying(changeset) { items[items.startIndex + $0] }
        #expect(self.items == Array(items))
      case .failure: Issue.record("nothing fails here")
      }
    }
  }
}

@Suite struct DerivedArrayLawsTests {
  @Test(arguments: 0..<25)
  func `derived arrays replay to what recomputing gives`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var nextID = 10_000
    let size = seed.isMultiple(of: 2) ? 30 : 600
    let rows = MutableObservableArray((0..<size).map { Row(id: $0, text: $0 * 7 % 50) })
    let mapped = Replica(of: rows.map { $0.text * 2 })
    let filtered = Replica(of: rows.filter { $0.text.isMultiple(of: 3) })
    let sorted = Replica(of: rows.sorted { ($0.text, $0.id) < ($1.text, $1.id) })
    let window = Replica(of: rows.window(offset: 5, limit: 11))
    let chained = Replica(
      of: rows.filter { $0.text > 10 }.sorted { ($0.text, $0.id) < ($1.text, $1.id) }.map(\.id).window(limit: 8))
    for _ in 0..<15 {
      let edits = Int.random(in: 1..<(Bool.random(using: &generator) ? 4 : 200), using: &generator)
      rows.items = ChunkedArray(edited(Array(rows.items), edits: edits, nextID: &nextID, using: &generator))
      let plain = Array(rows.items)
      #expect(mapped.items == plain.map { $0.text * 2 })
      #expect(filtered.items == plain.filter { $0.text.isMultiple(of: 3) })
      #expect(sorted.items == plain.sorted { ($0.text, $0.id) < ($1.text, $1.id) })
      #expect(window.items == Array(plain.dropFirst(5).prefix(11)))
      let chain = plain.filter { $0.text > 10 }.sorted { ($0.text, $0.id) < ($1.text, $1.id) }
      #expect(chained.items == Array(chain.map(\.id).prefix(8)))
    }
    #expect(mapped.firstIsInitial && filtered.firstIsInitial && sorted.firstIsInitial && window.firstIsInitial)
  }

  @Test(arguments: 0..<20)
  func `told changes replay as well as found ones`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let rows = MutableObservableArray((0..<20).map { Row(id: $0, text: $0) })
    let replica = Replica(of: rows)
    let sorted = Replica(of: rows.sorted { ($0.text, $0.id) < ($1.text, $1.id) })
    func step(_ number: Int) {
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: rows.append(Row(id: 100 + number, text: 5))
      case 1: rows.insert(Row(id: 100 + number, text: 3), at: Int.random(in: 0...rows.count, using: &generator))
      case 2 where !rows.isEmpty: rows.remove(at: Int.random(in: 0..<rows.count, using: &generator))
      case 3 where !rows.isEmpty:
        let index = Int.random(in: 0..<rows.count, using: &generator)
        rows.replace(at: index, with: Row(id: rows[index].id, text: number))
      case 4 where !rows.isEmpty:
        rows.move(
          from: Int.random(in: 0..<rows.count, using: &generator), to: Int.random(in: 0..<rows.count, using: &generator)
        )
      default: break
      }
    }
    for number in 0..<60 { step(number) }
    let before = replica.events
    rows.performBatch { for number in 60..<80 { step(number) } }
    #expect(replica.events <= before + 1)
    #expect(replica.items == Array(rows.items))
    #expect(sorted.items == Array(rows.items).sorted { ($0.text, $0.id) < ($1.text, $1.id) })
  }

  @Test func `the mapping closure runs once for each touched element, for all subscribers together`() {
    let rows = MutableObservableArray((0..<100).map { Row(id: $0, text: $0) })
    var calls = 0
    let mapped = rows.map { row -> Int in
      calls += 1
      return row.text
    }
    #expect(calls == 100)
    let replicas = (0..<5).map { _ in Replica(of: mapped) }
    #expect(calls == 100)
    rows.append(Row(id: 100, text: 1))
    rows.replace(at: 3, with: Row(id: 3, text: 5))
    rows.remove(at: 50)
    rows.move(from: 7, to: 20)
    #expect(calls == 102)
    #expect(rows.subscriberCount == 1)
    #expect(replicas.allSatisfy { $0.items == Array(mapped.items) })
  }

  @Test func `items are there without a subscriber, and follow the source`() {
    let rows = MutableObservableArray([3, 1, 2])
    let sorted = rows.sorted()
    #expect(Array(sorted.items) == [1, 2, 3])
    rows.append(0)
    #expect(Array(sorted.items) == [0, 1, 2, 3])
  }

  @Test func `a change that a derived array does not show is not told`() {
    let rows = MutableObservableArray([1, 2, 3])
    let even = Replica(of: rows.filter { $0.isMultiple(of: 2) })
    rows.append(5)
    rows.move(from: 0, to: 2)
    rows.items = rows.items
    #expect(even.events == 1)
    rows.performBatch {
      rows.append(6)
      rows.remove(at: rows.count - 1)
    }
    #expect(even.events == 1)
  }

  @Test func `a late subscriber, also one within a delivery, gets the present state once and no event of before`() {
    let rows = MutableObservableArray([1])
    var late: Replica<Int>?
    let token = rows.changesetPublisher.sink { change in
      if change.changeset != nil, late == nil {
        rows.append(3)
        late = Replica(of: rows)
      }
    }
    rows.append(2)
    #expect(late?.items == [1, 2, 3])
    #expect(late?.events == 1)
    withExtendedLifetime(token) {}
  }

  @Test func `an immutable array delivers its elements and finishes`() {
    var log: [String] = []
    let token = ImmutableObservableArray([1, 2]).changesetPublisher.sink {
      log.append("\($0)")
    } receiveValue: {
      log.append("\(Array($0.items ?? []))")
    }
    #expect(log == ["[1, 2]", "finished"])
    withExtendedLifetime(token) {}
  }

  @Test func `an erased array tells the same, and its elements have the same indices`() {
    let rows = MutableObservableArray([1, 2, 3])
    let erased = rows.filter { $0 > 1 }.eraseToAnyObservableArray().eraseToAnyObservableArray()
    let replica = Replica(of: erased)
    rows.append(4)
    #expect(replica.items == [2, 3, 4])
    #expect(Array(erased.items) == [2, 3, 4])
    #expect(erased[2] == 4)
  }

  @Test func `a derived array is freed with its last user, and leaves its source`() {
    let rows = MutableObservableArray([1])
    var derived: DerivedObservableArray<Int>? = rows.map { $0 }
    #expect(rows.subscriberCount == 1)
    weak let weakDerived = derived
    derived = nil
    #expect(weakDerived == nil)
    #expect(rows.subscriberCount == 0)
  }
}
