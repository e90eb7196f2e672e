import Reactive
import Testing

/// An observable array used like a plain array.
@Suite @MainActor struct PlainArrayTests {
  @Test func `an iteration keeps the elements of its beginning`() {
    let names = MutableObservableArray(["a", "b"])
    var seen: [String] = []
    for name in names {
      seen.append(name)
      names.append(name + name)
    }
    #expect(seen == ["a", "b"])
    let others: [any ObservableArray<String>] = [
      names.eraseToAnyObservableArray(), names.map { $0 }, names.filter { $0.count == 1 }, ["x"].asObservableArray(),
    ]
    #expect(others.map { array in array.contains { $0 == "aa" } } == [true, true, false, false])
  }

  @Test func `a moved element is where it was asked to be`() {
    let names = MutableObservableArray(["a", "b", "c"])
    let replica = Replica(of: names)
    names.move(from: 0, to: 2)
    #expect(names.items == ["b", "c", "a"])
    names.move(from: 2, to: 1)
    #expect(names.items == ["b", "a", "c"])
    names.move(from: 1, to: 1)
    #expect(replica.items == ["b", "a", "c"])
    #expect(replica.changesets.map(\.moves) == [[.init(old: 0, new: 2)], [.init(old: 2, new: 1)]])
  }

  @Test func `an emptied array has deleted every element`() {
    let names = MutableObservableArray(["a", "b", "c"])
    let replica = Replica(of: names)
    names.removeAll()
    names.removeAll()
    #expect(names.items.isEmpty && replica.items.isEmpty)
    #expect(replica.changesets == [Changeset(deletions: [0, 1, 2])])
  }

  private struct Guest: Identifiable {
    let id: Int
    var name = ""
  }

  @Test func `elements of the same identity are replaced without an event`() {
    let guests = MutableObservableArray([Guest(id: 1, name: "Ada"), Guest(id: 2)])
    var events = 0
    let token = guests.changesetPublisher.dropFirst().sink { _ in events += 1 }
    guests.items = [Guest(id: 1, name: "Augusta"), Guest(id: 2)]
    #expect(guests.items[0].name == "Augusta")
    guests.performBatch { guests.items = [Guest(id: 1, name: "Countess"), Guest(id: 2)] }
    #expect(guests.items[0].name == "Countess")
    #expect(events == 0)
    withExtendedLifetime(token) {}
  }

  @Test(.timeLimit(.minutes(1))) func `a batch of many changes is one changeset`() {
    let numbers = MutableObservableArray(Array(0..<4))
    let replica = Replica(of: numbers)
    numbers.performBatch {
      for number in 4..<20_000 { numbers.insert(number, at: number / 2) }
      for _ in 0..<10_000 { numbers.remove(at: 0) }
    }
    #expect(replica.changesets.count == 1)
    #expect(replica.items == Array(numbers.items))
  }

  @Test func `items can be read and assigned as a plain array`() {
    let names = MutableObservableArray(["a", "b"])
    let wanted: [String] = ["b", "c"]
    var changesets: [Changeset] = []
    let token = names.changesetPublisher.sink { if let changeset = $0.changeset { changesets.append(changeset) } }
    names.items = wanted
    let plain: [String] = names.items
    #expect(plain == wanted)
    #expect(changesets == [Changeset(deletions: [0], insertions: [1])])
    names.items = ["b"]
    names.items.append("d")
    #expect(names.items == ["b", "d"])
    withExtendedLifetime(token) {}
  }
}
