import RIVTesting
import Testing
import Time

@Suite(.timeLimit(.minutes(5))) @MainActor struct TestClockTests {
  @Test func `the time is that of the advances, with or without actions`() async {
    let clock = TestClock()
    let start = clock.scheduler.now
    await clock.advance(by: .milliseconds(30))
    clock.scheduler.schedule(after: .milliseconds(10)) {}
    await clock.advance(by: .milliseconds(30))
    #expect(clock.scheduler.now == start + .milliseconds(60))
  }

  @Test func `a task that waits until the end of an advance has run on`() async {
    let clock = TestClock()
    var steps: [String] = []
    let task = Task {
      for step in ["first", "second"] {
        await withCheckedContinuation { continuation in
          clock.scheduler.schedule(after: .milliseconds(100)) { continuation.resume() }
        }
        steps.append(step)
      }
    }
    await clock.advance(by: .milliseconds(99))
    #expect(steps == [])
    await clock.advance(by: .milliseconds(1))
    #expect(steps == ["first"])
    await clock.advance(by: .milliseconds(100))
    #expect(steps == ["first", "second"])
    await task.value
  }
}
