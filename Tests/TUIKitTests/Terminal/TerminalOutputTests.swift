import Glibc
import Testing

@testable import TUIKit

@Suite @MainActor struct TerminalOutputTests {
  /// The ends of a pipe that does not block.
  private func makePipe() -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    return (ends[0], ends[1])
  }

  private func readAll(_ descriptor: Int32) -> [UInt8] {
    var result: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      guard count > 0 else { return result }
      result += bytes[..<count]
    }
  }

  @Test func `a terminal that accepts nothing does not block the end`() {
    // A pipe that is never read accepts its capacity.
    let pipe = makePipe()
    let output = TerminalOutput(device: TerminalDevice(descriptor: pipe.write))
    output.write([UInt8](repeating: 65, count: 1 << 20))
    #expect(!output.isIdle)
    output.drain(within: 40)
    #expect(output.isIdle)
    close(pipe.read)
  }

  @Test func `what is not accepted at once follows in order`() {
    let pipe = makePipe()
    let output = TerminalOutput(device: TerminalDevice(descriptor: pipe.write))
    let bytes = (0..<100_000).map { UInt8($0 % 251) }
    output.write(bytes)
    output.write([1, 2, 3])
    #expect(!output.isIdle)
    var received = readAll(pipe.read)
    #expect(received.count < bytes.count && received.count > 0)
    output.drain(within: 500)
    received += readAll(pipe.read)
    #expect(output.isIdle && received == bytes + [1, 2, 3])
    output.write([4])
    #expect(output.isIdle && readAll(pipe.read) == [4])
    close(pipe.read)
  }

  @Test func `an output that fails is reported, and not tried again`() {
    let pipe = makePipe()
    let output = TerminalOutput(device: TerminalDevice(descriptor: pipe.read))
    var failures = 0
    output.onFailure = { failures += 1 }
    output.write([1, 2, 3])
    #expect(failures == 1 && output.isIdle)
    close(pipe.write)
  }
}
