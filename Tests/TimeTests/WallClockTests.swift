import Glibc
import Testing
import Time

@Suite struct WallClockTests {
  @Test func `counts the milliseconds since 1970`() {
    func seconds() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let before = seconds()
    let milliseconds = Double(WallClock.milliseconds)
    #expect(milliseconds >= (before * 1_000).rounded(.down))
    #expect(milliseconds <= seconds() * 1_000)
  }
}
