import Testing
import Time

@testable import TUIKit

@MainActor
struct AnimationTests {
  private let scheduler = ManualScheduler()
  private let clock: FrameClock

  init() {
    clock = FrameClock(scheduler: scheduler)
  }

  @Test func `easing begins at 0 and ends at 1`() {
    #expect([0, 0.25, 1].map { Easing.linear.value(at: $0) } == [0, 0.25, 1])
    #expect([0, 0.5, 1].map { Easing.outCubic.value(at: $0) } == [0, 0.875, 1])
  }

  @Test func `an animation with a delay waits for its start`() {
    var steps: [Double] = []
    clock.animate(duration: .milliseconds(100), delay: .milliseconds(50), easing: .linear, step: { steps.append($0) })
    scheduler.advance(by: .milliseconds(49))
    #expect(steps.isEmpty && clock.isAnimating)
    scheduler.advance(by: .milliseconds(60))
    #expect(!steps.isEmpty && steps.allSatisfy { $0 < 0.61 })
    scheduler.run()
    #expect(steps.last == 1 && !clock.isAnimating)
  }

  @Test func `a cancelled animation neither steps nor completes`() {
    var (steps, completions) = (0, 0)
    let animation = clock.animate(
      duration: .milliseconds(100), step: { _ in steps += 1 }, completion: { completions += 1 })
    #expect(!animation.isFinished)
    animation.cancel()
    animation.finish()
    scheduler.run()
    #expect(animation.isFinished && (steps, completions) == (0, 0) && scheduler.isIdle)
  }

  @Test func `finishing jumps to the end, once`() {
    var steps: [Double] = []
    var completions = 0
    let animation = clock.animate(
      duration: .milliseconds(100), step: { steps.append($0) }, completion: { completions += 1 })
    animation.finish()
    animation.finish()
    scheduler.run()
    #expect(steps == [1] && completions == 1 && animation.isFinished)
    clock.animate(duration: .zero, step: { steps.append($0) }, completion: { completions += 1 })
    #expect(steps == [1, 1] && completions == 2)
    clock.animate(duration: .zero, delay: .milliseconds(20), step: { steps.append($0) })
    #expect(steps.count == 2)
    scheduler.run()
    #expect(steps == [1, 1, 1])
  }

  @Test func `a pause skips motion until it is over`() {
    var steps: [Double] = []
    clock.animate(duration: .seconds(1), step: { steps.append($0) })
    clock.pauseMotion(for: .milliseconds(100))
    #expect(steps == [1] && !clock.isMotionPossible && !clock.isAnimating)
    clock.animate(duration: .seconds(1), step: { steps.append($0) })
    #expect(steps == [1, 1])
    scheduler.advance(by: .milliseconds(99))
    #expect(!clock.isMotionPossible)
    scheduler.advance(by: .milliseconds(1))
    #expect(clock.isMotionPossible)
    clock.isMotionEnabled = false
    #expect(!clock.isMotionPossible)
    clock.isMotionEnabled = true
    #expect(clock.isMotionPossible)
  }

  @Test func `frames are a sixtieth of a second apart`() {
    var frames: [Instant] = []
    clock.onFrame = { [scheduler] in frames.append(scheduler.now) }
    clock.animate(duration: .milliseconds(100), step: { _ in })
    scheduler.run()
    #expect(frames.count == 7 && zip(frames, frames.dropFirst()).allSatisfy { $1 - $0 == clock.interval })
  }

  @Test func `an earlier request replaces a later one`() {
    var frames: [Instant] = []
    clock.onFrame = { [scheduler] in frames.append(scheduler.now) }
    clock.requestFrame()
    scheduler.advance()
    clock.requestFrame()
    clock.flush()
    #expect(frames.count == 2 && scheduler.isIdle)
    clock.requestFrame()
    clock.requestFrame()
    scheduler.advance()
    #expect(frames.count == 3)
    clock.requestFrame()
    scheduler.advance()
    #expect(frames.count == 3)
    scheduler.run()
    #expect(frames.count == 4)
  }

  @Test func `a change made by a frame is in the next frame`() {
    var frames = 0
    clock.onFrame = { [clock] in
      frames += 1
      if frames == 1 { clock.requestFrame() }
    }
    clock.flush()
    clock.requestFrame()
    scheduler.advance()
    #expect(frames == 1)
    scheduler.run()
    #expect(frames == 2 && scheduler.isIdle)
  }
}
