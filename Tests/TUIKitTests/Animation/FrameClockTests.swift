import Testing
import Time

@testable import TUIKit

@MainActor
struct FrameClockTests {
  private let scheduler = ManualScheduler()
  private let clock: FrameClock

  init() {
    clock = FrameClock(scheduler: scheduler)
  }

  private func countFrames() -> Counter {
    let counter = Counter()
    clock.onFrame = { counter.value += 1 }
    return counter
  }

  private final class Counter { var value = 0 }

  @Test func `at rest nothing is scheduled`() {
    #expect(scheduler.isIdle)
    let frames = countFrames()
    clock.requestFrame()
    clock.requestFrame()
    #expect(frames.value == 0)
    scheduler.run()
    #expect(frames.value == 1)
    #expect(scheduler.isIdle)
  }

  @Test func `consecutive frames keep their distance`() {
    let frames = countFrames()
    clock.requestFrame()
    scheduler.advance()
    clock.requestFrame()
    scheduler.advance(by: .milliseconds(16))
    #expect(frames.value == 1)
    scheduler.advance(by: .milliseconds(1))
    #expect(frames.value == 2)
  }

  @Test func `input is drawn at once`() {
    let frames = countFrames()
    clock.flush()
    #expect(frames.value == 0)
    for expected in 1...3 {
      clock.requestFrame()
      clock.flush()
      #expect(frames.value == expected)
    }
    #expect(scheduler.isIdle)
  }

  @Test func `the first change after input does not wait, and the next one does`() {
    let frames = countFrames()
    clock.animate(duration: .milliseconds(200), step: { [clock] _ in clock.requestFrame() })
    scheduler.advance(by: .milliseconds(40))
    clock.requestFrame()
    clock.flush()
    let before = frames.value
    scheduler.advance(by: .milliseconds(3))
    clock.requestFrame()
    scheduler.advance()
    #expect(frames.value == before + 1)
    clock.requestFrame()
    scheduler.advance(by: .milliseconds(16))
    #expect(frames.value == before + 1)
    scheduler.advance(by: .milliseconds(1))
    #expect(frames.value == before + 2)
  }

  @Test func `a frame of an animation is not the first change after input`() {
    let frames = countFrames()
    clock.animate(duration: .milliseconds(200), step: { [clock] _ in clock.requestFrame() })
    scheduler.advance(by: .milliseconds(40))
    clock.flush()
    scheduler.advance(by: .milliseconds(12))
    let before = frames.value
    clock.requestFrame()
    scheduler.advance()
    #expect(frames.value == before + 1)
  }

  @Test func `an animation runs to its end, then the clock stops`() {
    var steps: [Double] = []
    var isOver = false
    clock.animate(
      duration: .milliseconds(100), easing: .linear, step: { steps.append($0) }, completion: { isOver = true })
    scheduler.run()
    #expect(isOver && scheduler.isIdle)
    #expect(steps.last == 1 && steps.filter { $0 == 1 }.count == 1)
    #expect(steps == steps.sorted() && steps.count >= 6)
  }

  @Test func `without motion every animation ends at once`() {
    var steps: [Double] = []
    clock.isMotionEnabled = false
    clock.animate(duration: .seconds(1), step: { steps.append($0) })
    #expect(steps == [1])
  }

  @Test func `switching motion off ends running animations`() {
    var steps: [Double] = []
    clock.animate(duration: .seconds(1), easing: .linear, step: { steps.append($0) })
    scheduler.advance(by: .milliseconds(20))
    clock.isMotionEnabled = false
    #expect(steps.last == 1)
    scheduler.run()
    #expect(!clock.isAnimating && scheduler.isIdle)
  }
}
