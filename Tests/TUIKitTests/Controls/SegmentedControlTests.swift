import TUIKit
import Testing

@Suite @MainActor struct SegmentedControlTests {
  private func make(width: Int = 30) -> (ControlsFixture, SegmentedControl) {
    let screen = ControlsFixture(width: width, height: 2)
    let control = SegmentedControl(["Day", "Week", "Month"])
    screen.add(control, Rect(x: 0, y: 0, width: width, height: 1))
    control.becomeFirstResponder()
    return (screen, control)
  }

  @Test func `Left and Right select a segment, stop at the ends and notify`() {
    let (screen, control) = make()
    var notifications = 0
    control.addAction(for: .valueChanged) { notifications += 1 }
    #expect(screen.text == "▌Day  Week  Month")
    screen.press(KeyEvent(.left))
    #expect(notifications == 0)
    screen.press(KeyEvent(.right), KeyEvent(.right), KeyEvent(.right))
    #expect(control.selectedSegmentIndex == 2)
    #expect(notifications == 2)
    #expect(screen.text == " Day  Week ▌Month")
    #expect(screen.window.cursorPosition == Point(x: 12, y: 0))
    screen.press(KeyEvent(.home))
    screen.press(KeyEvent(.character(" ")))
    #expect(control.selectedSegmentIndex == 1)
  }

  @Test func `a click notifies, the program's own selection does not`() {
    let (screen, control) = make()
    var notifications = 0
    control.addAction(for: .valueChanged) { notifications += 1 }
    screen.click(7, 0)
    #expect(control.selectedSegmentIndex == 1)
    control.selectedSegmentIndex = 0
    control.selectedSegmentIndex = 9
    #expect(control.selectedSegmentIndex == 0)
    #expect(notifications == 1)
  }

  @Test func `without room for all, the selected one is between arrows`() {
    let (screen, control) = make(width: 12)
    #expect(screen.text == "‹ Day ›")
    screen.click(8, 0)
    #expect(control.selectedSegmentIndex == 1)
    #expect(screen.text == "‹ Week ›")
    screen.click(1, 0)
    #expect(control.selectedSegmentIndex == 0)
  }

  @Test func `a disabled control is dim and ignores input`() {
    let (screen, control) = make()
    control.isEnabled = false
    screen.press(KeyEvent(.right))
    screen.click(7, 0)
    #expect(control.selectedSegmentIndex == 0)
    #expect(screen.style(1, 0) == Style(.textDim, on: .surface, .underline))
    control.segments = ["One"]
    #expect(control.selectedSegmentIndex == 0)
    control.segments = []
    #expect(control.selectedSegmentIndex == nil)
  }
}
