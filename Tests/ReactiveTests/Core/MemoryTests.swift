import FoundationEssentials
import Reactive
import Testing

/// The memory of the process, in whole pages, without those of files.
private func residentBytes() throws -> Int {
  let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
  return (try #require(Int(fields[1])) - #require(Int(fields[2]))) * 4096
}

@Suite(.timeLimit(.minutes(5))) struct MemoryTests {
  // In a separate process, where no other test allocates.
  @Test func `a subscription with its token takes less than 100 bytes`() async {
    await #expect(processExitsWith: .success) {
      // Just below a power of two, so that the array of subscribers, which doubles its capacity, is full.
      let count = 131_000
      let subject = Subject<Int, Never>()
      var sum = 0
      var tokens: [AnyCancellable?] = Array(repeating: nil, count: count)
      let before = try residentBytes()
      for index in 0..<count { tokens[index] = subject.sink { sum += $0 } }
      let bytes = (try residentBytes() - before) / count
      #if DEBUG
        // A debug build also stores with each token the test that it belongs to.
        let limit = 100 + 16
      #else
        let limit = 100
      #endif
      #expect(bytes >= 40 && bytes < limit)
      tokens.removeAll()
      #expect(subject.subscriberCount == 0)
    }
  }

  @Test func `a million cancelled subscriptions leave no memory behind`() async {
    await #expect(processExitsWith: .success) {
      let subject = Subject<Int, Never>()
      let kept = (0..<10).map { _ in subject.sink { _ in } }
      let before = try residentBytes()
      for _ in 0..<1_000_000 { subject.sink { _ in }.cancel() }
      #expect(try residentBytes() < before + 1_000_000)
      #expect(subject.subscriberCount == 10)
      withExtendedLifetime(kept) {}
    }
  }
}
