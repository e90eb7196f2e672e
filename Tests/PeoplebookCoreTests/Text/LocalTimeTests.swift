import Glibc
import Testing

@testable import PeoplebookCore

@Suite(.timeLimit(.minutes(5))) struct LocalTimeTests {
  @Test func `a day begins at the user's midnight`() async {
    await #expect(processExitsWith: .success) {
      // Fourteen hours ahead of UTC.
      setenv("TZ", "LINT-14", 1)
      tzset()
      let hour: Int64 = 3_600_000
      #expect(LocalTime(milliseconds: 9 * hour).dayNumber == 0)
      #expect(LocalTime(milliseconds: 36 * hour).dayNumber == 2)
      #expect(LocalTime(milliseconds: 36 * hour).time == "02:00")
    }
  }
}
