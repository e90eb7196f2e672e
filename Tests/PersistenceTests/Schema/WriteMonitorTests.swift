import Synchronization
import Testing

@testable import Persistence

@Suite struct WriteMonitorTests {
  private final class Calls: Sendable {
    private let noted = Mutex<[WriteProgress]>([])
    func note(_ step: WriteProgress) { noted.withLock { $0.append(step) } }
    var all: [WriteProgress] { noted.withLock { $0 } }
  }

  @Test func `each batch is reported with those before it`() throws {
    let calls = Calls()
    var batches: [Range<Int>] = []
    let size = WriteMonitor.batch
    try WriteMonitor(progress: calls.note).forEachBatch(ofCount: size + 1, after: 10, of: 9_000) { batches.append($0) }
    #expect(batches == [0..<size, size..<size + 1])
    #expect(
      calls.all == [WriteProgress(done: 10 + size, total: 9_000), WriteProgress(done: 11 + size, total: 9_000)])
  }

  @Test func `without a total the batches count alone`() throws {
    let calls = Calls()
    try WriteMonitor(progress: calls.note).forEachBatch(ofCount: 3) { #expect($0 == 0..<3) }
    #expect(calls.all == [WriteProgress(done: 3, total: 3)])
  }

  @Test func `a cancelled write stops before the next batch`() throws {
    let calls = Calls()
    let monitor = WriteMonitor(progress: calls.note, isCancelled: { !calls.all.isEmpty })
    #expect(throws: CancellationError.self) { try monitor.forEachBatch(ofCount: 3 * WriteMonitor.batch) { _ in } }
    #expect(calls.all.count == 1)
  }

  @Test func `a share grows from 0 to 1, and is 1 without work`() {
    #expect([0, 1, 4].map { WriteProgress(done: $0, total: 4).share } == [0, 0.25, 1])
    #expect(WriteProgress(done: 0, total: 0).share == 1)
  }
}
