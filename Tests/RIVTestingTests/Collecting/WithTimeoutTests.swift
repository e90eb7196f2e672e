import CounterFeature
import RIV
import RIVTesting
import Testing
import Time

@Suite(.timeLimit(.minutes(5))) @MainActor struct WithTimeoutTests {
  struct Refusal: Error {}

  let clock = TestClock()

  @Test func `work that ends in time returns its result`() async throws {
    #expect(try await withTimeout(.seconds(1), scheduler: clock.scheduler) { 7 } == 7)
    await #expect(throws: Refusal.self) {
      try await withTimeout(.seconds(1), scheduler: clock.scheduler) { throw Refusal() }
    }
    #expect(clock.scheduler.isIdle)
  }

  @Test func `work that takes too long fails at once`() async throws {
    let gate = Gate()
    var isTimeUp = false
    let result = Task { [clock] in
      try await withTimeout(.seconds(1), scheduler: clock.scheduler) {
        await gate.pass()
      } onTimeout: {
        isTimeUp = true
      }
    }
    await clock.advance(by: .seconds(1))
    await #expect(throws: TimeoutError(after: .seconds(1))) { try await result.value }
    #expect(isTimeUp)
    gate.open()
  }

  @Test func `cancelling the caller cancels the work`() async throws {
    let gate = Gate()
    var isCancelled = false
    let result = Task { [clock] in
      try await withTimeout(.seconds(1), scheduler: clock.scheduler) {
        await gate.pass()
        isCancelled = Task.isCancelled
      }
    }
    await clock.advance(by: .zero)
    result.cancel()
    await #expect(throws: CancellationError.self) { try await result.value }
    gate.open()
    await clock.advance(by: .zero)
    #expect(isCancelled)
  }
}
