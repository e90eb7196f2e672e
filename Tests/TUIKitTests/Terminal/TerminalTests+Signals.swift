import Glibc
import Testing

@testable import TUIKit

extension TerminalTests {
  @Test func `a terminal may leave the signals of the process alone`() throws {
    let earlier = signal(SIGWINCH, SIG_DFL)
    defer { signal(SIGWINCH, earlier) }
    let terminal = try terminal()
    terminal.open()
    let isCaught = signal(SIGWINCH, SIG_DFL) != nil
    #expect(!isCaught)
    terminal.close()
  }

  @Test func `the signals of the process are reported`() async throws {
    let numbers = [SIGTSTP, SIGCONT, SIGWINCH]
    let earlier = numbers.map { signal($0, SIG_DFL) }
    defer { for (number, action) in zip(numbers, earlier) { signal(number, action) } }
    let (reports, continuation) = AsyncStream.makeStream(of: Set<Int32>.self)
    let reporter = TerminalSignals { continuation.yield($0) }
    let signals = try #require(reporter)
    kill(getpid(), SIGWINCH)
    var first: Set<Int32>?
    for await report in reports {
      first = report
      break
    }
    #expect(first == [SIGWINCH])
    withExtendedLifetime(signals) {}
  }
}
