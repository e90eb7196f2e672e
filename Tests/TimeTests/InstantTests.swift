import Testing
import Time

@Suite struct InstantTests {
  @Test func `instants are compared, moved and subtracted in nanoseconds`() {
    let (early, late) = (Instant(nanoseconds: 3_000_000_000), Instant(nanoseconds: 5_500_000_001))
    #expect(early < late && !(late < early) && !(early < early))
    #expect(late - early == .nanoseconds(2_500_000_001))
    #expect(early - late == .nanoseconds(-2_500_000_001))
    #expect(early + .nanoseconds(2_500_000_001) == late)
    #expect(late - .nanoseconds(2_500_000_001) == early)
  }

  @Test func `a duration has whole nanoseconds`() {
    #expect(Duration.seconds(90).nanoseconds == 90_000_000_000)
    #expect(Duration.nanoseconds(1).nanoseconds == 1)
    #expect((Duration.seconds(2) + .nanoseconds(7)).nanoseconds == 2_000_000_007)
    #expect(Duration.milliseconds(-1_500).nanoseconds == -1_500_000_000)
  }

  @Test func `an instant beyond the range is the last`() {
    let (first, last) = (Instant(nanoseconds: .min), Instant(nanoseconds: .max))
    #expect(Instant(nanoseconds: 1) + .seconds(Int64.max) == last)
    #expect(Instant(nanoseconds: 1) - .seconds(Int64.min) == last)
    #expect(Instant(nanoseconds: -2) + .seconds(Int64.min) == first)
    #expect(Instant(nanoseconds: -2) - .seconds(Int64.max) == first)
    #expect(last - first == .nanoseconds(Int64.max) - .nanoseconds(Int64.min))
  }

  @Test func `a duration beyond the range is limited`() {
    #expect(Duration.nanoseconds(Int64.max).nanoseconds == .max)
    #expect(Duration.nanoseconds(Int64.min).nanoseconds == .min)
    #expect((Duration.nanoseconds(Int64.max) + .nanoseconds(1)).nanoseconds == .max)
    #expect((Duration.nanoseconds(Int64.min) - .nanoseconds(1)).nanoseconds == .min)
    #expect(Duration.seconds(10_000_000_000).nanoseconds == .max)
    #expect(Duration.seconds(-10_000_000_000).nanoseconds == .min)
  }
}
