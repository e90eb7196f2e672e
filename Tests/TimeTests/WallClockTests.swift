import Glibc
import Testing
import Time

@Suite struct WallClockTests {
  @Test func `counts the milliseconds since 1970`() {
    func seconds() -> (whole: Int, nanoseconds: Int) {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return (time.tv_sec, time.tv_nsec)
    }
    let before = seconds()
    let milliseconds = Int(WallClock.milliseconds)
    let after = seconds()
    #expect(milliseconds >= before.whole * 1_000 + before.nanoseconds / 1_000_000)
    #expect(milliseconds <= after.whole * 1_000 + after.nanoseconds / 1_000_000)
  }
}
