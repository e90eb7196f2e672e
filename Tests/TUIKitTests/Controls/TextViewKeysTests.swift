import Testing

@testable import TUIKit

@Suite @MainActor struct TextViewKeysTests {
  let screen = ControlsFixture(width: 20, height: 8)
  let view = TextView("one two\nthree four\nfive")

  init() {
    screen.add(view, Rect(x: 1, y: 1, width: 11, height: 3))
    view.becomeFirstResponder()
  }

  private func place(_ index: Int) { view.editor.move(to: .position(index)) }

  @Test func `its height follows the text`() {
    func height(_ width: Int = 11) -> Int { view.sizeThatFits(Size(width: width, height: 99)).height }
    #expect(height() == 3 && height(6) == 5 && view.sizeThatFits(Size(width: 11, height: 2)).height == 2)
    view.minimumHeight = 5
    #expect(height() == 5)
    view.minimumHeight = 1
    view.maximumHeight = 2
    #expect(height() == 2)
    view.minimumHeight = 4
    #expect(height() == 4)
    #expect(TextView().sizeThatFits(Size(width: 9, height: 9)) == Size(width: 9, height: 1))
  }

  @Test func `views below move when it grows`() {
    let stack = StackView(.vertical)
    let (text, label) = (TextView("a"), Label("below"))
    stack.addArrangedSubview(text)
    stack.addArrangedSubview(label)
    screen.add(stack, Rect(x: 0, y: 0, width: 10, height: 8))
    func line() -> Int? { screen.lines.firstIndex { $0.hasPrefix("below") } }
    #expect(line() == 1)
    text.text = "a\nb\nc"
    #expect(line() == 3)
    text.maximumHeight = 2
    #expect(line() == 2)
    text.minimumHeight = 4
    #expect(line() == 4)
    text.text = "a"
    #expect(line() == 4)
  }

  @Test func `rows are passed, and Shift selects`() {
    place(3)
    #expect(screen.press(KeyEvent(.down, .shift)) && view.editor.selection == 3..<11)
    #expect(screen.press(KeyEvent(.up, .shift)) && view.editor.selection.isEmpty && view.editor.cursor == 3)
    #expect(!screen.press(KeyEvent(.up)))
    #expect(screen.press(KeyEvent(.pageDown)) && view.editor.cursor == 22)
    #expect(!screen.press(KeyEvent(.pageDown)))
    #expect(screen.press(KeyEvent(.pageUp, .shift)) && view.editor.selection == 3..<22)
    view.frame.size.height = 1
    #expect(screen.press(KeyEvent(.pageDown)) && view.editor.cursor == 11)
    #expect(!screen.press(KeyEvent(.up, .control)))
  }

  @Test func `a page is a row less than the height`() {
    view.text = "1\n2\n3\n4\n5\n6"
    place(0)
    screen.press(KeyEvent(.pageDown))
    #expect(view.editor.cursor == 4)
    screen.press(KeyEvent(.down), KeyEvent(.pageUp))
    #expect(view.editor.cursor == 2)
  }

  @Test func `another key ends the kept column`() {
    place(15)
    screen.press(KeyEvent(.down))
    #expect(view.editor.cursor == 23)
    screen.press(KeyEvent(.up))
    #expect(view.editor.cursor == 15)
    screen.press(KeyEvent(.down), KeyEvent(.left), KeyEvent(.up))
    #expect(view.editor.cursor == 11)
    place(15)
    screen.press(KeyEvent(.down))
    screen.click(3, 3)
    screen.press(KeyEvent(.up))
    #expect(view.editor.cursor == 10)
  }

