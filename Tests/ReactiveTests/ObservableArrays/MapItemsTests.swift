import Reactive
import Testing

@Suite @MainActor struct MapItemsTests {
  final class Item: StatefulViewModelItem {
    let name: String
    init(_ name: String) { self.name = name }
  }

  @Test func `a compared array maps only its new elements`() {
    let names = CurrentValue<[String], Never>(["a", "b", "c"])
    var mapped: [String] = []
    var changes: [CollectionChange<ChunkedArray<String>>] = []
    let token = names.diff().mapItems { name in
      mapped.append(name)
      return name.uppercased()
    }.sink { changes.append($0) }
    names.value = ["a", "x", "c"]
    #expect(mapped == ["a", "b", "c", "x"])
    #expect(changes.count == 2)
    #expect(changes.first.flatMap { $0.items.map { Array($0) } } == ["A", "B", "C"])
    #expect(changes.last.flatMap { $0.items.map { Array($0) } } == ["A", "X", "C"])
    #expect(changes.last?.changeset == Changeset(deletions: [1], insertions: [1]))
    withExtendedLifetime(token) {}
  }

  @Test func `a modified plain item is mapped again, a stateful one kept`() {
    let names = MutableObservableArray(["a", "b"])
    var plain: [[String]] = []
    var stateful: [[Item]] = []
    let tokens = [
      names.changesetPublisher.mapItems { $0 + "!" }.currentValuePublisher().sink { plain.append(Array($0)) },
      names.changesetPublisher.mapItems { Item($0) }.currentValuePublisher().sink { stateful.append(Array($0)) },
    ]
    names.replace(at: 1, with: "c")
    #expect(plain == [["a!", "b!"], ["a!", "c!"]])
    #expect(stateful.count == 2 && stateful[0][1] === stateful[1][1])
    names.remove(at: 0)
    #expect(stateful[2].map(\.name) == ["b"] && stateful[2][0] === stateful[0][1])
    withExtendedLifetime(tokens) {}
  }

  @Test func `an update without a snapshot becomes initial`() {
    struct Refusal: Error {}
    let changes = Subject<CollectionChange<[Int]>, Never>()
    var events: [String] = []
    let token = changes.mapItems { "\($0)" }.sink { change in
      switch change {
      case .initial(let items): events.append("initial \(items)")
      case .update(let items, _): events.append("update \(items)")
      case .failure: events.append("failure")
      }
    }
    changes.send(.update([1, 2], Changeset(insertions: [1])))
    changes.send(.failure(Refusal()))
    changes.send(.update([1, 2, 3], Changeset(insertions: [2])))
    #expect(events == [#"initial ["1", "2"]"#, "failure", #"update ["1", "2", "3"]"#])
    withExtendedLifetime(token) {}
  }
}
