import TUIKit
import Testing

@Suite @MainActor struct HelpViewControllerTests {
  final class Screen: ViewController {
    override var keyCommands: [KeyCommand] {
      [
        KeyCommand(KeyEvent(.character("a")), title: "add", detail: "Add a person") {},
        KeyCommand(.control("s"), title: "save", detail: "Save") {},
        KeyCommand(KeyEvent(.character("x")), title: "never", isEnabled: { false }) {},
        KeyCommand(KeyEvent(.up), KeyEvent(.character("k")), title: "up", detail: "One up", isHint: false) {},
      ]
    }
  }

  let list = Screen()
  let screen: ControlsFixture

  init() {
    list.title = "People"
    screen = ControlsFixture(width: 70, height: 20, root: list)
    screen.clock.isMotionEnabled = false
  }

  @Test func `it lists every key of the screen beneath, in groups`() {
    #expect(HelpViewController.present(from: list))
    let lines = screen.lines.map(\.withoutOuterBlanks).filter { !$0.isEmpty }
    #expect(
      lines == [
        "type to find a key", "People", "a           Add a person", "ctrl-s      Save", "↑  k        One up",
        "Everywhere",
        "tab         Next field", "shift-tab   Previous field",
      ])
  }

  @Test func `it grows when its lines wrap in a narrower window`() {
    HelpViewController.present(from: list)
    _ = screen.lines
    screen.window.send(.resize(Size(width: 26, height: 30)))
    let lines = screen.lines.map(\.withoutOuterBlanks).filter { !$0.isEmpty }
    #expect(lines.suffix(2) == ["shift-tab   Previous", "field"])
  }

  @Test func `in a text field letters are text; the screen's keys are first`() throws {
    screen.window.send(.resize(Size(width: 90, height: 60)))
    let field = TextField()
    list.view.addSubview(field)
    field.becomeFirstResponder()
    HelpViewController.present(from: list)
    let lines = screen.lines.map(\.withoutOuterBlanks).filter { !$0.isEmpty }
    #expect(!lines.contains { $0.contains("Add a person") })
    #expect(lines[1] == "People")
    #expect(try #require(lines.firstIndex(of: "Everywhere")) < #require(lines.firstIndex(of: "Editing")))
    #expect(lines.contains { $0.hasPrefix("↑ ") && $0.hasSuffix("One up") })
  }

  @Test func `typing shows the keys with all words, in their groups`() {
    HelpViewController.present(from: list)
    for character in "add p" { screen.press(KeyEvent(.character(character))) }
    let lines = screen.lines.map(\.withoutOuterBlanks).filter { !$0.isEmpty }
    #expect(lines == ["add p", "People", "a           Add a person"])
    for _ in 0..<5 { screen.press(KeyEvent(.backspace)) }
    for character in "every" { screen.press(KeyEvent(.character(character))) }
    #expect(screen.text.contains("Next field") && !screen.text.contains("People"))
    for character in "where!" { screen.press(KeyEvent(.character(character))) }
    #expect(screen.lines.map(\.withoutOuterBlanks).filter { !$0.isEmpty } == ["everywhere!", "No key matches"])
  }

  @Test(arguments: [KeyEvent(.escape), KeyEvent(.character("?"))])
  func `Esc and ? close it`(key: KeyEvent) {
    HelpViewController.present(from: list)
    screen.press(key)
    #expect(screen.window.topViewController === list)
  }

  @Test func `wraps a sentence that is wider than the window`() {
    screen.window.send(.resize(Size(width: 40, height: 20)))
    screen.window.commands = [
      KeyCommand(
        .control("x"), title: "export", detail: "Write the marked people, or all people, to a file that you name"
      ) {}
    ]
    HelpViewController.present(from: list)
    let words = screen.lines.flatMap { $0.split(separator: " ") }.joined(separator: " ")
    #expect(words.contains("Write the"))
    #expect(!screen.text.contains("…"))
    for word in ["marked", "people,", "all", "file", "you", "name"] { #expect(words.contains(word)) }
  }

  @Test func `it scrolls when it is longer than the window`() {
    let field = TextField()
    list.view.addSubview(field)
    field.becomeFirstResponder()
    HelpViewController.present(from: list)
    screen.window.send(.resize(Size(width: 70, height: 12)))
    #expect(screen.text.contains("People"))
    screen.press(KeyEvent(.down))
    #expect(!screen.text.contains("People"))
    screen.press(KeyEvent(.end))
    #expect(screen.text.contains("Redo"))
    screen.press(KeyEvent(.home), KeyEvent(.pageDown), KeyEvent(.pageUp))
    #expect(screen.text.contains("People"))
  }
}
