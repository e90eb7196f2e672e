import Reactive
import ReactiveTesting
import Testing

@Suite(.leavesNothing) struct DerivedArrayTests {
  @Test func `the closure runs once per changed element`() {
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

  @Test func `items work without a subscriber and follow the source`() {
    let rows = MutableObservableArray([3, 1, 2])
    let sorted = rows.sorted()
    #expect(Array(sorted.items) == [1, 2, 3])
    rows.append(0)
    #expect(Array(sorted.items) == [0, 1, 2, 3])
  }

  /// Single insertions and removals split and empty the parts of a long sorted list.
  @Test func `a long sorted array follows single changes anywhere`() {
    let numbers = MutableObservableArray<Int>()
    let sorted = numbers.sorted()
    let replica = Replica(of: sorted)
    var model: [Int] = []
    func check() {
      #expect(replica.items == model.sorted())
      #expect(Array(sorted.items) == model.sorted())
    }
    for number in 0..<900 {
      let value = number * 7919 % 907
      numbers.append(value)
      model.append(value)
      if number % 90 == 0 { check() }
    }
    check()
    for number in 0..<800 {
      let index = number * 31 % model.count
      numbers.remove(at: index)
      model.remove(at: index)
      if number % 80 == 0 { check() }
    }
    check()
  }

  /// One object, a few and many, each of which is found in another way.
  @Test(arguments: [1, 2, 150]) func `objects changed in place are re-sorted`(count: Int) {
    final class Item: Identifiable {
      var key: Int
      init(_ key: Int) { self.key = key }
    }
    let items = (0..<200).map { Item($0) }
    let rows = MutableObservableArray(items)
    let replica = Replica(of: rows.sorted { $0.key < $1.key }.map { $0.key })
    for index in 0..<count { items[index].key = 400 - index }
    rows.performBatch { for index in 0..<count { rows.replace(at: index, with: items[index]) } }
    #expect(replica.items == items.map(\.key).sorted())
    for index in 0..<count { items[index].key = -index }
    rows.performBatch { for _ in 0..<count { rows.remove(at: 0) } }
    #expect(replica.items == Array(count..<200))
  }

  @Test func `a batch of old, new and changed objects is sorted`() {
    final class Item: Identifiable {
      var key: Int
      init(_ key: Int) { self.key = key }
    }
    var items = (0..<200).map { Item($0) }
    let rows = MutableObservableArray(items)
    let replica = Replica(of: rows.sorted { $0.key < $1.key }.map { $0.key })
    items[5].key = 300
    items[6].key = -1
    rows.performBatch {
      rows.replace(at: 5, with: items[5])
      rows.replace(at: 6, with: items[6])
      rows.replace(at: 7, with: items[7])
      rows.remove(at: 0)
      rows.append(Item(50))
    }
    items = items.dropFirst() + [Item(50)]
    #expect(replica.items == items.map(\.key).sorted())
    #expect(replica.changesets.count == 1)
  }

  @Test func `a change outside of a derived array is not published`() {
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

  @Test func `a late subscriber receives the current state once`() {
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

  @Test func `an array derived from an immutable one has a first event`() {
    var log: [String] = []
    let sorted = ImmutableObservableArray([2, 1]).sorted()
    let tokens = [
      sorted.changesetPublisher.sink {
        log.append("\($0)")
      } receiveValue: {
        log.append("\(Array($0.items ?? []))")
      },
      sorted.sectioned { $0 }.changesetPublisher.sink {
        log.append("\($0)")
      } receiveValue: {
        log.append("\($0.snapshot?.sections.count ?? 0) sections")
      },
    ]
    #expect(log == ["[1, 2]", "finished", "2 sections", "finished"])
    withExtendedLifetime(tokens) {}
  }

  @Test func `equal rows keep their source order`() {
    let rows = MutableObservableArray([Row(id: 1, text: 5), Row(id: 2, text: 5), Row(id: 3, text: 4)])
    let sorted = Replica(of: rows.sorted { $0.text < $1.text })
    #expect(sorted.items.map(\.id) == [3, 1, 2])
    rows.insert(Row(id: 4, text: 5), at: 0)
    #expect(sorted.items.map(\.id) == [3, 1, 2, 4])
    rows.replace(at: 3, with: Row(id: 3, text: 5))
    rows.move(from: 0, to: 3)
    #expect(sorted.items.map(\.id) == [1, 2, 3, 4])
    #expect(sorted.changesets.last == Changeset(modifications: [.init(old: 0, new: 2)], moves: [.init(old: 0, new: 2)]))
  }

  @Test func `a batch is published as one update at most`() {
    let rows = MutableObservableArray(Array(0..<10))
    let replica = Replica(of: rows)
    rows.performBatch {
      rows.remove(at: 3)
      rows.performBatch { rows.append(10) }
      rows.move(from: 0, to: 5)
      #expect(replica.changesets.isEmpty)
    }
    #expect(replica.changesets.count == 1)
    rows.performBatch {
      rows.append(11)
      rows.remove(at: rows.count - 1)
    }
    #expect(replica.changesets.count == 1)
  }

  @Test func `a batch that throws publishes the changes that it made`() {
    let rows = MutableObservableArray([1])
    let replica = Replica(of: rows)
    #expect(throws: MarbleError.self) {
      try rows.performBatch {
        rows.append(2)
        throw MarbleError()
      }
    }
    #expect(replica.items == [1, 2])
  }

  @Test func `two arrays derived from one update together`() {
    let rows = MutableObservableArray([3, 1])
    let sorted = rows.sorted()
    let even = rows.filter { $0.isMultiple(of: 2) }
    var log: [String] = []
    let token = sorted.currentValuePublisher.combineLatest(even.currentValuePublisher).sink {
      log.append("\($0) \($1)")
    }
    rows.append(2)
    rows.append(5)
    #expect(log == ["[1, 3] []", "[1, 2, 3] [2]", "[1, 2, 3, 5] [2]"])
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

  @Test func `an erased array publishes the same changes`() {
    let rows = MutableObservableArray([1, 2, 3])
    let erased = rows.filter { $0 > 1 }.eraseToAnyObservableArray().eraseToAnyObservableArray()
    let replica = Replica(of: erased)
    rows.append(4)
    #expect(replica.items == [2, 3, 4])
    #expect(Array(erased.items) == [2, 3, 4])
    #expect(erased[2] == 4)
  }

  @Test func `a derived array is freed with its last user`() {
    let rows = MutableObservableArray([1])
    var derived: DerivedObservableArray<Int>? = rows.map { $0 }
    #expect(rows.subscriberCount == 1)
    weak let weakDerived = derived
    derived = nil
    #expect(weakDerived == nil)
    #expect(rows.subscriberCount == 0)
  }
}
