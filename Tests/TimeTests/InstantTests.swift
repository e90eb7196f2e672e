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
}
