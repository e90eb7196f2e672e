import TestSupport
import Testing

@testable import TUIKit

@Suite(.timeLimit(.minutes(5))) @MainActor struct CommandPaletteTests {
  final class Screen: ViewController {
    var log: [String] = []
    var extra: [KeyCommand] = []
    override var keyCommands: [KeyCommand] {
      [
        KeyCommand(KeyEvent(.up), title: "up", detail: "One person up", role: .movement, isHint: false) {},
        KeyCommand(KeyEvent(.character("a")), title: "add", detail: "Add a person") { [unowned self] in
          log.append(presentedViewController == nil ? "add" : "too early")
        },
        KeyCommand(
          KeyEvent(.character("d")), title: "delete", detail: "Delete the person", keywords: ["remove"],
          role: .destructive, actsOnSelection: true
        ) { [unowned self] in
          log.append("delete")
        },
        KeyCommand(KeyEvent(.character("s")), title: "sort", detail: "Choose the order", isHint: false) {},
        KeyCommand(KeyEvent(.character("x")), title: "never", isEnabled: { false }) {},
      ] + extra
    }
  }

  let list = Screen()
  let screen: ControlsFixture

  init() {
    screen = ControlsFixture(width: 70, height: 16, root: list)
    screen.clock.isMotionEnabled = false
    CommandPalette.present(from: list)
  }

  var lines: [String] { screen.lines.map(\.withoutOuterBlanks).filter { !$0.isEmpty } }

  @Test func `it lists the commands with their keys, the hints first`() {
    #expect(lines[0] == "What would you like to do?")
    #expect(lines[1].hasPrefix("▌ Add     Add a person") && lines[1].hasSuffix(" a"))
    #expect(lines[2].hasPrefix("Delete  Delete the person") && lines[2].hasSuffix(" d"))
    #expect(lines[3].hasPrefix("Sort    Choose the order"))
    #expect(!screen.text.contains("Never") && !screen.text.contains("One person up"))
  }

  @Test func `a long sentence ends before the key`() {
    screen.press(KeyEvent(.escape))
    let detail = "Write the people of this list, with all that is known of them, to a file"
    list.extra = [KeyCommand(KeyEvent(.function(4)), title: "export", detail: detail) {}]
    CommandPalette.present(from: list)
    let line = lines.first { $0.hasPrefix("Export") }
    #expect(line?.hasPrefix("Export  Write the people of") == true && line?.hasSuffix("…  f4") == true, "\(line ?? "")")
  }

  @Test func `Enter runs the command after the palette is dismissed`() {
    screen.type("a per")
    #expect(lines[1].hasPrefix("▌ Add"))
    #expect(lines.count == 2)
    screen.press(KeyEvent(.enter))
    #expect(list.log == ["add"])
    #expect(screen.window.topViewController === list)
  }

  @Test func `the cursor keys choose, and stop at the ends`() {
    screen.press(KeyEvent(.up), KeyEvent(.down), KeyEvent(.enter))
    #expect(list.log == ["delete"])
  }

  @Test func `a click runs a command, Esc none`() {
    screen.press(KeyEvent(.escape))
    #expect(list.log.isEmpty && screen.window.topViewController === list)
    CommandPalette.present(from: list)
    let row = screen.lines.firstIndex { $0.contains("Delete the person") }
    screen.click(20, row ?? 0)
    #expect(list.log == ["delete"])
  }

  @Test func `without matches, Enter does nothing`() {
    screen.type("zzz")
    screen.press(KeyEvent(.enter))
    #expect(screen.window.topViewController is CommandPalette)
  }

  @Test func `a suggestion follows the commands and opens its target`() async {
    screen.press(KeyEvent(.escape))
    CommandPalette.present(from: list) { [list] text in
      [CommandPalette.Suggestion("Adam \(text)", kind: "person") { list.log.append("Adam") }]
    }
    screen.type("add")
    await yield { screen.text.contains("Adam add") }
    #expect(lines[1].hasPrefix("▌ Add") && lines[2].hasPrefix("Adam add") && lines[2].hasSuffix("person"))
    screen.press(KeyEvent(.down), KeyEvent(.enter))
    #expect(list.log == ["Adam"])
  }

  @Test(arguments: [false, true]) func `a command is run if it still may run`(mayRun: Bool) {
    screen.press(KeyEvent(.escape))
    CommandPalette.present(from: list, suggest: nil) { [list] command in
      list.log.append("may \(command.title)")
      return mayRun
    }
    screen.type("delete")
    screen.press(KeyEvent(.enter))
    #expect(list.log == (mayRun ? ["may delete", "delete"] : ["may delete"]))
    #expect(!(screen.window.topViewController is CommandPalette))
  }

  @Test func `a command of the screen runs unasked`() {
    screen.press(KeyEvent(.escape))
    CommandPalette.present(from: list, suggest: nil) { [list] command in
      list.log.append("may \(command.title)")
      return false
    }
    screen.type("add")
    screen.press(KeyEvent(.enter))
    #expect(list.log == ["add"])
  }

  @Test func `Enter waits for the first suggestion`() async {
    screen.press(KeyEvent(.escape))
    let (answers, answer) = AsyncStream.makeStream(of: Void.self)
    CommandPalette.present(from: list) { [list] text in
      for await _ in answers { break }
      return [CommandPalette.Suggestion("Zoe", kind: "person") { list.log.append(text) }]
    }
    screen.type("zo")
    screen.press(KeyEvent(.enter))
    screen.type("x")
    #expect(screen.window.topViewController is CommandPalette && list.log.isEmpty)
    answer.yield()
    answer.finish()
    await yield { !list.log.isEmpty }
    #expect(list.log == ["zo"])
  }

  @Test func `the selection stays when suggestions arrive`() async {
    screen.press(KeyEvent(.escape))
    let (answers, answer) = AsyncStream.makeStream(of: Void.self)
    CommandPalette.present(from: list) { _ in
      for await _ in answers { break }
      return [CommandPalette.Suggestion("Removed people", kind: "list") {}]
    }
    screen.type("remove")
    screen.press(KeyEvent(.enter))
    #expect(lines[1].hasPrefix("▌ Delete"))
    answer.yield()
    answer.finish()
    await yield { screen.text.contains("Removed people") }
    #expect(lines[1].hasPrefix("▌ Delete"))
  }

  @Test func `the last used command is first`() {
    screen.type("sort")
    screen.press(KeyEvent(.enter))
    CommandPalette.present(from: list)
    #expect(lines[1].hasPrefix("▌ Sort"))
    screen.press(KeyEvent(.escape))
  }

  @Test func `a destructive command is selected only for its title`() {
    for (text, first) in [("del", "▌ Delete"), ("person", "▌ Add"), ("remove", "Delete"), ("dlt", "Delete")] {
      screen.type(text)
      #expect(lines[1].hasPrefix(first), "\(text): \(lines[1])")
      for _ in text { screen.press(KeyEvent(.backspace)) }
    }
    screen.type("remove")
    screen.press(KeyEvent(.enter))
    #expect(list.log.isEmpty && lines[1].hasPrefix("▌ Delete"))
    screen.press(KeyEvent(.enter))
    #expect(list.log == ["delete"])
  }

  @Test func `a long list shows a scroll mark, and the selection scrolls it`() {
    screen.press(KeyEvent(.escape))
    list.extra = (10..<40).map { KeyCommand(keys: [], title: "command \($0)") {} }
    CommandPalette.present(from: list)
    #expect(screen.text.contains("┃"))
    for _ in 0..<33 { screen.press(KeyEvent(.down)) }
    #expect(lines.contains { $0.hasPrefix("▌ Sort") } && !screen.text.contains("Command 10"))
  }

  @Test func `where nothing matches it says so`() {
    func column(of letter: Character) -> Int? {
      screen.lines.lazy.compactMap { Array($0).firstIndex(of: letter) }.first
    }
    let titles = column(of: "D")
    screen.type("zzz")
    #expect(lines.contains("Nothing matches"))
    #expect(column(of: "N") == titles)
    screen.press(KeyEvent(.enter))
    #expect(list.log.isEmpty && screen.window.topViewController !== list)
    screen.press(KeyEvent(.backspace), KeyEvent(.backspace), KeyEvent(.backspace))
    #expect(!lines.contains("Nothing matches"))
  }
}
