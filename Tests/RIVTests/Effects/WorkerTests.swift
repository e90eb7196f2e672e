import Dispatch
import RIV
import Testing

@Suite @MainActor struct WorkerTests {
  struct Refusal: Error {}

  @Test func `work runs in order on its own queue`() async throws {
    let worker = Worker(label: "test")
    async let one = worker.run { 1 }
    async let two = worker.run { 2 }
    #expect(try await [one, two] == [1, 2])
    let isElsewhere = try await worker.run {
      dispatchPrecondition(condition: .notOnQueue(.main))
      return true
    }
    #expect(isElsewhere)
    await #expect(throws: Refusal.self) { try await worker.run { throw Refusal() } }
  }

  @Test func `work that is cancelled before it begins is skipped`() async throws {
    let worker = Worker(label: "test")
    let gate = DispatchSemaphore(value: 0)
    let first = Task { try await worker.run { gate.wait() } }
    let second = Task { try await worker.run { 2 } }
    second.cancel()
    gate.signal()
    try await first.value
    await #expect(throws: CancellationError.self) { try await second.value }
  }
}
