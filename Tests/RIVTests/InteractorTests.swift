import RIV
import RIVTesting
import Reactive
import Testing

@Suite @MainActor struct InteractorTests {
  enum Action { case add(Int), addSlowly(Int), fail, stop }

  struct Counter: Equatable {
    var count = 0
    var failure: String?
  }

  struct Refusal: Error {}

  final class CounterInteractor: Interactor<Action, Counter> {
    /// Holds slow work back until the test lets it go.
    let gate: AsyncStream<Void>
    let open: AsyncStream<Void>.Continuation

    init() {
      (gate, open) = AsyncStream.makeStream(of: Void.self)
      super.init(Counter())
    }

    override func interact(with action: Action) {
      switch action {
      case .add(let number):
        update { $0.count += number }
      case .addSlowly(let number):
        let gate = gate
        effect(id: "slow") {
          for await _ in gate { break }
          return number
        } commit: { counter, result in
          if case .success(let number) = result { counter.count += number }
        }
      case .fail:
        effect(id: "failing") {
          throw Refusal()
        } commit: { (counter, result: Result<Int, any Error>) in
          if case .failure(let error) = result { counter.failure = "\(type(of: error))" }
        }
      case .stop:
        cancelEffect(id: "slow")
      }
    }
  }

  @Test func `the domain is up to date when interact returns`() {
    let counter = CounterInteractor()
    counter.interact(with: .add(2))
    #expect(counter.domain.count == 2)
  }

  @Test func `subscribers get the present state and are independent of each other`() {
    let counter = CounterInteractor()
    var first: [Int] = []
    var second: [Int] = []
    let one = counter.domains.sink { first.append($0.count) }
    counter.interact(with: .add(1))
    let two = counter.domains.sink { second.append($0.count) }
    one.cancel()
    counter.interact(with: .add(1))
    #expect(first == [0, 1])
    #expect(second == [1, 2])
    two.cancel()
  }

  @Test func `an effect commits into the state as it is by then`() async {
    let counter = CounterInteractor()
    counter.interact(with: .addSlowly(10))
    counter.interact(with: .add(1))
    counter.interact(with: .add(1))
    counter.open.yield()
    await counter.settled()
    #expect(counter.domain.count == 12)
  }

  @Test func `of one name only the latest effect commits, and a cancelled one never`() async {
    let counter = CounterInteractor()
    counter.interact(with: .addSlowly(10))
    counter.interact(with: .stop)
    counter.open.yield()
    await counter.settled()
    #expect(counter.domain.count == 0)
  }

  @Test func `a failing effect commits its failure`() async {
    let states = await CounterInteractor().collect(performing: [.fail])
    #expect(states == [Counter(count: 0, failure: "Refusal")])
  }

  @Test func `collect can be used many times on one interactor`() async {
    let counter = CounterInteractor()
    #expect(await counter.collect(performing: [.add(1), .add(2)]).map(\.count) == [1, 3])
    #expect(await counter.collect(performing: [.add(3)]).map(\.count) == [6])
  }

  @Test func `an interactor is freed while an effect is under way`() {
    weak var freed: CounterInteractor?
    do {
      let counter = CounterInteractor()
      counter.interact(with: .addSlowly(1))
      freed = counter
    }
    #expect(freed == nil)
  }
}
