import Testing

@testable import TUIKit

@Suite @MainActor struct PickerWheelTests {
  private final class Rows: PickerDataSource, PickerDelegate {
    var titles = [["one", "two", "three"], ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]]
    var widths: [Int: Int] = [:]
    var measured: [Int] = []
    var chosen: [Int] = []

    func numberOfComponents(in picker: Picker) -> Int { titles.count }
    func picker(_ picker: Picker, numberOfRowsInComponent component: Int) -> Int { titles[component].count }
    func picker(_ picker: Picker, titleForRow row: Int, forComponent component: Int) -> StyledText {
      measured.append(row)
      return StyledText(titles[component][row])
    }
    func picker(_ picker: Picker, widthForComponent component: Int) -> Int? { widths[component] }
    func picker(_ picker: Picker, didSelectRow row: Int, inComponent component: Int) { chosen.append(row) }
  }

  let screen = ControlsFixture(width: 20, height: 6)
  let picker = Picker()
  private let rows = Rows()

  init() {
    picker.dataSource = rows
    picker.delegate = rows
    screen.add(picker, Rect(x: 1, y: 1, width: 15, height: 3))
    picker.becomeFirstResponder()
  }

  @Test func `wheels are as wide as their titles`() {
    #expect(picker.sizeThatFits(Size(width: 90, height: 90)) == Size(width: 13, height: 5))
    #expect(picker.sizeThatFits(Size(width: 7, height: 2)) == Size(width: 7, height: 2))
    picker.frame.size.width = 0
    #expect(picker.cursorPosition == nil)
    picker.preferredHeight = 3
    rows.widths = [0: 9, 1: -3]
    picker.reloadAllComponents()
    #expect(picker.sizeThatFits(Size(width: 90, height: 90)) == Size(width: 16, height: 3))
    #expect(
      Picker().sizeThatFits(Size(width: 90, height: 90)) == Size(width: 0, height: 5) && Picker().cursorPosition == nil)
  }

  @Test func `of many rows the first two hundred are measured`() {
    rows.titles = [(0..<300).map { "\($0)" }]
    rows.measured = []
    picker.reloadComponent(0)
    #expect(rows.measured == Array(0..<200))
  }

  @Test func `clicks count from the middle line`() {
    screen.press(KeyEvent(.down))
    #expect(screen.text == "\n  one\n ▌two      a\n  three    b")
    #expect(
      screen.style(1, 2) == Style(.accent, on: .selection, .bold)
        && screen.style(2, 2) == Style(.selectionText, on: .selection, .bold))
    #expect(screen.style(2, 1) == Style(.textDim) && screen.style(10, 2) == Style(.selectionText, on: .selection))
    #expect(screen.style(8, 2).background == .selection && screen.style(9, 2).background == .surface)
    screen.click(10, 3)
    #expect(picker.selectedRow(inComponent: 1) == 1 && picker.focusedComponent == 1)
    #expect(screen.window.cursorPosition == Point(x: 11, y: 2))
    screen.click(2, 1)
    #expect(picker.selectedRow(inComponent: 0) == 0 && picker.focusedComponent == 0 && rows.chosen == [1, 1, 0])
    screen.click(9, 3)
    screen.click(2, 1)
    #expect(picker.selectedRow(inComponent: 0) == 0 && picker.selectedRow(inComponent: 1) == 1)
  }

  @Test func `keys turn the focused wheel`() {
    func wheel(_ action: MouseEvent.Action, _ x: Int) -> Bool {
      screen.window.send(.mouse(MouseEvent(action, .none, at: Point(x: x, y: 2))))
    }
    screen.press(KeyEvent(.right), KeyEvent(.right))
    #expect(picker.focusedComponent == 1)
    screen.press(KeyEvent(.pageDown))
    #expect(picker.selectedRow(inComponent: 1) == 5)
    screen.press(KeyEvent(.pageUp))
    #expect(picker.selectedRow(inComponent: 1) == 0)
    picker.frame.size.height = 5
    picker.frame.size.height = 8
    screen.press(KeyEvent(.pageDown))
    #expect(picker.selectedRow(inComponent: 1) == 7)
    screen.press(KeyEvent(.up), KeyEvent(.left), KeyEvent(.left), KeyEvent(.end))
    #expect(picker.focusedComponent == 0 && [0, 1].map(picker.selectedRow) == [2, 6])
    #expect(wheel(.scrollUp, 2) && wheel(.scrollDown, 10) && [0, 1].map(picker.selectedRow) == [1, 7])
    #expect(!screen.press(KeyEvent(.escape)) && !picker.mouseEvent(MouseEvent(.release, at: Point(x: 2, y: 2))))
    picker.isEnabled = false
    #expect(!picker.keyPressed(KeyEvent(.down)) && !wheel(.scrollUp, 2) && picker.selectedRow(inComponent: 0) == 1)
    #expect(screen.style(2, 4) == Style(.textDim))
  }

  @Test func `letters typed slowly begin again`() {
    screen.type("t")
    #expect(picker.selectedRow(inComponent: 0) == 1)
    screen.scheduler.advance(by: .milliseconds(999))
    screen.type("h")
    #expect(picker.selectedRow(inComponent: 0) == 2)
    screen.scheduler.advance(by: .seconds(1))
    screen.type("t")
    #expect(picker.selectedRow(inComponent: 0) == 1)
    screen.press(KeyEvent(.right), KeyEvent(.left))
    screen.type("o")
    #expect(picker.selectedRow(inComponent: 0) == 0)
    screen.scheduler.advance(by: .seconds(2))
    screen.type("tx")
    #expect(picker.selectedRow(inComponent: 0) == 1)
    screen.scheduler.advance(by: .seconds(2))
    picker.resignFirstResponder()
    picker.becomeFirstResponder()
    screen.type("t")
    #expect(picker.selectedRow(inComponent: 0) == 2)
  }

  @Test func `a reload keeps the chosen numbers`() {
    picker.selectRow(2, inComponent: 0)
    picker.selectRow(4, inComponent: 1)
    picker.selectRow(-3, inComponent: 1)
    #expect(picker.selectedRow(inComponent: 1) == 0 && rows.chosen.isEmpty)
    picker.selectRow(4, inComponent: 1)
    screen.press(KeyEvent(.right))
    rows.titles[0] = ["one", "two"]
    picker.reloadComponent(0)
    #expect([0, 1].map(picker.selectedRow) == [1, 4] && [-1, 0, 1, 2].map(picker.numberOfRows) == [0, 2, 10, 0])
    rows.titles = [["x"]]
    picker.reloadAllComponents()
    #expect(picker.numberOfComponents == 1 && picker.focusedComponent == 0 && picker.selectedRow(inComponent: 0) == 0)
    rows.titles = [[]]
    picker.reloadAllComponents()
    #expect(picker.selectedRow(inComponent: 0) == -1 && screen.text.isEmpty)
    picker.reloadComponent(7)
  }

  private final class Level: PickerRowView {
    override func draw(in canvas: Canvas) {
      canvas.write(isSelected ? "yes" : "no", at: .zero, style: Style(.text, on: background))
    }
    override func sizeThatFits(_ size: Size) -> Size { Size(width: min(3, size.width), height: 1) }
  }

  private final class Levels: PickerDataSource, PickerDelegate {
    func numberOfComponents(in picker: Picker) -> Int { 2 }
    func picker(_ picker: Picker, numberOfRowsInComponent component: Int) -> Int { 9 }
    func picker(
      _ picker: Picker, viewForRow row: Int, forComponent component: Int, reusing view: PickerRowView?
    ) -> PickerRowView? { view ?? Level() }
  }

  @Test func `row views are placed in their wheel`() {
    let levels = Levels()
    picker.delegate = levels
    picker.dataSource = levels
    #expect(screen.text == "\n\n ▌yes    yes\n  no     no" && picker.subviews.count == 4)
    for _ in 0..<3 { screen.press(KeyEvent(.down)) }
    #expect(screen.text == "\n  no\n ▌yes    yes\n  no     no" && picker.subviews.count == 5)
    let frames = picker.subviews.map(\.frame)
    #expect(
      Set(frames.map(\.minX)) == [1, 8] && Set(frames.map(\.minY)) == [0, 1, 2]
        && frames.allSatisfy { $0.size == Size(width: 3, height: 1) })
    #expect(screen.style(2, 2).foreground == .selectionText && screen.style(2, 1).foreground == .text)
    screen.press(KeyEvent(.end))
    #expect(screen.text == "\n  no\n ▌yes    yes\n         no" && picker.subviews.count == 4)
    picker.dataSource = nil
    #expect(screen.text.isEmpty && picker.subviews.isEmpty)
  }
}
