import TUIKit
import Testing

@Suite @MainActor struct ButtonTests {
  let screen = ControlsFixture(width: 12, height: 2)
  let button = Button("Save")

  final class Counter { var count = 0 }
  let presses = Counter()

  init() {
    screen.add(button, Rect(x: 1, y: 0, width: 6, height: 1))
    button.addAction(for: .primaryAction) { [presses] in presses.count += 1 }
  }

  @Test func `Enter, Space and a click press it`() {
    button.becomeFirstResponder()
    #expect(screen.press(KeyEvent(.enter)))
    #expect(screen.press(KeyEvent(.character(" "))))
    screen.click(3, 0)
    #expect(presses.count == 3)
    #expect(!screen.press(KeyEvent(.character("x"))))
  }

  @Test func `the focus is visible without colours`() {
    #expect(screen.lines[0] == "  Save")
    button.becomeFirstResponder()
    #expect(screen.lines[0] == " ▌Save")
    #expect(screen.window.cursorPosition == Point(x: 2, y: 0))
  }

  @Test func `a disabled button is dim and does nothing`() {
    button.becomeFirstResponder()
    button.isEnabled = false
    #expect(!button.isFirstResponder)
    screen.click(3, 0)
    button.press()
    #expect(presses.count == 0)
    #expect(screen.style(2, 0).foreground == .textDim)
  }

  @Test func `actions run in order, and a removed one does not run`() {
    var order: [Int] = []
    var last: Control.Action?
    button.addAction(for: .primaryAction) {
      order.append(1)
      last?.remove()
    }
    last = button.addAction(for: .primaryAction) { order.append(2) }
    button.press()
    button.press()
    #expect(order == [1, 1])
  }

  @Test func `a checkbox toggles and notifies once`() {
    let box = Checkbox("Remember")
    screen.add(box, Rect(x: 0, y: 1, width: 12, height: 1))
    var values: [Bool] = []
    box.addAction(for: [.valueChanged, .primaryAction]) { [unowned box] in values.append(box.isOn) }
    #expect(screen.lines[1] == "[ ] Remember")
    box.becomeFirstResponder()
    #expect(screen.window.cursorPosition == Point(x: 1, y: 1))
    screen.press(KeyEvent(.character(" ")))
    #expect(screen.lines[1] == "[✓] Remember")
    screen.click(5, 1)
    #expect(values == [true, false])
    box.isOn = true
    #expect(values.count == 2)
  }
}
