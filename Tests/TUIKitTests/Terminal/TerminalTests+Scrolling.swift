import Glibc
import Testing
import Time

@testable import TUIKit

extension TerminalTests {
  /// A list with letters at its edge: 26 sections of 40 rows.
  private func stage(_ size: Size) -> TableStage {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { String($0) }
    let stage = TableStage(width: size.width, height: size.height)
    stage.indexTitles = letters
    stage.headers = letters
    stage.sections = letters.map { letter in (0..<40).map { "\(letter)\($0) person@example.org" } }
    stage.table.reloadData()
    stage.settle()
    return stage
  }

  @Test(arguments: [nil, "truecolor"] as [String?])
  func `a line scrolled beside letters takes few bytes`(colors: String?) throws {
    let size = Size(width: 100, height: 30)
    var window = winsize(ws_row: 30, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(line.slave, UInt(TIOCSWINSZ), &window)
    let terminal = try terminal(
      ["TERM": "xterm-256color"].merging(colors.map { ["COLORTERM": $0] } ?? ["NO_COLOR": "1"]) { $1 })
    terminal.open()
    let stage = stage(size)
    for _ in 0..<29 { stage.press(.down) }
    stage.settle()
    terminal.show(stage.surface, cursor: nil)
    _ = line.output()
    for _ in 0..<10 {
      stage.press(.down)
      stage.settle()
      terminal.show(stage.surface, cursor: nil)
      #expect(line.output().utf8.count < 250)
    }
    terminal.close()
  }
}
