import Glibc
import TestSupport
import Testing

@testable import peoplebook

@Suite(.timeLimit(.minutes(5))) @MainActor struct DayWatchTests {
  @MainActor private final class Days {
    var count = 0
  }

  @Test func `each midnight is noticed`() async {
    let days = Days()
    // The day after the third midnight does not end during the test.
    let watch = DayWatch(nextDay: { days.count < 2 ? $0 - 1 : $0 + 1_000 }, onNewDay: { days.count += 1 })
    await yield { days.count == 3 }
    withExtendedLifetime(watch) {}
  }

  @Test func `a day ends at the user's midnight`() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1)
      let hour = 3_600
      // 28 March 2026, the day before summer time begins.
      let day = 20_540 * 24 * hour
      #expect(DayWatch.midnight(after: day + 11 * hour) == day + 23 * hour)
      #expect(DayWatch.midnight(after: day + 23 * hour) == day + 46 * hour)
    }
  }
}
