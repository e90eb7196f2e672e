import Testing
import Time

/// They share one scheduler, and each shows that an action runs without the others.
@Suite(.serialized, .timeLimit(.minutes(5))) @MainActor struct MainSchedulerTests {
  @Test func `an action runs in a later turn, each time`() async {
    for _ in 0..<3 {
      var hasReturned = false
      let ranLater = await withCheckedContinuation { continuation in
        MainScheduler.shared.schedule { continuation.resume(returning: hasReturned) }
        hasReturned = true
      }
      #expect(ranLater)
    }
  }

  @Test func `a delayed action runs alone, each time`() async {
    for _ in 0..<3 {
      let start = MainScheduler.shared.now
      await withCheckedContinuation { continuation in
        MainScheduler.shared.schedule(after: .milliseconds(2)) { continuation.resume() }
      }
      #expect(MainScheduler.shared.now - start >= .milliseconds(2))
    }
  }

  @Test func `an action waits for the next turn after the one that schedules it`() async {
    var entries: [String] = []
    await withCheckedContinuation { continuation in
      MainScheduler.shared.schedule {
        MainScheduler.shared.schedule {
          entries.append("second")
          continuation.resume()
        }
        entries.append("first")
      }
    }
    #expect(entries == ["first", "second"])
  }

  @Test func `an action for an instant that has passed runs, each time`() async {
    let instant = MainScheduler.shared.now + .milliseconds(2)
    for _ in 0..<3 {
      await withCheckedContinuation { continuation in
        MainScheduler.shared.schedule(at: instant) { continuation.resume() }
      }
    }
    #expect(MainScheduler.shared.now >= instant)
  }

  @Test func `a past instant waits for due actions`() async {
    var entries: [String] = []
    await withCheckedContinuation { continuation in
      MainScheduler.shared.schedule {
        MainScheduler.shared.schedule(at: MainScheduler.shared.now - .seconds(1)) {
          entries.append("past")
          continuation.resume()
        }
      }
      MainScheduler.shared.schedule { entries.append("due") }
    }
    #expect(entries == ["due", "past"])
  }

  @Test func `most cancelled actions are released before they are due`() {
    weak var first: ScheduledAction?
    let front = MainScheduler.shared.schedule(after: .seconds(900)) {}
    for number in 0..<1_000 {
      let action = MainScheduler.shared.schedule(after: .seconds(1_000)) {}
      if number == 0 { first = action }
      action.cancel()
    }
    #expect(first == nil)
    front.cancel()
  }

  @Test func `delayed actions run in order and not too early`() async {
    let scheduler = MainScheduler.shared
    let start = scheduler.now
    let order: [Int] = await withCheckedContinuation { continuation in
      final class Log { var entries: [Int] = [] }
      let log = Log()
      scheduler.schedule(after: .milliseconds(4)) { [log] in
        log.entries.append(3)
        continuation.resume(returning: log.entries)
      }
      scheduler.schedule(after: .milliseconds(2)) { log.entries.append(2) }
      scheduler.schedule(after: .milliseconds(1)) { log.entries.append(0) }.cancel()
      scheduler.schedule { log.entries.append(1) }
    }
    #expect(order == [1, 2, 3])
    #expect(scheduler.now - start >= .milliseconds(4))
  }
}
