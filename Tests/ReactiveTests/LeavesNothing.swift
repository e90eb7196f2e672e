import Reactive
import Testing

/// Fails a test of the suite when subscriptions that it made are still alive at its end.
struct LeavesNothing: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    #if DEBUG
      let counter = SubscriptionCounter()
      try await SubscriptionCounter.$present.withValue(counter) { try await function() }
      // Objects held by another task are released when that task has ended.
      for _ in 0..<10_000 where counter.live > 0 { await Task.yield() }
      #expect(counter.live == 0, "live subscriptions are back at 0 after every test")
    #else
      try await function()
    #endif
  }
}

extension Trait where Self == LeavesNothing {
  static var leavesNothing: Self { LeavesNothing() }
}

@Suite struct LeavesNothingTests {
  #if DEBUG
    @Test func `live subscriptions are counted, ended ones are not`() {
      let counter = SubscriptionCounter()
      let subject = Subject<Int, Never>()
      SubscriptionCounter.$present.withValue(counter) {
        let kept = subject.map { $0 }.sink { _ in }
        subject.sink { _ in }.cancel()
        #expect(counter.live == 1)
        kept.cancel()
        #expect(counter.live == 0)
      }
    }
  #endif
}
