import TUIKit
import Testing
import Time

@Suite @MainActor struct PickerTests {
  private final class Date: PickerDataSource, PickerDelegate {
    let components = [(1...31).map { "\($0)" }, ["January", "February", "March", "April", "May", "June", "July"]]
    var chosen: [[Int]] = []

    func numberOfComponents(in picker: Picker) -> Int { components.count }
    func picker(_ picker: Picker, numberOfRowsInComponent component: Int) -> Int { components[component].count }
    func picker(_ picker: Picker, titleForRow row: Int, forComponent component: Int) -> StyledText {
      StyledText(components[component][row])
    }
    func picker(_ picker: Picker, didSelectRow row: Int, inComponent component: Int) {
      chosen.append([row, component])
    }
  }

  private func make(height: Int) -> (ControlsFixture, Picker, Date) {
    let screen = ControlsFixture(width: 24, height: height)
    let (picker, date) = (Picker(), Date())
    picker.dataSource = date
    picker.delegate = date
    screen.add(picker)
    picker.becomeFirstResponder()
    return (screen, picker, date)
  }

  @Test func `each wheel turns independently around the chosen row`() {
    let (screen, picker, date) = make(height: 3)
    #expect(screen.text == "\n▌1     January\n 2     February")
    screen.press(KeyEvent(.down), KeyEvent(.down), KeyEvent(.right), KeyEvent(.down))
    #expect(screen.text == " 2     January\n 3    ▌February\n 4     March")
    #expect(date.chosen == [[1, 0], [2, 0], [1, 1]])
    #expect(screen.window.cursorPosition == Point(x: 7, y: 1))
    screen.press(KeyEvent(.end), KeyEvent(.left), KeyEvent(.pageDown))
    #expect(picker.selectedRow(inComponent: 0) == 7)
    #expect(picker.selectedRow(inComponent: 1) == 6)
    screen.press(KeyEvent(.home), KeyEvent(.up))
    #expect(picker.selectedRow(inComponent: 0) == 0)
  }

  @Test func `typed letters select the next row that begins with them`() {
    let (screen, picker, date) = make(height: 1)
    screen.press(KeyEvent(.right))
    screen.type("ju")
    #expect(picker.selectedRow(inComponent: 1) == 5)
    screen.type("l")
    #expect(picker.selectedRow(inComponent: 1) == 6)
    screen.scheduler.advance(by: .seconds(2))
    screen.type("m")
    #expect(picker.selectedRow(inComponent: 1) == 2)
    screen.scheduler.advance(by: .seconds(2))
    screen.type("M")
    #expect(picker.selectedRow(inComponent: 1) == 4)
    #expect(screen.text == " 1  ▾ ▌May      ▾")
    #expect(date.chosen == [[5, 1], [6, 1], [2, 1], [4, 1]])
  }

  @Test func `letters typed into an empty picker have no effect`() {
    let screen = ControlsFixture(width: 20, height: 5)
    let picker = Picker()
    screen.add(picker)
    picker.becomeFirstResponder()
    screen.type("ab")
    #expect(picker.numberOfRows(inComponent: 0) == 0)
  }

  @Test func `a click chooses its row, and the wheel turns the one under it`() {
    let (screen, picker, date) = make(height: 5)
    screen.click(8, 4)
    #expect(picker.selectedRow(inComponent: 1) == 2)
    #expect(picker.focusedComponent == 1)
    screen.window.send(.mouse(MouseEvent(.scrollDown, .none, at: Point(x: 1, y: 0))))
    #expect(picker.selectedRow(inComponent: 0) == 1)
    screen.click(1, 0)
    #expect(picker.selectedRow(inComponent: 0) == 1)
    #expect(date.chosen == [[2, 1], [1, 0]])
  }

  @Test func `without focus, the wheel scrolls the form`() {
    let screen = ControlsFixture(width: 40, height: 3)
    let (form, picker, date) = (FormView(), Picker(), Date())
    picker.dataSource = date
    picker.delegate = date
    form.addRow("Name", TextField("Ada"))
    form.addRow("Birthday", picker)
    screen.add(form)
    _ = screen.lines
    func turn() -> Bool { screen.window.send(.mouse(MouseEvent(.scrollDown, .none, at: Point(x: 19, y: 1)))) }
    #expect(turn() && form.contentOffset == 3)
    #expect(picker.selectedRow(inComponent: 0) == 0 && date.chosen.isEmpty && !picker.isFirstResponder)
    picker.becomeFirstResponder()
    let offset = form.contentOffset
    #expect(turn() && form.contentOffset == offset)
    #expect(picker.selectedRow(inComponent: 0) == 1 && date.chosen == [[1, 0]])
  }

  @Test func `the program may choose, reload and disable`() {
    let (screen, picker, date) = make(height: 3)
    picker.selectRow(99, inComponent: 1)
    picker.selectRow(1, inComponent: 7)
    #expect(picker.selectedRow(inComponent: 1) == 6)
    #expect(picker.selectedRow(inComponent: 7) == -1)
    picker.reloadAllComponents()
    #expect(picker.selectedRow(inComponent: 1) == 6)
    picker.isEnabled = false
    screen.press(KeyEvent(.down))
    #expect(date.chosen.isEmpty)
    picker.dataSource = nil
    #expect(picker.numberOfComponents == 0)
    #expect(screen.text.isEmpty)
  }

  @Test func `it retains neither data source nor delegate`() {
    let picker = Picker()
    do {
      let date = Date()
      picker.dataSource = date
      picker.delegate = date
      #expect(picker.numberOfRows(inComponent: 0) == 31)
    }
    #expect(picker.dataSource == nil && picker.delegate == nil)
  }

  private final class Squares: PickerRowView {
    var count = 0
    override func sizeThatFits(_ size: Size) -> Size { Size(width: 3, height: 1) }
    override func draw(in canvas: Canvas) {
      canvas.write(String(repeating: "■", count: count), at: .zero, style: Style(.ok, on: background))
    }
  }

  private final class Levels: PickerDataSource, PickerDelegate {
    var made = 0
    func picker(_ picker: Picker, numberOfRowsInComponent component: Int) -> Int { 3 }
    func picker(
      _ picker: Picker, viewForRow row: Int, forComponent component: Int, reusing view: PickerRowView?
    ) -> PickerRowView? {
      if !(view is Squares) { made += 1 }
      let squares = view as? Squares ?? Squares()
      squares.count = row + 1
      return squares
    }
  }

  @Test func `rows may be views, which are highlighted like titles`() {
    let screen = ControlsFixture(width: 10, height: 1)
    let (picker, levels) = (Picker(), Levels())
    picker.dataSource = levels
    picker.delegate = levels
    screen.add(picker)
    #expect(screen.text == " ■   ▾")
    #expect(screen.style(1, 0).background == .surface)
    picker.becomeFirstResponder()
    screen.press(KeyEvent(.down))
    #expect(screen.text == "▌■■  ▾")
    #expect(screen.style(1, 0).background == .selection && screen.style(1, 0).foreground == .ok)
    let made = levels.made
    screen.press(KeyEvent(.down), KeyEvent(.up), KeyEvent(.up))
    #expect(screen.text == "▌■   ▾")
    #expect(levels.made == made)
  }
}
