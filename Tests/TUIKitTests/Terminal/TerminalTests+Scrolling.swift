import FoundationEssentials
import Glibc
import TestSupport
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

  @Test(arguments: [Size(width: 10, height: 3), Size(width: 90, height: 30)])
  func `a frame of another size is cut`(size: Size) throws {
    let terminal = try terminal()
    terminal.open()
    _ = line.output()
    let surface = Surface(size: size)
    for y in 0..<size.height {
      Canvas(surface).write("<\(y)" + String(repeating: "-", count: size.width), at: Point(x: 0, y: y), style: Style())
    }
    terminal.show(surface, cursor: nil)
    let output = line.output()
    #expect(output.contains("<\(min(size.height, 24) - 1)") && !output.contains("<24"))
    #expect(!output.contains("…") || size.width == 10)
    Canvas(surface).write("new", at: Point(x: 0, y: 1), style: Style())
    terminal.show(surface, cursor: nil)
    let change = line.output()
    #expect(change.contains("new") && change.utf8.count < 20)
    terminal.close()
  }

  @Test(arguments: [("linux", false), ("vt100", false), ("xterm-256color", true), ("screen", true)])
  func `only a terminal with a title gets one`(name: String, hasTitle: Bool) throws {
    let terminal = try terminal(["TERM": name])
    terminal.setTitle("Book")
    terminal.open()
    let opened = line.output()
    terminal.close()
    let output = opened + line.output()
    #expect(output.contains("Book") == hasTitle && output.contains("[22;") == hasTitle)
  }

  @Test func `a terminal whose cursor only goes home is refused`() async {
    // In a separate process, since the environment names the folder of the description.
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      try FileManager.default.createDirectory(atPath: "\(folder.path)/h", withIntermediateDirectories: true)
      // The name; no flags and numbers; the places of `clear`, `cud1` and `home` among the strings; the strings.
      let header: [UInt16] = [0o432, 5, 0, 0, 13, 11]
      var places = [UInt16](repeating: 0xFFFF, count: 13)
      (places[5], places[11], places[12]) = (0, 5, 7)
      let words = (header + places).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      let strings = Array("\u{1B}[2J\0\n\0\u{1B}[H\0".utf8)
      let bytes = words[..<12] + Array("home\0\0".utf8) + words[12...] + strings
      try Data(bytes).write(to: URL(filePath: "\(folder.path)/h/home"))
      setenv("TERMINFO", folder.path, 1)
      _ = await MainActor.run {
        #expect(throws: TerminalError.tooSimple("home")) {
          try CursesRenderer(theme: .dark, environment: TerminalEnvironment(["TERM": "home"]))
        }
      }
    }
  }

  @Test func `wide characters and marks reach the terminal`() throws {
    let terminal = try terminal()
    terminal.open()
    _ = line.output()
    let surface = Surface(size: Size(width: 80, height: 24))
    Canvas(surface).write(
      "a漢e\u{323}\u{301}b", at: .zero, style: Style(.danger, on: .surface, [.underline, .italic, .reverse]))
    terminal.show(surface, cursor: nil)
    let output = line.output()
    #expect(output.contains("a漢") && output.contains("\u{1EB9}\u{301}") && output.contains("b"))
    Canvas(surface).write(
      "字", at: Point(x: 1, y: 0), style: Style(.danger, on: .surface, [.underline, .italic, .reverse]))
    terminal.show(surface, cursor: nil)
    #expect(line.output().contains("字"))
    terminal.close()
  }
}
