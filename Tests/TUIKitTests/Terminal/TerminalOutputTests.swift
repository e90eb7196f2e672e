import Glibc
import Testing

@testable import TUIKit

@Suite @MainActor struct TerminalOutputTests {
  @Test func `a terminal that accepts nothing does not block the end`() {
    // A pipe that is never read accepts its capacity.
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    let output = TerminalOutput(device: TerminalDevice(descriptor: ends[1]))
    output.write([UInt8](repeating: 65, count: 1 << 20))
    #expect(!output.isIdle)
    output.drain(within: 40)
    #expect(output.isIdle)
    close(ends[0])
  }
}
