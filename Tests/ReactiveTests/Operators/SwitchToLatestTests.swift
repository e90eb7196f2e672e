import Reactive
import ReactiveTesting
import Testing

@Suite(.leavesNothing) struct SwitchToLatestTests {
  @Test func `an inner publisher that finishes does not block a join`() {
    let source = Subject<Int, Never>()
    let other = Subject<Int, Never>()
    var log: [[Int]] = []
    let token = source.map { $0 == 0 ? Empty().eraseToAnyPublisher() : Just($0).eraseToAnyPublisher() }
      .switchToLatest()
      .combineLatest(other)
      .sink { log.append([$0, $1]) }
    other.send(10)
    source.send(0)
    source.send(1)
    other.send(11)
    #expect(log == [[1, 10], [1, 11]])
    withExtendedLifetime(token) {}
  }

  @Test func `an inner publisher without a kept observer stays alive`() {
    var cancellations = 0
    let idle = Empty<Int, Never>(completeImmediately: false).handleEvents(receiveCancel: { cancellations += 1 })
    let token = Just(idle).switchToLatest().sink { _ in }
    #expect(cancellations == 0)
    token.cancel()
    #expect(cancellations == 1)
  }

  @Test func `a nested switch answers the marks of both`() {
    let source = Subject<Int, Never>()
    let other = CurrentValue(0)
    let inners = Subject<AnyPublisher<Int, Never>, Never>()
    var log: [[Int]] = []
    let nested = Deferred { () -> Empty<Int, Never> in
      inners.send(Just(2).eraseToAnyPublisher())
      return Empty(completeImmediately: false)
    }
    let outer = source.map { $0 == 1 ? nested.eraseToAnyPublisher() : Just($0).eraseToAnyPublisher() }
    let token = outer.merge(with: inners).switchToLatest().combineLatest(other).sink { log.append([$0, $1]) }
    source.send(1)
    other.value = 5
    source.send(3)
    #expect(log.last == [3, 5])
    withExtendedLifetime(token) {}
  }

  @Test func `a switch drops queued values`() {
    let first = Subject<String, Never>()
    let outer = CurrentValue(first.eraseToAnyPublisher())
    let other = CurrentValue(0)
    var texts: [String] = []
    var log: [String] = []
    let latest = outer.switchToLatest().handleEvents(receiveOutput: { texts.append($0) })
    let token = latest.combineLatest(other).sink { text, number in
      log.append("\(text) \(number)")
      guard text == "a1" else { return }
      outer.value = CurrentValue("b0").eraseToAnyPublisher()
      outer.value = CurrentValue("c0").eraseToAnyPublisher()
    }
    first.send("a1")
    // The join does not wait for the dropped value.
    other.value = 1
    #expect(texts == ["a1", "c0"])
    #expect(log == ["a1 0", "c0 0", "c0 1"])
    withExtendedLifetime(token) {}
  }

  @Test func `a dropped value without a mark has no answer`() {
    let first = Subject<String, Never>()
    let outer = CurrentValue(first.eraseToAnyPublisher())
    var log: [String] = []
    let lifetime = AnyCancellable()
    let observer = Observer<String, Never>(wantsMarks: true) { signal in
      switch signal {
      case .mark: log.append("mark")
      case .nothing: log.append("nothing")
      case .completion: log.append("end")
      case .value(let text):
        log.append(text)
        guard text == "a" else { return }
        // The first value answers the mark of the outer publisher, the second has none.
        outer.value = ["b", "c"].publisher.eraseToAnyPublisher()
        outer.value = Just("d").eraseToAnyPublisher()
      }
    }
    outer.switchToLatest().attach(observer, to: lifetime)
    first.send("a")
    #expect(log == ["mark", "a", "mark", "mark", "nothing", "d"])
    lifetime.cancel()
  }

  @Test func `values of an inner publisher that was left are not delivered`() {
    var late: [Observer<Int, Never>] = []
    let inner = AnyPublisher<Int, Never> { observer, _ in late.append(observer) }
    let source = Subject<Int, Never>()
    var log: [Int] = []
    let token = source.map { $0 == 0 ? inner : Just($0).eraseToAnyPublisher() }.switchToLatest().sink { log.append($0) }
    source.send(0)
    late[0].send(7)
    source.send(1)
    // A publisher that does not notice its cancellation.
    late[0].send(8)
    #expect(log == [7, 1])
    withExtendedLifetime(token) {}
  }
}
