import Testing
import Time

@Suite struct ManualSchedulerTests {
  let scheduler = ManualScheduler()

  final class Log { var entries: [String] = [] }

  @Test func `runs in the order of instants, then of scheduling`() {
    let log = Log()
    scheduler.schedule(after: .seconds(2)) { log.entries.append("late") }
    scheduler.schedule(after: .seconds(1)) { log.entries.append("early 1") }
    scheduler.schedule(after: .seconds(1)) { log.entries.append("early 2") }
    scheduler.schedule { log.entries.append("now") }
    #expect(log.entries.isEmpty)
    scheduler.advance(by: .seconds(1))
    #expect(log.entries == ["now", "early 1", "early 2"])
    scheduler.advance(by: .seconds(1))
    #expect(log.entries == ["now", "early 1", "early 2", "late"])
    #expect(scheduler.isIdle)
  }

  @Test func `actions scheduled within the span run at their own instants`() {
    let log = Log()
    scheduler.schedule(after: .milliseconds(10)) { [scheduler] in
      scheduler.schedule(after: .milliseconds(10)) { log.entries.append("\(scheduler.now.nanoseconds)") }
    }
    scheduler.advance(by: .milliseconds(25))
    #expect(log.entries == ["20000000"])
    #expect(scheduler.now.nanoseconds == 25_000_000)
  }

  @Test func `a cancelled action never runs and frees its captures`() {
    weak var captured: Log?
    var action: ScheduledAction?
    do {
      let log = Log()
      captured = log
      action = scheduler.schedule(after: .seconds(1)) { log.entries.append("ran") }
    }
    #expect(captured != nil)
    action?.cancel()
    #expect(captured == nil)
    #expect(action?.isPending == false)
    #expect(scheduler.isIdle)
    scheduler.advance(by: .seconds(2))
  }

  @Test func `re-arming a million times leaves no memory behind`() {
    for _ in 0..<1_000_000 { scheduler.schedule(after: .seconds(1)) {}.cancel() }
    #expect(scheduler.isIdle)
  }

  @Test func `many actions keep their order while others are cancelled`() {
    let log = Log()
    var planned: [(instant: Int, name: String)] = []
    var cancelled: [ScheduledAction] = []
    for number in 0..<300 {
      let instant = number * 7919 % 101
      let action = scheduler.schedule(after: .seconds(instant)) { log.entries.append("\(number)") }
      // Enough of them for the queue to remove them on its own.
      if number % 3 == 0 { planned.append((instant, "\(number)")) } else { cancelled.append(action) }
    }
    for action in cancelled { action.cancel() }
    for number in 300..<340 {
      let instant = number * 7919 % 101
      planned.append((instant, "\(number)"))
      scheduler.schedule(after: .seconds(instant)) { log.entries.append("\(number)") }
    }
    let order = planned.indices.sorted { (planned[$0].instant, $0) < (planned[$1].instant, $1) }
    #expect(scheduler.run() == true)
    #expect(log.entries == order.map { planned[$0].name })
    #expect(scheduler.isIdle)
  }

  @Test func `most cancelled actions are released before they are due`() {
    weak var first: ScheduledAction?
    weak var last: ScheduledAction?
    for number in 0..<100 {
      let action = scheduler.schedule(after: .seconds(1)) {}
      if number == 0 { first = action }
      if number == 99 { last = action }
      action.cancel()
    }
    #expect(first == nil)
    // The last ones wait for more.
    #expect(last != nil)
  }

  @Test func `a cancelled action at the front does not count`() {
    let front = scheduler.schedule(after: .seconds(1)) {}
    let back = scheduler.schedule(after: .seconds(2)) {}
    front.cancel()
    #expect(scheduler.nextInstant == Instant(nanoseconds: 2_000_000_000))
    #expect(!scheduler.isIdle)
    back.cancel()
    #expect(scheduler.isIdle)
    #expect(scheduler.nextInstant == nil)
  }

  @Test func `cancelling an action that has run has no effect`() {
    weak var captured: Log?
    let done: ScheduledAction
    do {
      let log = Log()
      captured = log
      done = scheduler.schedule { log.entries.append("ran") }
    }
    scheduler.advance()
    #expect(!done.isPending && captured == nil)
    done.cancel()
    scheduler.schedule {}
    #expect(!scheduler.isIdle)
  }

  @Test func `running moves the clock to the last instant`() {
    let log = Log()
    scheduler.schedule(after: .seconds(3)) { [scheduler] in log.entries.append("\(scheduler.now.nanoseconds)") }
    scheduler.schedule(after: .seconds(5)) { [scheduler] in log.entries.append("\(scheduler.now.nanoseconds)") }
    #expect(scheduler.run(limit: 2) == true)
    #expect(log.entries == ["3000000000", "5000000000"])
    #expect(scheduler.now == Instant(nanoseconds: 5_000_000_000))
    scheduler.schedule(at: Instant(nanoseconds: 1)) { [scheduler] in log.entries.append("\(scheduler.now.nanoseconds)")
    }
    scheduler.run()
    #expect(log.entries.last == "5000000000")
  }

  @Test func `an endless chain is stopped`() {
    var runs = 0
    func again() {
      scheduler.schedule(after: .seconds(1)) {
        runs += 1
        again()
      }
    }
    again()
    #expect(scheduler.run(limit: 100) == false)
    #expect(runs == 100)
  }
}
