import Testing

@testable import TUIKit

@Suite @MainActor struct CommandPaletteTests {
  final class Screen: ViewController {
    var log: [String] = []
    override var keyCommands: [KeyCommand] {
      [
        KeyCommand(KeyEvent(.up), title: "up", detail: "One person up", isHint: false) {},
        KeyCommand(KeyEvent(.character("a")), title: "add", detail: "Add a person") { [unowned self] in
          log.append(presentedViewController == nil ? "add" : "too early")
        },
        KeyCommand(KeyEvent(.character("d")), title: "delete", detail: "Delete the person") { [unowned self] in
          log.append("delete")
        },
        KeyCommand(KeyEvent(.character("x")), title: "never", isEnabled: { false }) {},
      ]
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

  @Test func `lists what can be done, the hints first, with its keys`() {
    #expect(lines[0] == "What would you like to do?")
    #expect(lines[1].hasPrefix("▌ Add a person") && lines[1].hasSuffix(" a"))
    #expect(lines[2].hasPrefix("Delete the person") && lines[2].hasSuffix(" d"))
    #expect(lines[3].hasPrefix("One person up"))
    #expect(!screen.text.contains("never"))
  }

  @Test func `typing narrows the list, and Enter runs what is chosen once the palette has gone`() {
    screen.type("dp")
    #expect(lines[1].hasPrefix("▌ Add a person"))
    #expect(lines.count == 3)
    screen.press(KeyEvent(.enter))
    #expect(list.log == ["add"])
    #expect(screen.window.topViewController === list)
  }

  @Test func `the cursor keys choose, within the ends`() {
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

  @Test func `with nothing found, Enter does nothing`() {
    screen.type("zzz")
    screen.press(KeyEvent(.enter))
    #expect(screen.window.topViewController is CommandPalette)
  }

  @Test(arguments: [
    ("", "Add", 0), ("add", "Add a person", 0), ("per", "Add a person", 0), ("ad", "Read", 5),
    ("dp", "Delete person", 6),
  ]) func `what is closest comes first`(pattern: String, text: String, distance: Int) {
    #expect(FuzzyMatch(pattern, in: text)?.distance == distance)
  }

  @Test func `letters that are not all there do not match`() {
    #expect(FuzzyMatch("pd", in: "Add a person") == nil)
    #expect(FuzzyMatch("Ö", in: "öffnen")?.ranges.count == 1)
  }

  @Test func `where nothing matches it says so`() {
    screen.type("zzz")
    #expect(lines.contains("No command matches"))
    screen.press(KeyEvent(.enter))
    #expect(list.log.isEmpty && screen.window.topViewController !== list)
    screen.press(KeyEvent(.backspace), KeyEvent(.backspace), KeyEvent(.backspace))
    #expect(!lines.contains("No command matches"))
  }
}
