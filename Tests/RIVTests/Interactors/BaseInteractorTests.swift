import CounterFeature
import RIV
import RIVTesting
import Reactive
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor struct BaseInteractorTests {
  let counter = CounterInteractor()

  @Test func `a change inside a change stops the program`() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      final class Number: BaseInteractor<Int, Int>, Interactor {
        func interact(with action: Int) {
          update { number in
            number += action
            update { $0 += action }
          }
        }
      }
      Number(0).send(1)
    }
  }

  @Test func `the domain is up to date when interact returns`() {
    counter.interact(with: .add(2))
    #expect(counter.domain.count == 2)
  }

  @Test func `subscribers receive the current state independently`() {
    var first: [Int] = []
    var second: [Int] = []
    let one = counter.domainStream.sink { first.append($0.count) }
    counter.interact(with: .add(1))
    let two = counter.domainStream.sink { second.append($0.count) }
    one.cancel()
    counter.interact(with: .add(1))
    #expect(first == [0, 1])
    #expect(second == [1, 2])
    two.cancel()
  }

  @Test func `readers of the stream as a sequence are independent`() async {
    var one = counter.domainStream.values.makeAsyncIterator()
    var two = counter.domainStream.values.makeAsyncIterator()
    counter.interact(with: .add(1))
    #expect(await one.next(isolation: MainActor.shared)?.count == 0)
    #expect(await one.next(isolation: MainActor.shared)?.count == 1)
    let reader = Task { [counter] in
      var cancelled = counter.domainStream.values.makeAsyncIterator()
      _ = await cancelled.next(isolation: MainActor.shared)
      return await cancelled.next(isolation: MainActor.shared)
    }
    reader.cancel()
    #expect(await reader.value == nil)
    counter.interact(with: .add(1))
    #expect(await two.next(isolation: MainActor.shared)?.count == 0)
    #expect(await two.next(isolation: MainActor.shared)?.count == 1)
    #expect(await two.next(isolation: MainActor.shared)?.count == 2)
  }

  @Test func `an interactor is freed during a running effect`() async {
    weak var freed: CounterInteractor?
    var gate: Gate?
    do {
      let counter = CounterInteractor()
      counter.interact(with: .addSlowly(1))
      await yield(until: { !counter.gates.isEmpty })
      gate = counter.gates.first
      freed = counter
    }
    #expect(freed == nil)
    gate?.open()
  }

  @Test func `a million actions leave no memory behind`() {
    for _ in 0..<1_000_000 { counter.interact(with: .add(1)) }
    #expect(counter.domain.count == 1_000_000)
    #expect(counter.effectsUnderWay == [])
  }

  @Test func `an equal state is not emitted`() {
    var states: [Int] = []
    let token = counter.domainStream.sink { states.append($0.count) }
    counter.interact(with: .add(0))
    counter.interact(with: .add(1))
    #expect(states == [0, 1])
    token.cancel()
  }

  @Test func `a state that is not Equatable is emitted at each update`() {
    struct Words { var words: [String] = [] }
    final class Collector: BaseInteractor<String, Words>, Interactor {
      func interact(with word: String) { update { $0.words += word.isEmpty ? [] : [word] } }
    }
    let collector = Collector(Words())
    var counts: [Int] = []
    let token = collector.domainStream.sink { counts.append($0.words.count) }
    collector.send("")
    collector.send("a")
    #expect(counts == [0, 0, 1])
    token.cancel()
  }
}
