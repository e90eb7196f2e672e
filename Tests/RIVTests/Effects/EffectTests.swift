import CounterFeature
import RIV
import RIVTesting
import Reactive
import Testing
import Time

@Suite(.timeLimit(.minutes(5))) @MainActor struct EffectTests {
  let counter = CounterInteractor()

  /// Sends a slow addition, and waits until its work has begun.
  func addSlowly(_ number: Int, id: String = "slow") async -> Gate {
    let before = counter.gates.count
    counter.interact(with: .addSlowly(number, id: id))
    await yield(until: { counter.gates.count > before })
    return counter.gates[before]
  }

  @Test func `an effect commits into the state at its end`() async {
    let gate = await addSlowly(10)
    counter.interact(with: .add(1))
    counter.interact(with: .add(1))
    gate.open()
    await counter.settled()
    #expect(counter.domain.count == 12)
  }

  @Test func `an effect that an observer starts at a replacement replaces it`() async {
    var isFirst = true
    let gate = await addSlowly(10)
    let token = counter.effectEndings.sink { [counter] in
      guard isFirst else { return }
      isFirst = false
      counter.interact(with: .addSlowly(1, id: "slow"))
      #expect(counter.effectsUnderWay == ["slow"])
    }
    counter.interact(with: .addSlowly(100, id: "slow"))
    #expect(counter.effectsUnderWay == ["slow"] && !isFirst)
    await yield(until: { [counter] in counter.gates.count > 1 })
    for gate in [gate] + counter.gates { gate.open() }
    await counter.settled()
    #expect(counter.domain.count == 1)
    token.cancel()
  }

  @Test func `a cancelled effect never commits`() async {
    var states: [Int] = []
    let token = counter.domainStream.sink { states.append($0.count) }
    let gate = await addSlowly(10)
    #expect(counter.effectsUnderWay == ["slow"])
    counter.interact(with: .stop())
    #expect(counter.effectsUnderWay == [])
    gate.open()
    let other = await addSlowly(1, id: "other")
    other.open()
    await counter.settled()
    #expect(states == [0, 1])
    token.cancel()
  }

  @Test func `an effect cancelled before its work does not begin`() async {
    counter.interact(with: .addSlowly(1))
    counter.interact(with: .stop())
    let other = await addSlowly(2)
    #expect(counter.gates.count == 1)
    other.open()
    await counter.settled()
    #expect(counter.domain.count == 2)
  }

  @Test func `the latest effect of a name replaces the one before`() async {
    let first = await addSlowly(10)
    let second = await addSlowly(1)
    second.open()
    await counter.settled()
    first.open()
    let third = await addSlowly(2)
    third.open()
    await counter.settled()
    #expect(counter.domain.count == 3)
  }

  @Test func `effects of other names continue`() async {
    let one = await addSlowly(1, id: "one")
    let ten = await addSlowly(10, id: "ten")
    #expect(counter.effectsUnderWay == ["one", "ten"])
    counter.cancelEffects(id: "ten")
    one.open()
    ten.open()
    await counter.settled()
    #expect(counter.domain.count == 1)
  }

  @Test func `the policy first drops later effects`() async {
    counter.policy = .first
    let gate = await addSlowly(1)
    counter.interact(with: .addSlowly(10))
    #expect(counter.effectsUnderWay == ["slow"])
    gate.open()
    await counter.settled()
    #expect(counter.domain.count == 1)
    let again = await addSlowly(2)
    again.open()
    await counter.settled()
    #expect(counter.domain.count == 3)
  }

  @Test func `the policy every runs all, and their name cancels all`() async {
    counter.policy = .every
    let gates = [await addSlowly(1), await addSlowly(10), await addSlowly(100)]
    gates[1].open()
    await yield(until: { counter.domain.count > 0 })
    #expect(counter.domain.count == 10)
    counter.interact(with: .stop())
    gates[0].open()
    gates[2].open()
    await counter.settled()
    #expect(counter.domain.count == 10)
  }

  @Test func `the policy inTurn runs one after the other`() async {
    counter.policy = .inTurn
    let first = await addSlowly(1)
    counter.interact(with: .addSlowly(10))
    #expect(counter.effectsUnderWay == ["slow", "slow"])
    first.open()
    await yield(until: { counter.gates.count == 2 })
    #expect(counter.domain.count == 1)
    counter.gates[1].open()
    await counter.settled()
    #expect(counter.domain.count == 11)
  }

  @Test func `effects in turn keep their order`() async {
    counter.policy = .inTurn
    let first = await addSlowly(1)
    for number in [10, 100] { counter.interact(with: .addSlowly(number)) }
    first.open()
    await yield(until: { counter.gates.count == 2 })
    counter.gates[1].open()
    await yield(until: { counter.gates.count == 3 })
    #expect(counter.domain.count == 11)
    counter.gates[2].open()
    await counter.settled()
    #expect(counter.domain.count == 111)
  }

  @Test func `a cancelled pause throws`() async {
    let scheduler = ManualScheduler()
    // In virtual time, which this test never moves: only the cancellation ends the pause.
    let pause = Task { try await scheduler.sleep(for: .seconds(1)) }
    await yield(until: { !scheduler.isIdle })
    pause.cancel()
    await #expect(throws: CancellationError.self) { try await pause.value }
    #expect(scheduler.isIdle)
  }

  @Test func `effects in turn are cancelled together`() async {
    counter.policy = .inTurn
    let first = await addSlowly(1)
    counter.interact(with: .addSlowly(10))
    counter.cancelAllEffects()
    first.open()
    let next = await addSlowly(100)
    next.open()
    await counter.settled()
    #expect(counter.domain.count == 100)
    #expect(counter.gates.count == 2)
  }

  @Test func `a failing effect commits its failure`() async throws {
    #expect(try await counter.collect(1, performing: [.action(.fail)]) == [.init(count: 0, failure: "Refusal()")])
  }

  @Test func `an effect may commit many times`() async throws {
    let states = try await counter.collect(3, performing: [.action(.count(to: 3))])
    #expect(states.map(\.count) == [1, 2, 3])
  }

  @Test func `a commit returns whether it was made`() async {
    final class Steps: BaseInteractor<Int, Int>, Interactor {
      let gate = Gate()
      var taken: [Bool] = []
      func interact(with action: Int) {
        run(
          effect(id: "steps") { [weak self, gate] commit in
            let first = commit { $0 += action }
            await gate.pass()
            let second = commit { $0 += action }
            self?.taken = [first, second]
          })
      }
    }
    let steps = Steps(0)
    steps.interact(with: 1)
    await yield(until: { steps.domain == 1 })
    steps.cancelEffects(id: "steps")
    steps.gate.open()
    await yield(until: { !steps.taken.isEmpty })
    #expect(steps.taken == [true, false])
    #expect(steps.domain == 1)
  }

  @Test func `an effect is a value that maps to a larger domain`() async {
    struct Whole: Equatable {
      var part = 1
      var other = 0
    }
    final class Parent: BaseInteractor<Int, Whole>, Interactor {
      static func add(_ number: Int) -> Effect<Int, Int> {
        Effect(id: "add") {
          number
        } commit: {
          $0 += (try? $1.get()) ?? 0
        }
      }
      func interact(with action: Int) { run(Self.add(action).map(\.part)) }
    }
    let parent = Parent(Whole())
    parent.interact(with: 2)
    await parent.settled()
    #expect(parent.domain == Whole(part: 3))
  }

  @Test func `a pause takes virtual time and can be cancelled`() async throws {
    final class Debounced: BaseInteractor<String, String>, Interactor {
      let scheduler: any Scheduler
      init(_ scheduler: any Scheduler) {
        self.scheduler = scheduler
        super.init("")
      }
      func interact(with action: String) {
        run(
          effect(id: "type") { [scheduler] in
            // In virtual time: the test clock ends this sleep, no test waits for it.
            try await scheduler.sleep(for: .milliseconds(200))
            return action
          } commit: { domain, result in
            domain = (try? result.get()) ?? "failed"
          })
      }
    }
    let clock = TestClock()
    let debounced = Debounced(clock.scheduler)
    let steps: [TestStep<String>] = [
      .action("a"), .wait(.milliseconds(150)), .action("ad"), .wait(.milliseconds(150)), .action("ada"),
      .wait(.milliseconds(200)), .action("adam"), .wait(.milliseconds(200)),
    ]
    #expect(try await debounced.collect(2, performing: steps, clock: clock) == ["ada", "adam"])
    debounced.interact(with: "late")
    await clock.advance(by: .milliseconds(1))
    #expect(!clock.scheduler.isIdle)
    debounced.cancelAllEffects()
    await clock.advance(by: .zero)
    #expect(clock.scheduler.isIdle)
  }

  @Test func `an effect knows whether its action was sent`() async {
    struct Whole: Equatable { var part: Int? = 0 }
    final class Part: BaseInteractor<Int, Int>, Interactor {
      let gate = Gate()
      var kept: Effect<Int, Int>.Handle?
      func interact(with action: Int) {
        guard action == 0 else { return update { $0 += action } }
        run(
          effect(id: "keep") { [weak self, gate] in
            self?.kept = $0
            await gate.pass()
          })
      }
    }
    final class Parent: BaseInteractor<Int, Whole>, Interactor {
      let part = Part(0)
      init() {
        super.init(Whole())
        embed(part, at: \.part)
      }
      func interact(with action: Int) {}
    }
    let parent = Parent()
    parent.part.send(0)
    await yield(until: { parent.part.kept != nil })
    #expect(parent.part.kept?.send(5) == true)
    #expect(parent.domain.part == 5)
    parent.update { $0.part = nil }
    #expect(parent.part.kept?.send(5) == false)
    parent.part.update { $0 = 9 }
    #expect(parent.domain.part == nil)
    #expect(parent.part.domain == 5)
    parent.part.gate.open()
  }

  @Test func `a commit used after its effect changes nothing`() async {
    final class Keeper: BaseInteractor<Int, Int>, Interactor {
      var kept: Effect<Int, Int>.Handle?
      func interact(with action: Int) {
        run(effect(id: "keep") { [weak self] in self?.kept = $0 })
      }
    }
    let keeper = Keeper(0)
    keeper.send(1)
    await keeper.settled()
    #expect(keeper.kept?({ $0 = 5 }) == false)
    #expect(keeper.kept?.send(1) == false)
    keeper.cancelAllEffects()
    #expect(keeper.kept?({ $0 = 5 }) == false)
    #expect(keeper.domain == 0)
    #expect(keeper.effectsUnderWay == [])
  }

  @Test func `a log names the effect that sends an action`() async {
    struct Count: Reducer { func reduce(_ domain: CounterInteractor.Counter) -> Int { domain.count } }
    var lines: [String] = []
    let feature = Feature(counter, Count(), middleware: [ActionLog { lines.append($0) }])
    feature.send(.load(7))
    await counter.settled()
    feature.send(.count(to: 8))
    await counter.settled()
    #expect(feature.viewState == 8)
    #expect(lines[1...3] == ["→ load(7)", "→ loaded(7)   [load]", "= Counter(count: 7, failure: nil)"])
    #expect(lines.last == "⋯ Counter(count: 8, failure: nil)   [count]")
  }

  @Test func `waiting for effects can be cancelled`() async {
    let gate = await addSlowly(1)
    let waiting = Task { [counter] in await counter.settled() }
    await Task.yield()
    waiting.cancel()
    await waiting.value
    #expect(counter.effectsUnderWay == ["slow"])
    gate.open()
    await counter.settled()
    #expect(counter.domain.count == 1)
  }
}
