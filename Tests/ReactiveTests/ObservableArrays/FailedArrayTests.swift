import Reactive
import Testing

@Suite struct FailedArrayTests {
  private struct Damage: Error {}

  /// An array that fails and recovers when the test requests it.
  private final class FailingArray: ObservableArray {
    var items = [3, 1, 2]
    let changes = Subject<CollectionChange<[Int]>, Never>()
    var changesetPublisher: AnyPublisher<CollectionChange<[Int]>, Never> {
      AnyPublisher { [self] observer, lifetime in
        observer.send(.initial(items))
        changes.attach(observer, to: lifetime)
      }
    }
  }

  /// The kind of event that a new subscriber receives: `initial`, `update` or `failure`.
  private func events<Items>(_ publisher: AnyPublisher<CollectionChange<Items>, Never>) -> [String] {
    var events: [String] = []
    publisher.sink { change in
      switch change {
      case .initial: events.append("initial")
      case .update: events.append("update")
      case .failure: events.append("failure")
      }
    }.cancel()
    return events
  }

  @Test func `a failure is repeated to late subscribers`() {
    let source = FailingArray()
    let mapped = source.map { $0 * 2 }
    let derived: [AnyObservableArray<Int>] = [
      mapped.eraseToAnyObservableArray(), mapped.filter { $0 > 2 }.eraseToAnyObservableArray(),
      mapped.sorted(by: <).eraseToAnyObservableArray(), mapped.window(offset: 0, limit: 2).eraseToAnyObservableArray(),
    ]
    let sections = mapped.sectioned { $0 / 4 }
    func sectionEvents() -> [String] {
      events(
        sections.changesetPublisher.map { change -> CollectionChange<[Int]> in
          switch change {
          case .initial: .initial([])
          case .update: .update([], Changeset())
          case .failure(let error): .failure(error)
          }
        }.eraseToAnyPublisher())
    }
    source.changes.send(.failure(Damage()))
    for array in derived { #expect(events(array.changesetPublisher) == ["initial", "failure"]) }
    #expect(sectionEvents() == ["initial", "failure"])
    #expect(Array(mapped.items) == [6, 2, 4])
    source.changes.send(.update([3, 1, 2], Changeset()))
    for array in derived { #expect(events(array.changesetPublisher) == ["initial"]) }
    #expect(sectionEvents() == ["initial"])
  }

  @Test func `no failure follows a cancellation`() {
    let source = FailingArray()
    let mapped = source.map { $0 * 2 }
    let sections = mapped.sectioned { $0 / 4 }
    source.changes.send(.failure(Damage()))
    var events = 0
    func cancelAtFirstEvent<Event>(of publisher: AnyPublisher<Event, Never>) {
      let lifetime = AnyCancellable()
      let observer = Observer<Event, Never>(receiveValue: { _ in
        events += 1
        lifetime.cancel()
      })
      publisher.attach(observer, to: lifetime)
    }
    cancelAtFirstEvent(of: mapped.changesetPublisher)
    #expect(events == 1)
    cancelAtFirstEvent(of: sections.changesetPublisher)
    #expect(events == 2)
  }

  @Test func `a recovery without a change is published`() {
    let source = FailingArray()
    let big = source.filter { $0 > 10 }
    var events: [String] = []
    let token = big.changesetPublisher.sink { change in
      if case .failure = change { events.append("failure") } else { events.append("items") }
    }
    source.changes.send(.failure(Damage()))
    source.changes.send(.update([3, 1, 2, 4], Changeset(insertions: [3])))
    #expect(events == ["items", "failure", "items"])
    token.cancel()
  }
}
