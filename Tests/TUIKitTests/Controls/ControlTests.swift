import Testing

@testable import TUIKit

@Suite @MainActor struct ControlTests {
  let screen = ControlsFixture(width: 20, height: 4)

  // MARK: Actions

  @Test func `an action is sent once until removed`() {
    let control = Control()
    var log: [Int] = []
    control.addAction(for: .valueChanged) { log.append(1) }
    let both = control.addAction(for: [.valueChanged, .editingDidEnd]) { log.append(2) }
    #expect(control.hasActions(for: .editingDidEnd) && control.hasActions(for: [.primaryAction, .valueChanged]))
    #expect(!control.hasActions(for: .primaryAction) && !control.hasActions(for: []))
    control.sendActions(for: [.valueChanged, .editingDidEnd])
    control.sendActions(for: .editingDidEnd)
    control.sendActions(for: .primaryAction)
    #expect(log == [1, 2, 2])
    both.remove()
    both.remove()
    control.sendActions(for: [.valueChanged, .editingDidEnd])
    #expect(log == [1, 2, 2, 1] && !control.hasActions(for: .editingDidEnd))
  }

  @Test func `only the left button presses`() {
    let button = Button("Go")
    screen.add(button, Rect(x: 0, y: 0, width: 4, height: 1))
    var count = 0
    button.addAction(for: .primaryAction) { count += 1 }
    #expect(
      !button.mouseEvent(MouseEvent(.press, .right, at: .zero)) && !button.mouseEvent(MouseEvent(.drag, at: .zero)))
    #expect(button.mouseEvent(MouseEvent(.press, at: .zero)) && count == 1 && button.isFirstResponder)
    button.isHidden = true
    #expect(!button.canBecomeFirstResponder && !button.mouseEvent(MouseEvent(.press, at: .zero)) && count == 1)
  }

  @Test func `a control is drawn again when its state changes`() {
    let field = TextField("abc")
    screen.add(field, Rect(x: 0, y: 0, width: 5, height: 1))
    _ = screen.lines
    let changes: [() -> Void] = [
      { field.isInvalid = true }, { field.isEnabled = false }, { field.isSecure = true }, { field.text = "abcd" },
    ]
    for change in changes {
      #expect(!screen.window.draw(into: screen.surface))
      change()
      #expect(screen.window.draw(into: screen.surface))
      change()
      #expect(!screen.window.draw(into: screen.surface))
    }
    let bars: [(View, () -> Void)] = {
      let (button, box, label, segments) = (Button("a"), Checkbox("b"), Label("c"), SegmentedControl(["a", "b"]))
      let (title, status, dot) = (TitleBar("t"), StatusBar(), StatusDot())
      let (chart, line, progress) = (BarChart([.init("a", 1)]), Sparkline([1]), ProgressBar())
      return [
        (button, { button.role = .danger }), (button, { button.title = "b" }), (box, { box.isOn = true }),
        (box, { box.title = "c" }), (label, { label.role = .danger }), (label, { label.attributes = .bold }),
        (label, { label.alignment = .trailing }), (label, { label.text = "d" }), (label, { label.numberOfLines = 2 }),
        (segments, { segments.selectedSegmentIndex = 1 }), (title, { title.title = "u" }),
        (title, { title.detail = "d" }), (status, { status.position = "1" }), (status, { status.condition = "no" }),
        (dot, { dot.isOn = true }), (chart, { chart.maximum = 3 }), (chart, { chart.bars = [.init("b", 2)] }),
        (line, { line.role = .danger }), (line, { line.range = 0...9 }), (line, { line.values = [2] }),
        (progress, { progress.progress = 0.5 }), (progress, { progress.showsPercentage = false }),
      ]
    }()
    for (index, (view, change)) in bars.enumerated() {
      screen.add(view, Rect(x: 0, y: 1, width: 12, height: 1))
      _ = screen.lines
      #expect(!screen.window.draw(into: screen.surface), "\(index)")
      change()
      #expect(screen.window.draw(into: screen.surface), "\(index)")
      _ = screen.lines
      change()
      #expect(!screen.window.draw(into: screen.surface), "\(index)")
      view.removeFromSuperview()
    }
  }

  // MARK: Buttons and boxes

  @Test func `a button shows its role and its focus`() {
    let button = Button("Delete", role: .danger)
    #expect(button.sizeThatFits(Size(width: 90, height: 9)) == Size(width: 8, height: 1))
    screen.add(button, Rect(x: 1, y: 0, width: 8, height: 1))
    #expect(screen.lines[0] == "  Delete" && screen.style(2, 0) == Style(.danger))
    button.role = .accent
    #expect(screen.style(2, 0) == Style(.accent))
    button.becomeFirstResponder()
    #expect(
      screen.style(1, 0) == Style(.accent, on: .selection)
        && screen.style(2, 0) == Style(.selectionText, on: .selection, .bold))
    #expect(screen.style(8, 0).background == .selection && screen.style(9, 0).background == .surface)
    button.title = "Delete all"
    #expect(screen.lines[0] == " ▌Delete…")
    button.frame.size.width = 1
    #expect(screen.lines[0] == " ▌" && screen.window.cursorPosition == Point(x: 1, y: 0))
  }

  @Test func `a longer title takes more room`() {
    let stack = StackView(.horizontal)
    let (button, box) = (Button("a"), Checkbox("b"))
    for view in [button, box, Label("|")] { stack.addArrangedSubview(view) }
    screen.add(stack, Rect(x: 0, y: 0, width: 20, height: 1))
    #expect(screen.lines[0] == " a [ ] b|")
    button.title = "aa"
    #expect(screen.lines[0] == " aa [ ] b|")
    box.title = "bb"
    #expect(screen.lines[0] == " aa [ ] bb|")
    box.title = "cc"
    #expect(screen.lines[0] == " aa [ ] cc|")
    box.title = ""
    #expect(screen.lines[0] == " aa [ ]|")
  }

  @Test func `Enter and Space toggle a box`() {
    let box = Checkbox("On", isOn: true)
    screen.add(box, Rect(x: 0, y: 1, width: 8, height: 1))
    #expect(screen.lines[1] == "[✓] On" && box.sizeThatFits(Size(width: 90, height: 9)).width == 6)
    #expect(screen.style(0, 1) == Style(.textDim) && screen.style(1, 1) == Style(.accent, on: .surface, .bold))
    #expect(screen.style(4, 1) == Style())
    box.becomeFirstResponder()
    #expect(screen.style(0, 1) == Style(.accent) && screen.style(4, 1) == Style(.text, on: .surface, .underline))
    #expect(screen.press(KeyEvent(.enter)) && !box.isOn && screen.press(KeyEvent(.character(" "))) && box.isOn)
    #expect(!screen.press(KeyEvent(.character("x"))))
    box.isEnabled = false
    #expect(screen.style(1, 1) == Style(.textDim, on: .surface, .bold) && screen.style(4, 1) == Style(.textDim))
    box.toggle()
    #expect(box.isOn && !box.keyPressed(KeyEvent(.enter)) && box.isOn)
    box.frame.size.width = 1
    #expect(box.cursorPosition == .zero)
  }

  // MARK: Segments

  @Test func `segments are as wide as their titles`() {
    let control = SegmentedControl(["Day", "Week", "Month"], selectedSegmentIndex: nil)
    #expect(
      control.sizeThatFits(Size(width: 90, height: 9)) == Size(width: 18, height: 1) && control.cursorPosition == nil)
    screen.add(control, Rect(x: 1, y: 0, width: 18, height: 1))
    for (x, index) in [(1, 0), (5, 0), (6, 1), (11, 1), (12, 2), (18, 2)] {
      control.selectedSegmentIndex = nil
      screen.click(x, 0)
      #expect(control.selectedSegmentIndex == index, "\(x)")
    }
    #expect(screen.lines[0] == "  Day  Week ▌Month")
    #expect(screen.style(12, 0) == Style(.accent, on: .selection))
    #expect(
      screen.style(13, 0) == Style(.selectionText, on: .selection, .bold) && screen.style(7, 0) == Style(.textDim))
    control.resignFirstResponder()
    #expect(screen.lines[0] == "  Day  Week  Month" && screen.style(13, 0) == Style(.selectionText, on: .selection))
    control.segments = ["Day", "Week"]
    #expect(control.selectedSegmentIndex == 1)
    control.segments = ["D", "W", "M"]
    #expect(control.selectedSegmentIndex == 1)
    #expect(SegmentedControl(["a"], selectedSegmentIndex: 1).selectedSegmentIndex == nil)
  }

  @Test func `keys select a segment`() {
    let control = SegmentedControl(["a", "b", "c"])
    screen.add(control, Rect(x: 0, y: 0, width: 12, height: 1))
    control.becomeFirstResponder()
    for (from, key, to) in [
      (nil, KeyEvent(.left), 0), (nil, KeyEvent(.right), 0), (nil, KeyEvent(.character(" ")), 0),
      (2, KeyEvent(.character(" ")), 0),
      (1, KeyEvent(.character(" ")), 2), (0, KeyEvent(.end), 2), (2, KeyEvent(.home), 0), (2, KeyEvent(.left), 1),
      (0, KeyEvent(.left), 0),
      (1, KeyEvent(.right), 2), (2, KeyEvent(.right), 2),
    ] as [(Int?, KeyEvent, Int)] {
      control.selectedSegmentIndex = from
      #expect(screen.press(key) && control.selectedSegmentIndex == to, "\(key.name)")
    }
    #expect(!screen.press(KeyEvent(.down)))
    control.segments = []
    #expect(!screen.press(KeyEvent(.left)))
  }

  @Test func `arrows show where more segments are`() {
    let control = SegmentedControl(["First", "Second", "Third"])
    screen.add(control, Rect(x: 0, y: 0, width: 10, height: 1))
    #expect(
      screen.lines[0] == "‹ First ›" && screen.style(0, 0).foreground == .border
        && screen.style(8, 0).foreground == .textDim)
    control.becomeFirstResponder()
    #expect(screen.style(8, 0).foreground == .accent && screen.style(2, 0).attributes == [.bold, .underline])
    #expect(control.cursorPosition == Point(x: 2, y: 0))
    screen.press(KeyEvent(.right))
    #expect(
      screen.lines[0] == "‹ Second ›" && screen.style(0, 0).foreground == .accent
        && screen.style(9, 0).foreground == .accent)
    screen.click(5, 0)
    #expect(
      screen.lines[0] == "‹ Third ›" && screen.style(8, 0).foreground == .border
        && screen.style(0, 0).foreground == .accent)
    screen.click(4, 0)
    #expect(control.selectedSegmentIndex == 1)
    control.frame.size.width = 8
    #expect(screen.lines[0] == "‹ Sec… ›")
    control.selectedSegmentIndex = nil
    #expect(screen.lines[0] == "‹  ›" && screen.style(3, 0).foreground == .accent)
    control.frame.size.width = 2
    control.selectedSegmentIndex = 0
    #expect(control.cursorPosition == Point(x: 1, y: 0))
  }
}
