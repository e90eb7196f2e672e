import PeoplebookCore
import Testing

struct TimeLeftTests {
  private func seconds(after duration: Duration, share: Double?) -> Int? {
    TimeLeft.seconds(share: share, after: duration)
  }

  @Test func `the rest takes as long as the part before it`() {
    #expect(seconds(after: .seconds(10), share: 0.5) == 10)
    #expect(seconds(after: .seconds(1), share: 0.25) == 3)
    #expect(seconds(after: .milliseconds(2_100), share: 0.7) == 1)
  }

  @Test func `there is no estimate at the beginning and at the end`() {
    #expect(seconds(after: .milliseconds(999), share: 0.5) == nil)
    #expect(seconds(after: .seconds(10), share: 1) == nil)
    #expect(seconds(after: .seconds(10), share: 0) == nil)
    #expect(seconds(after: .seconds(10), share: nil) == nil)
    #expect(seconds(after: .seconds(10), share: 1e-300) == nil)
  }

  @Test func `a time of a day at most is estimated`() {
    #expect(seconds(after: .milliseconds(86_399_500), share: 0.5) == 86_400)
    #expect(seconds(after: .seconds(86_400), share: 0.5) == nil)
  }

  @Test func `a long time is in minutes`() {
    #expect(TimeLeft.text(seconds: 99) == "99 s left")
    #expect(TimeLeft.text(seconds: 100) == "2 min left")
    #expect(TimeLeft.text(seconds: 200) == "3 min left")
  }
}
