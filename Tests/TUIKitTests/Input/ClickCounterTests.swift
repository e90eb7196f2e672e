import Testing
import Time

@testable import TUIKit

struct ClickCounterTests {
  private func press(_ counter: inout ClickCounter, x: Int = 0, at milliseconds: Int64) -> Int {
    let event = MouseEvent(.press, at: Point(x: x, y: 0))
    return counter.count(event, at: Instant(nanoseconds: milliseconds * 1_000_000)).clickCount
  }

  @Test func `quick presses on one cell are counted`() {
    var counter = ClickCounter()
    #expect(press(&counter, at: 0) == 1)
    #expect(press(&counter, at: 300) == 2)
    let release = counter.count(MouseEvent(.release, at: .zero), at: Instant(nanoseconds: 310_000_000))
    #expect(release.clickCount == 2)
    #expect(press(&counter, at: 600) == 3)
  }

  @Test func `a slow press or another cell restarts the count`() {
    var counter = ClickCounter()
    #expect(press(&counter, at: 0) == 1)
    #expect(press(&counter, at: 401) == 1)
    #expect(press(&counter, x: 1, at: 500) == 1)
  }
}
