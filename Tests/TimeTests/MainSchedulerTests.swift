import Testing
import Time

@Suite(.timeLimit(.minutes(5))) @MainActor struct MainSchedulerTests {
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