  @Test func `Control with Home and End goes to the ends`() {
    place(10)
    screen.press(KeyEvent(.home, [.control, .shift]))
    #expect(view.editor.selection == 0..<10 && view.editor.cursor == 0)
    screen.press(KeyEvent(.end, [.control, .shift]))
    #expect(view.editor.selection == 10..<23)
    let ends = view.keyCommands.filter { $0.title.hasSuffix("of the text") }
    #expect(ends.map { $0.keys } == [[KeyEvent(.home, .control)], [KeyEvent(.end, .control)]])
    ends.first?.action()
    #expect(view.editor.cursor == 0 && view.editor.selection.isEmpty)
    ends.last?.action()
    #expect(view.editor.cursor == 23)
  }

  @Test func `the wheel moves the cursor while it has the focus`() {
    func wheel(_ action: MouseEvent.Action) -> Bool {
      view.mouseEvent(MouseEvent(action, .none, at: Point(x: 2, y: 2)))
    }
    place(0)
    #expect(
      wheel(.scrollDown) && view.editor.cursor == 8 && wheel(.scrollUp) && view.editor.cursor == 0 && !wheel(.scrollUp))
    #expect(
      !view.mouseEvent(MouseEvent(.press, .right, at: Point(x: 2, y: 2)))
        && !view.mouseEvent(MouseEvent(.release, at: .zero)))
    view.resignFirstResponder()
    #expect(!wheel(.scrollDown) && !view.mouseEvent(MouseEvent(.drag, at: Point(x: 2, y: 2))))
    view.isEnabled = false
    #expect(!view.mouseEvent(MouseEvent(.press, at: Point(x: 2, y: 2))) && !view.keyPressed(KeyEvent(.down)))
  }

  @Test func `a click in a scrolled text hits its row`() {
    view.text = "1\n2\n3\n4\n5"
    place(9)
    #expect(screen.lines[1...3] == [" 3", " 4", " 5"])
    screen.click(1, 1)
    #expect(view.editor.cursor == 4)
    screen.click(15, 2)
    screen.window.send(.mouse(MouseEvent(.press, at: Point(x: 11, y: 3))))
    screen.window.send(.mouse(MouseEvent(.drag, at: Point(x: 0, y: 2))))
    #expect(view.editor.selection == 6..<9)
  }

  @Test func `selected characters and newlines are highlighted`() {
    view.text = "ab\ncd"
    place(1)
    screen.press(KeyEvent(.down, .shift))
    let selected = (0..<60).filter { screen.surface.style(at: Point(x: $0 % 20, y: $0 / 20)).background == .selection }
    _ = screen.lines
    let marked = (0..<80).filter { screen.surface.style(at: Point(x: $0 % 20, y: $0 / 20)).background == .selection }
    #expect(selected.isEmpty && marked == [22, 23, 41])
    #expect(
      screen.style(1, 1) == Style(.text, on: .surface, .underline) && screen.style(11, 3).attributes == .underline)
    view.resignFirstResponder()
    #expect(screen.style(2, 1) == Style() && screen.style(11, 3) == Style())
    view.text = ""
    view.placeholder = "notes"
    #expect(screen.lines[1] == " notes" && screen.style(1, 1) == Style(.textDim))
    view.becomeFirstResponder()
    #expect(screen.style(1, 1) == Style(.textDim, on: .surface, .underline))
  }

  @Test func `its delegate is asked, and notified`() {
    final class Delegate: TextViewDelegate {
      var calls: [String] = []
      func textView(_ textView: TextView, shouldChangeTextIn range: Range<Int>, replacement: String) -> Bool {
        calls.append("\(range) \(replacement)")
        return replacement != "x"
      }
      func textViewDidBeginEditing(_ textView: TextView) { calls.append("begin") }
      func textViewDidEndEditing(_ textView: TextView) { calls.append("end") }
      func textViewDidChange(_ textView: TextView) { calls.append("did") }
    }
    let delegate = Delegate()
    view.delegate = delegate
    view.text = ""
    screen.type("xy")
    view.resignFirstResponder()
    view.becomeFirstResponder()
    #expect(delegate.calls == ["0..<0 x", "0..<0 y", "did", "end", "begin"])
  }
}
