import Testing
import Time

@testable import Actors

@Suite @NetworkActor struct HostTimersTests {
  private final class Log {
    var names: [String] = []
  }

  @Test func `timers of one instant run in the order of their calls`() {
    let clock = ManualClock()
    let timers = HostTimers(on: clock)
    let log = Log()
    for name in ["a", "b", "c", "d"] { _ = timers.schedule(after: .seconds(2)) { log.names.append(name) } }
    _ = timers.schedule(after: .seconds(1)) { log.names.append("first") }
    clock.advance(by: .seconds(1))
    #expect(log.names == ["first"])
    clock.advance(by: .seconds(1))
    #expect(log.names == ["first", "a", "b", "c", "d"])
  }

  @Test func `a timer that is cancelled does not run, not even by one of its instant`() {
    let clock = ManualClock()
    let timers = HostTimers(on: clock)
    let log = Log()
    var numbers: [Int] = []
    numbers.append(timers.schedule(after: .seconds(1)) { log.names.append("cancelled") })
    timers.cancel(numbers[0])
    _ = timers.schedule(after: .seconds(1)) {
      log.names.append("a")
      timers.cancel(numbers[1])
    }
    numbers.append(timers.schedule(after: .seconds(1)) { log.names.append("b") })
    clock.advance(by: .seconds(3))
    #expect(log.names == ["a"])
  }

  @Test func `a timer may make another, and none runs after the end of all`() {
    let clock = ManualClock()
    let timers = HostTimers(on: clock)
    let log = Log()
    _ = timers.schedule(after: .seconds(1)) {
      log.names.append("a")
      _ = timers.schedule(after: .seconds(1)) { log.names.append("b") }
    }
    clock.advance(by: .seconds(1))
    clock.advance(by: .seconds(1))
    _ = timers.schedule(after: .seconds(1)) { log.names.append("c") }
    timers.cancelAll()
    clock.advance(by: .seconds(5))
    #expect(log.names == ["a", "b"])
  }
}
