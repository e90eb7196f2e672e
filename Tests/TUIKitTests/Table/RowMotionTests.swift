import Testing
import Time

@testable import TUIKit

@Suite struct RowMotionTests {
  private func at(_ milliseconds: Int) -> Instant { Instant(nanoseconds: Int64(milliseconds) * 1_000_000) }

  @Test func `a glide waits, slows down and ends at its place`() {
    let motion = RowMotion(distance: 8, start: at(100), duration: .milliseconds(120), interpolation: .glide)
    #expect(motion.distance(at: at(0)) == 8)
    #expect(motion.distance(at: at(100)) == 8)
    #expect(motion.distance(at: at(160)) == 1)
    #expect(motion.distance(at: at(220)) == 0)
    #expect(motion.isFinished(at: at(220)))
    #expect(!motion.isFinished(at: at(219)))
  }

  @Test func `a travelling row takes at most eight steps`() {
    for distance in [1, 3, 8, 30, 500, -30] {
      let motion = RowMotion.travel(distance: Double(distance), height: 1, start: at(0))
      var places: [Double] = []
      for time in 0...240 where places.last != motion.distance(at: at(time)) {
        places.append(motion.distance(at: at(time)))
      }
      #expect(places.count == min(abs(distance), 8) + 1)
      #expect(places.first == Double(distance))
      #expect(places.last == 0)
      #expect(places == places.sorted { abs($0) > abs($1) })
      #expect(places.allSatisfy { $0 == $0.rounded() })
    }
  }

  @Test func `a neighbour moves away when the traveller takes its place`() throws {
    for distance in [5.0, -5, 30, -17] {
      let motion = RowMotion.travel(distance: distance, height: 1, start: at(0))
      for part in stride(from: distance < 0 ? 1 : -1, through: -distance, by: distance < 0 ? 1 : -1) {
        let time = try #require(motion.time(toTravel: part))
        let travelled = distance - motion.distance(at: at(0) + time)
        let before = distance - motion.distance(at: at(0) + time - .milliseconds(1))
        #expect(abs(travelled) >= abs(part))
        #expect(abs(before) < abs(part))
      }
      #expect(motion.time(toTravel: -distance * 2) == nil)
    }
  }

  @Test func `a redirected row starts from its current place`() {
    let presentation = RowMotion(distance: 6, start: at(0), duration: .milliseconds(120), interpolation: .glide)
    let now = at(60)
    let further = RowMotion(
      distance: presentation.distance(at: now) + 2, start: now, duration: .milliseconds(120), interpolation: .glide)
    #expect(further.distance(at: now) == presentation.distance(at: now) + 2)
    #expect(further.distance(at: at(180)) == 0)
  }
}
