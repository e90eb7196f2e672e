import TUIKit
import Testing
import Time

@Suite @MainActor struct TextFieldTests {
  let screen = ControlsFixture(width: 20, height: 3)
  let field = TextField()

  init() {
    screen.add(field, Rect(x: 2, y: 1, width: 8, height: 1))
    field.becomeFirstResponder()
  }

  final class Delegate: TextFieldDelegate {
    var calls: [String] = []
    var allowed: (String) -> Bool = { _ in true }
    var returns = true
    func textField(_ textField: TextField, shouldChangeCharactersIn range: Range<Int>, replacement: String) -> Bool {
      calls.append("change \(range) \(replacement)")
      return allowed(replacement)
    }
    func textFieldShouldReturn(_ textField: TextField) -> Bool { returns }
    func textFieldDidBeginEditing(_ textField: TextField) { calls.append("begin") }
    func textFieldDidEndEditing(_ textField: TextField) { calls.append("end") }
    func textFieldDidChange(_ textField: TextField) { calls.append("did \(textField.text)") }
  }

  @Test func `typed text is underlined, with the cursor behind it`() {
    screen.type("Ada")
    #expect(screen.lines[1] == "  Ada")
    #expect(screen.window.cursorPosition == Point(x: 5, y: 1))
    #expect(screen.style(2, 1).attributes.contains(.underline))
    #expect(screen.style(9, 1).attributes.contains(.underline))
    #expect(!screen.style(10, 1).attributes.contains(.underline))
  }

  @Test func `long text scrolls with the cursor and ends in an ellipsis`() {
    screen.type("abcdefghij")
    #expect(screen.lines[1] == "  defghij")
    #expect(screen.window.cursorPosition == Point(x: 9, y: 1))
    screen.press(KeyEvent(.home))
    #expect(screen.lines[1] == "  abcdefgh")
    #expect(screen.window.cursorPosition == Point(x: 2, y: 1))
    screen.press(KeyEvent(.end), KeyEvent(.backspace), KeyEvent(.backspace), KeyEvent(.backspace), KeyEvent(.backspace))
    #expect(screen.lines[1] == "  abcdef")
    screen.type("ghij")
    field.resignFirstResponder()
    #expect(screen.lines[1] == "  abcdefg…")
  }

  @Test func `a released key goes to the next responder`() {
    screen.type("Ada")
    let key = KeyEvent(.character("e"), .control)
    #expect(field.keyPressed(key) && field.keyCommands.contains { $0.matches(key) })
    field.releasedKeys = [key]
    #expect(!field.keyPressed(key) && !field.keyCommands.contains { $0.matches(key) })
    #expect(field.keyPressed(KeyEvent(.end)))
  }

  @Test func `wide characters are never halved, at either edge`() {
    screen.type("日本語日本")
    #expect(screen.lines[1] == "  語日本")
    #expect(screen.window.cursorPosition == Point(x: 8, y: 1))
    screen.press(KeyEvent(.home))
    #expect(screen.lines[1] == "  日本語日")
    field.resignFirstResponder()
    #expect(screen.lines[1] == "  日本語…")
  }

  @Test func `a click sets the cursor and takes the focus`() {
    field.text = "日本語"
    field.resignFirstResponder()
    screen.click(4, 1)
    #expect(field.isFirstResponder)
    #expect(field.editor.cursor == 1)
    screen.click(9, 1)
    #expect(field.editor.cursor == 3)
  }

  @Test func `a click points at the character drawn there`() {
    field.resignFirstResponder()
    field.text = "abcdefghij"
    #expect(screen.lines[1] == "  abcdefg…")
    screen.click(5, 1)
    #expect(field.isFirstResponder && field.editor.cursor == 3 && screen.lines[1] == "  abcdefgh")
    screen.type("X")
    #expect(field.text == "abcXdefghij")
  }

  @Test func `Tab shows a long text at its cursor`() {
    screen.type("abcdefghij")
    #expect(screen.lines[1] == "  defghij")
    field.resignFirstResponder()
    #expect(screen.lines[1] == "  abcdefg…")
    screen.press(KeyEvent(.tab))
    #expect(field.isFirstResponder && screen.lines[1] == "  defghij")
    #expect(screen.window.cursorPosition == Point(x: 9, y: 1))
  }

  @Test func `clicks select the word and the text, dragging a range`() {
    field.text = "one two"
    var click = MouseEvent(.press, at: Point(x: 7, y: 1))
    click.clickCount = 2
    screen.window.send(.mouse(click))
    #expect(field.editor.selectedText == "two")
    click.clickCount = 3
    screen.window.send(.mouse(click))
    #expect(field.editor.selectedText == "one two")
    screen.click(3, 1)
    #expect(field.editor.selectedText.isEmpty)
    screen.window.send(.mouse(MouseEvent(.drag, at: Point(x: 5, y: 1))))
    #expect(field.editor.selectedText == "ne")
  }

