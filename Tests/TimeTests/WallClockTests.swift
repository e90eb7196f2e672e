import Glibc
import Testing
import Time

@Suite struct WallClockTests {
  @Test func `counts the milliseconds since 1970`() {
    let before = Int64(time(nil)) * 1_000
    let milliseconds = WallClock.milliseconds
    #expect(milliseconds >= before - 1_000)
    #expect(milliseconds <= (Int64(time(nil)) + 1) * 1_000)
  }
}
