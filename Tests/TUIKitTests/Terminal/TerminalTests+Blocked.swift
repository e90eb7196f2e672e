import Testing

@testable import TUIKit

extension TerminalTests {
  /// Shows frames until the line accepts no more, and returns the surface: its last content was not written.
  private func block(_ terminal: Terminal) -> Surface {
    let surface = Surface(size: Size(width: 80, height: 24))
    var frames = 0
    while terminal.isReady, frames < 500 {
      let letter = Character(Unicode.Scalar(UInt8(97 + frames % 26)))
      for y in 0..<24 {
        Canvas(surface).write(String(repeating: letter, count: 80 - y), at: Point(x: 0, y: y), style: Style())
      }
      terminal.show(surface, cursor: nil)
      frames += 1
    }
    #expect(!terminal.isReady)
    return surface
  }

  /// Reads the line until the terminal has written everything.
  private func unblock(_ terminal: Terminal) async -> String {
    var output = ""
    while !terminal.isReady, !Task.isCancelled {
      output += line.output()
      await Task.yield()
    }
    return output + line.output()
  }

  @Test func `a blocked terminal drops frames and reports when it is ready`() async throws {
    let terminal = try terminal()
    terminal.open()
    terminal.show(block(terminal), cursor: nil)
    _ = await unblock(terminal)
    #expect(listener.isReady)
    terminal.close()
  }

  @Test func `a blocked terminal that is taken again shows its content later`() async throws {
    let terminal = try terminal()
    terminal.open()
    let surface = block(terminal)
    Canvas(surface).write("Ada", at: .zero, style: Style())
    terminal.show(surface, cursor: nil)
    terminal.retake()
    let output = await unblock(terminal)
    #expect(output.contains("Ada"))
    terminal.close()
  }
}
