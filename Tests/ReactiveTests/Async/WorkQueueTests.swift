import Dispatch
import Reactive
import Testing

@Suite(.timeLimit(.minutes(5))) @MainActor struct WorkQueueTests {
  struct Refusal: Error {}

  @Test func `work runs in order on its own queue`() async throws {
    let queue = WorkQueue(label: "test")
    async let one = queue.run { 1 }
    async let two = queue.run { 2 }
    #expect(try await [one, two] == [1, 2])
    let isElsewhere = try await queue.run {
      dispatchPrecondition(condition: .notOnQueue(.main))
      return true
    }
    #expect(isElsewhere)
    await #expect(throws: Refusal.self) { try await queue.run { throw Refusal() } }
  }

  @Test func `work that is cancelled before it begins is skipped`() async throws {
    let queue = WorkQueue(label: "test")
    let gate = DispatchSemaphore(value: 0)
    let first = Task { try await queue.run { gate.wait() } }
    let second = Task { try await queue.run { 2 } }
    second.cancel()
    gate.signal()
    try await first.value
    await #expect(throws: CancellationError.self) { try await second.value }
  }
}
