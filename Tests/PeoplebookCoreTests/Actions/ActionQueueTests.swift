import PeoplebookCore
import RIV
import Reactive
import TestSupport
import Testing
import Time

@Suite(.timeLimit(.minutes(5))) @MainActor struct ActionQueueTests {
  let scheduler = ManualScheduler()
  let queue: ActionQueue
  let log = Log()

  @MainActor
  final class Log {
    var entries: [String] = []
  }

  struct Failure: Error {}

  init() {
    queue = ActionQueue(scheduler: scheduler)
  }

  /// Runs an action that ends when the returned gate is opened.
  private func run(_ name: String, canCancel: Bool = false) -> Mailbox<Void> {
    let gate = Mailbox<Void>()
    queue.enqueue(name, canCancel: canCancel) { [log] _ in
      log.entries.append("\(name) begins")
      for await _ in gate {}
    } completion: { [log] _ in
      log.entries.append("\(name) ends")
    }
    return gate
  }

  @Test func `the queue is busy as soon as an action is enqueued`() async {
    #expect(queue.domain.running == nil)
    let gate = run("Saving")
    #expect(queue.domain.running?.title == "Saving")
    #expect(log.entries.isEmpty)
    gate.finish()
    await queue.settled()
    #expect(queue.domain == ActionState())
  }

  @Test func `the queue is busy until the completion has returned`() async {
    var wasBusy: Bool?
    queue.enqueue("Saving") { _ in
      1
    } completion: { [queue] _ in
      wasBusy = queue.domain.running != nil
    }
    await queue.settled()
    #expect(wasBusy == true)
    #expect(queue.domain.running == nil)
  }

  @Test func `actions run one after the other`() async {
    let gates = [run("A"), run("B"), run("C")]
    #expect(queue.domain.waiting == 2)
    for gate in gates.reversed() { gate.finish() }
    await queue.settled()
    #expect(log.entries == ["A begins", "A ends", "B begins", "B ends", "C begins", "C ends"])
  }

  @Test func `an action started by a completion follows at once`() async {
    var states: [Bool] = []
    let token = queue.states.sink { states.append($0.running != nil) }
    queue.enqueue("A") { _ in
    } completion: { [queue] _ in
      queue.enqueue("B") { _ in
      } completion: { _ in
      }
    }
    await queue.settled()
    token.cancel()
    #expect(states.drop { !$0 }.firstIndex(of: false) == states.count - 1)
  }

  @Test func `the screen shows an action after 150 ms`() async throws {
    let gate = run("Saving")
    await yield { scheduler.nextInstant != nil }
    scheduler.advance(by: .milliseconds(149))
    await Task.yield()
    #expect(queue.domain.running?.isVisible == false)
    scheduler.advance(by: .milliseconds(1))
    await yield { queue.domain.running?.isVisible != false }
    gate.finish()
    await queue.settled()
    #expect(scheduler.isIdle)
  }

  @Test func `a failure is reported, and the next action runs`() async {
    var results: [Result<Int, any Error>] = []
    queue.enqueue("A") { _ -> Int in
      throw Failure()
    } completion: {
      results.append($0)
    }
    queue.enqueue("B") { _ in
      2
    } completion: {
      results.append($0)
    }
    await queue.settled()
    #expect(results.count == 2)
    #expect(throws: Failure.self) { try results[0].get() }
    #expect((try? results[1].get()) == 2)
  }

  @Test func `progress is shown while the action runs`() async {
    var shares: [Double] = []
    let token = queue.states.sink { if let share = $0.running?.share { shares.append(share) } }
    queue.enqueue("Deleting") { [queue] control in
      control.report(0.5)
      await yield { queue.domain.running?.share != nil }
    } completion: { _ in
    }
    await queue.settled()
    token.cancel()
    #expect(shares == [0.5])
  }

  @Test func `cancelling stops the running action if it can be stopped`() async {
    var results: [Bool] = []
    for canCancel in [false, true] {
      queue.enqueue("Deleting", canCancel: canCancel) { [queue] control in
        queue.interact(with: .cancel)
        results.append(queue.domain.running?.isCancelling == true && control.isCancelled())
      } completion: { _ in
      }
    }
    queue.enqueue("Saving", canCancel: true) { control in
      results.append(control.isCancelled())
    } completion: { _ in
    }
    await queue.settled()
    #expect(results == [false, true, false])
  }
}