  @Test func `dragging continues outside of the field`() {
    field.text = "one two"
    #expect(screen.window.send(.mouse(MouseEvent(.press, at: Point(x: 5, y: 1)))))
    screen.window.send(.mouse(MouseEvent(.drag, at: Point(x: 19, y: 2))))
    #expect(field.editor.selectedText == " two")
  }

  @Test func `dragging to the left scrolls`() {
    screen.type("abcdefghij")
    screen.window.send(.mouse(MouseEvent(.press, at: Point(x: 5, y: 1))))
    #expect(screen.lines[1] == "  defghij" && field.editor.cursor == 6)
    for (selected, line) in [("cdef", "  cdefghij"), ("bcdef", "  bcdefghi"), ("abcdef", "  abcdefgh")] {
      screen.window.send(.mouse(MouseEvent(.drag, at: Point(x: 1, y: 1))))
      #expect(field.editor.selectedText == selected && screen.lines[1] == line)
    }
    screen.window.send(.mouse(MouseEvent(.drag, at: Point(x: 0, y: 1))))
    #expect(field.editor.selectedText == "abcdef")
  }

  @Test func `a field that had no width shows the same part of its text`() {
    field.text = "abcdefghijklmnop"
    screen.press(KeyEvent(.home), KeyEvent(.right), KeyEvent(.right), KeyEvent(.right))
    for width in [0, 8] {
      field.frame.size.width = width
      _ = screen.lines
    }
    #expect(screen.lines[1] == "  abcdefgh" && screen.window.cursorPosition == Point(x: 5, y: 1))
  }

  @Test func `the placeholder disappears at the first character`() {
    field.placeholder = "name"
    #expect(screen.lines[1] == "  name")
    #expect(screen.style(2, 1).foreground == .textDim)
    screen.type("x")
    #expect(screen.lines[1] == "  x")
  }

  @Test func `secrets are bullets`() {
    field.isSecure = true
    screen.type("日本")
    #expect(screen.lines[1] == "  ••")
    #expect(field.text == "日本")
    #expect(screen.window.cursorPosition == Point(x: 4, y: 1))
  }

  @Test func `events and the delegate report the user's changes only`() {
    let delegate = Delegate()
    field.delegate = delegate
    var events: [String] = []
    field.addAction(for: .editingChanged) { [unowned field] in events.append(field.text) }
    let ended = field.addAction(for: .editingDidEnd) { events.append("end") }
    field.text = "from outside"
    #expect(events.isEmpty && delegate.calls.isEmpty)
    field.text = ""
    screen.type("a")
    screen.press(KeyEvent(.backspace), KeyEvent(.backspace))
    #expect(events == ["a", ""])
    field.resignFirstResponder()
    #expect(delegate.calls == ["change 0..<0 a", "did a", "change 0..<1 ", "did ", "end"])
    #expect(events.last == "end")
    ended.remove()
    field.becomeFirstResponder()
    field.resignFirstResponder()
    #expect(events.count == 3)
  }

  @Test func `the delegate can refuse a change`() {
    let delegate = Delegate()
    delegate.allowed = { text in text.allSatisfy(\.isNumber) }
    field.delegate = delegate
    screen.type("1a2")
    screen.window.send(.paste("3x"))
    #expect(field.text == "12")
  }

  @Test func `Enter is the primary action, or is passed on`() {
    #expect(!screen.press(KeyEvent(.enter)))
    var count = 0
    field.addAction(for: .primaryAction) { count += 1 }
    #expect(screen.press(KeyEvent(.enter)))
    let delegate = Delegate()
    delegate.returns = false
    field.delegate = delegate
    #expect(screen.press(KeyEvent(.enter)))
    #expect(count == 1)
  }

  @Test func `a paste is one undo step in one line`() {
    screen.type("x")
    screen.window.send(.paste("a\r\nb\tc\u{1B}[2J\u{7}"))
    #expect(field.text == "xa b c[2J")
    screen.press(.control("_"))
    #expect(field.text == "x")
    screen.press(.alt("Z"))
    #expect(field.text == "xa b c[2J")
  }

  @Test func `unknown keys with Control go up the chain`() {
    #expect(!screen.press(.control("s")))
    #expect(!screen.press(KeyEvent(.escape)))
    #expect(!screen.press(KeyEvent(.up)))
    #expect(screen.press(.control("a")))
  }

