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

  @Test func `an endless chain is stopped`() {
    func again() { scheduler.schedule(after: .seconds(1)) { again() } }
    again()
    #expect(scheduler.run(limit: 100) == false)
  }
}
