import RIV
import RIVTesting
import Reactive
import Testing
import Time

@Suite @MainActor struct EffectTests {
  let counter = CounterInteractor()

  /// Sends, and waits until the work has begun.
  func addSlowly(_ number: Int, id: String = "slow") async -> Door {
    let before = counter.doors.count
    counter.interact(with: .addSlowly(number, id: id))
    await turns(until: { counter.doors.count > before })
    return counter.doors[before]
  }

  @Test func `an effect commits into the state as it is by then`() async {
    let door = await addSlowly(10)
    counter.interact(with: .add(1))
    counter.interact(with: .add(1))
    door.open()
    await counter.settled()
    #expect(counter.domain.count == 12)
  }

  @Test func `what was cancelled never commits, even when its work goes on`() async {
    var states: [Int] = []
    let token = counter.domainStream.sink { states.append($0.count) }
    let door = await addSlowly(10)
    #expect(counter.effectsUnderWay == ["slow"])
    counter.interact(with: .stop())
    #expect(counter.effectsUnderWay == [])
    door.open()
    let other = await addSlowly(1, id: "other")
    other.open()
    await counter.settled()
    #expect(states == [0, 1])
    token.cancel()
  }

  @Test func `what is cancelled before it began does not begin`() async {
    counter.interact(with: .addSlowly(1))
    counter.interact(with: .stop())
    let other = await addSlowly(2)
    #expect(counter.doors.count == 1)
    other.open()
    await counter.settled()
    #expect(counter.domain.count == 2)
  }

  @Test func `of one name only the latest lives`() async {
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

  @Test func `other names are not concerned`() async {
    let one = await addSlowly(1, id: "one")
    let ten = await addSlowly(10, id: "ten")
    #expect(counter.effectsUnderWay == ["one", "ten"])
    counter.cancelEffects(id: "ten")
    one.open()
    ten.open()
    await counter.settled()
    #expect(counter.domain.count == 1)
  }

  @Test func `a policy can keep the first`() async {
    counter.policy = .first
    let door = await addSlowly(1)
    counter.interact(with: .addSlowly(10))
    #expect(counter.effectsUnderWay == ["slow"])
    door.open()
    await counter.settled()
    #expect(counter.domain.count == 1)
    let again = await addSlowly(2)
    again.open()
    await counter.settled()
    #expect(counter.domain.count == 3)
  }

  @Test func `a policy can keep every one, and all are cancelled by their name`() async {
    counter.policy = .every
    let doors = [await addSlowly(1), await addSlowly(10), await addSlowly(100)]
    doors[1].open()
    await turns(until: { counter.domain.count > 0 })
    #expect(counter.domain.count == 10)
    counter.interact(with: .stop())
    doors[0].open()
    doors[2].open()
    await counter.settled()
    #expect(counter.domain.count == 10)
  }

  @Test func `a policy can run them in turn`() async {
    counter.policy = .inTurn
    let first = await addSlowly(1)
    counter.interact(with: .addSlowly(10))
    #expect(counter.effectsUnderWay == ["slow", "slow"])
    first.open()
    await turns(until: { counter.doors.count == 2 })
    #expect(counter.domain.count == 1)
    counter.doors[1].open()
    await counter.settled()
    #expect(counter.domain.count == 11)
  }

  @Test func `those in turn are cancelled together`() async {
    counter.policy = .inTurn
    let first = await addSlowly(1)
    counter.interact(with: .addSlowly(10))
    counter.cancelAllEffects()
    first.open()
    let next = await addSlowly(100)
    next.open()
    await counter.settled()
    #expect(counter.domain.count == 100)
    #expect(counter.doors.count == 2)
  }

  @Test func `a failing effect commits its failure`() async throws {
    #expect(try await counter.collect(1, performing: [.action(.fail)]) == [.init(count: 0, failure: "Refusal()")])
  }

  @Test func `an effect may commit many times`() async throws {
    let states = try await counter.collect(3, performing: [.action(.count(to: 3))])
    #expect(states.map(\.count) == [1, 2, 3])
  }

  @Test func `a commit says when nobody takes it any more`() async {
    final class Steps: BaseInteractor<Int, Int>, Interactor {
      let door = Door()
      var taken: [Bool] = []
      func interact(with action: Int) {
        run(
          effect(id: "steps") { [weak self, door] commit in
            let first = commit { $0 += action }
            await door.pass()
            let second = commit { $0 += action }
            self?.taken = [first, second]
          })
      }
    }
    let steps = Steps(0)
    steps.interact(with: 1)
    await turns(until: { steps.domain == 1 })
    steps.cancelEffects(id: "steps")
    steps.door.open()
    await turns(until: { !steps.taken.isEmpty })
    #expect(steps.taken == [true, false])
    #expect(steps.domain == 1)
  }

  @Test func `an effect is a value that fits into a larger domain`() async {
    struct Whole: Equatable {
      var part = 1
      var other = 0
    }
    final class Parent: BaseInteractor<Int, Whole>, Interactor {
      static func add(_ number: Int) -> Effect<Int> {
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

  @Test func `a pause takes time on the scheduler alone, and ends when it is cancelled`() async throws {
    final class Debounced: BaseInteractor<String, String>, Interactor {
      let scheduler: any Scheduler
      init(_ scheduler: any Scheduler) {
        self.scheduler = scheduler
        super.init("")
      }
      func interact(with action: String) {
        run(
          effect(id: "type") { [scheduler] in
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
    debounced.interact(with: "nobody")
    await clock.advance(by: .milliseconds(1))
    #expect(!clock.scheduler.isIdle)
    debounced.cancelAllEffects()
    await clock.advance(by: .zero)
    #expect(clock.scheduler.isIdle)
  }
}
