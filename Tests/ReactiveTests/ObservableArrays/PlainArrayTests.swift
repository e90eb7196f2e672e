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