  @Test func `a disabled field is dim and cannot be focused or edited`() {
    field.text = "abc"
    field.isEnabled = false
    #expect(!field.isFirstResponder)
    screen.type("x")
    screen.click(2, 1)
    #expect(!field.isFirstResponder)
    #expect(field.text == "abc")
    #expect(screen.style(2, 1).foreground == .textDim)
  }

  @Test func `typing replaces the selection`() {
    field.text = "Ada Byron"
    screen.press(KeyEvent(.left, [.shift, .control]))
    #expect(field.editor.selectedText == "Byron")
    #expect(screen.style(8, 1).background == .selection)
    screen.type("L")
    #expect(field.text == "Ada L")
  }

  @Test(arguments: 0..<16) func `random input keeps cursor and drawing inside the field`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let width = Int.random(in: 0...9, using: &random)
    field.frame = Rect(x: 3, y: 1, width: width, height: 1)
    let samples = ["a", " ", "日", "é", "e", "\u{301}", "👨‍👩‍👧", "\u{200D}", "🇩", "🇪", "\u{0}", "ﷺ", "\n", "x y z"]
    let keys = Array(KeyNames.all)
    for _ in 0..<150 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4: screen.type(String(samples.randomElement(using: &random)!.prefix(1)))
      case 4: screen.window.send(.paste((0..<4).map { _ in samples.randomElement(using: &random)! }.joined()))
      case 5: screen.click(Int.random(in: 0..<20, using: &random), 1)
      case 6: field.text = (0..<3).map { _ in samples.randomElement(using: &random)! }.joined()
      default: screen.press(keys.randomElement(using: &random)!)
      }
      field.becomeFirstResponder()
      let editor = field.editor
      #expect((0...editor.characters.count).contains(editor.cursor))
      #expect(editor.selection.lowerBound >= 0 && editor.selection.upperBound <= editor.characters.count)
      #expect(Array(editor.text) == editor.characters)
      let lines = screen.lines
      #expect(lines[0].isEmpty && lines[2].isEmpty)
      let isClean = (0..<20).allSatisfy { x in
        (3..<3 + width).contains(x) || screen.surface.text(at: Point(x: x, y: 1)) == " "
      }
      #expect(isClean)
      if let cursor = screen.window.cursorPosition { #expect((3..<3 + width).contains(cursor.x)) }
      #expect(width == 0 || screen.window.cursorPosition != nil)
    }
  }
}

/// The keys that a field may receive.
enum KeyNames {
  static let all: [KeyEvent] =
    [.left, .right, .home, .end, .backspace, .delete].flatMap { key in
      [[], .shift, .control, .alt, [.shift, .control]].map { KeyEvent(key, $0) }
    } + "abdefhkuwy_".map { .control($0) } + "bdfzZa".map { .alt($0) }
}

@Suite @MainActor struct ClipboardTests {
  private func make(_ text: String = "Ada Lovelace") -> (ControlsFixture, TextField) {
    let screen = ControlsFixture(width: 20, height: 1)
    let field = TextField(text)
    screen.add(field)
    field.becomeFirstResponder()
    return (screen, field)
  }

  @Test func `copy, cut and paste are one step of undo each`() {
    let (screen, field) = make()
    screen.press(KeyEvent(.left, [.shift, .control]), .alt("c"))
    #expect(screen.window.pasteboard.string == "Lovelace")
    #expect(field.text == "Ada Lovelace")
    screen.press(.control("x"))
    #expect(field.text == "Ada ")
    screen.press(KeyEvent(.home), .control("v"))
    #expect(field.text == "LovelaceAda ")
    screen.press(.alt("z"))
    #expect(field.text == "Ada ")
    screen.press(.alt("z"))
    #expect(field.text == "Ada Lovelace")
  }

  @Test func `without a selection, copy and cut do nothing`() {
    let (screen, field) = make()
    screen.press(.alt("c"), .control("x"), .control("v"))
    #expect(screen.window.pasteboard.string.isEmpty)
    #expect(field.text == "Ada Lovelace")
  }

  @Test func `a secret cannot be copied`() {
    let (screen, field) = make("secret")
    field.isSecure = true
    screen.press(.alt("a"), .alt("c"), .control("x"))
    #expect(screen.window.pasteboard.string.isEmpty)
    #expect(field.text == "secret")
  }

  @Test func `clipboard text cannot control a terminal`() {
    let (screen, _) = make()
    screen.window.pasteboard.string = "a\tb\nrm -rf\u{1B}[2J\r\u{202E}"
    #expect(screen.window.pasteboard.string == "a\tb\nrm -rf␛[2J␍·")
  }

  @Test func `the clipboard is sent to the terminal`() {
    let memory = MemoryScreen()
    let application = Application(screen: memory, scheduler: ManualScheduler())
    application.window.pasteboard.string = "Ada"
    #expect(memory.clipboard == "Ada")
  }
}
