import Testing
import Time

@testable import Actors

@Suite struct ReconnectBackoffTests {
  private func waits(of lifetime: Duration?, receiving: Bool, _ count: Int = 4) -> [Int64] {
    var (backoff, now) = (ReconnectBackoff(), Instant(nanoseconds: 0))
    return (0..<count).map { _ in
      if let lifetime {
        backoff.didConnect(at: now)
        if receiving { backoff.didReceive() }
        now = now + lifetime
      }
      return backoff.next(at: now, random: 0).nanoseconds / 1_000_000
    }
  }

  @Test func `waits grow until a connection lasts`() {
    #expect(waits(of: nil, receiving: false) == [250, 500, 1_000, 2_000])
    #expect(waits(of: .zero, receiving: false) == [250, 500, 1_000, 2_000])
    #expect(waits(of: .milliseconds(4_999), receiving: false) == [250, 500, 1_000, 2_000])
    #expect(waits(of: .seconds(5), receiving: false) == [250, 250, 250, 250])
  }

  @Test func `a message keeps the waits short, but not at their first`() {
    #expect(waits(of: .zero, receiving: true) == [500, 500, 500, 500])
    #expect(waits(of: .seconds(5), receiving: true) == [250, 250, 250, 250])
  }

  @Test func `a message of an earlier connection does not count`() {
    var backoff = ReconnectBackoff()
    let now = Instant(nanoseconds: 0)
    backoff.didConnect(at: now)
    backoff.didReceive()
    for wait in [500, 1_000, 2_000] { #expect(backoff.next(at: now, random: 0) == .milliseconds(wait)) }
    backoff.didConnect(at: now)
    #expect(backoff.next(at: now, random: 0) == .seconds(4))
  }
}
