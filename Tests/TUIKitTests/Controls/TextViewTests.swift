import TUIKit
import Testing

@Suite @MainActor struct TextViewTests {
  let screen = ControlsFixture(width: 20, height: 6)
  let view = TextView()

  init() {
    view.maximumHeight = 4
    screen.add(view, Rect(x: 2, y: 1, width: 10, height: 3))
    view.becomeFirstResponder()
  }

  @Test func `lines break at words and at Enter`() {
    screen.type("one two three")
    screen.press(KeyEvent(.enter))
    screen.type("x")
    #expect(screen.lines[1...3] == ["  one two", "  three", "  x"])
    #expect(view.text == "one two three\nx")
    #expect(screen.window.cursorPosition == Point(x: 3, y: 3))
  }

  @Test func `Up and Down keep the column through a shorter row`() {
    view.text = "abcdef\nab\nabcdef"
    screen.press(KeyEvent(.home, .control))
    for _ in 0..<4 { screen.press(KeyEvent(.right)) }
    #expect(screen.press(KeyEvent(.down)))
    #expect(view.editor.cursor == 9)
    #expect(screen.press(KeyEvent(.down)))
    #expect(view.editor.cursor == 14)
    #expect(!screen.press(KeyEvent(.down)))
    screen.press(KeyEvent(.up), KeyEvent(.up))
    #expect(view.editor.cursor == 4)
    #expect(!screen.press(KeyEvent(.up)))
  }

  @Test func `Home and End are those of the visible row`() {
    view.text = "one two three four"
    screen.press(KeyEvent(.home))
    #expect(view.editor.cursor == 14)
    screen.press(KeyEvent(.up), KeyEvent(.end))
    #expect(view.editor.cursor == 13)
    screen.press(KeyEvent(.home, .control))
    #expect(view.editor.cursor == 0)
    screen.press(KeyEvent(.end, .control))
    #expect(view.editor.cursor == 18)
  }

  @Test func `Home and End select within the visible row with Shift`() {
    view.text = "one two three four"
    screen.press(KeyEvent(.up), KeyEvent(.home, .shift))
    #expect(view.editor.selection == 8..<12)
    screen.press(KeyEvent(.left), KeyEvent(.end, .shift))
    #expect(view.editor.selection == 8..<13)
  }

  @Test func `three clicks select the line`() {
    view.text = "one two\nthree"
    for count in 1...3 {
      var event = MouseEvent(.press, at: Point(x: 4, y: 1))
      event.clickCount = count
      screen.window.send(.mouse(event))
    }
    #expect(view.editor.selection == 0..<7)
  }

  @Test func `it scrolls when it cannot grow`() {
    view.text = "1\n2\n3\n4\n5"
    #expect(view.sizeThatFits(Size(width: 10, height: 99)).height == 4)
    #expect(screen.lines[1...3] == ["  3", "  4", "  5"])
    screen.press(KeyEvent(.pageUp), KeyEvent(.pageUp))
    #expect(screen.lines[1...3] == ["  1", "  2", "  3"])
    #expect(screen.window.cursorPosition == Point(x: 3, y: 1))
  }

  @Test func `a paste keeps its lines and is undone in one step`() {
    screen.type("a")
    screen.window.send(.paste("b\r\nc"))
    #expect(view.text == "ab\nc")
    screen.press(.alt("z"))
    #expect(view.text == "a")
  }

  @Test func `a click sets the row and column, and dragging selects`() {
    view.text = "one two three"
    screen.click(4, 2)
    #expect(view.editor.cursor == 10)
    screen.window.send(.mouse(MouseEvent(.drag, at: Point(x: 6, y: 2))))
    #expect(view.editor.selectedText == "re")
    screen.click(2, 1)
    #expect(view.editor.cursor == 0 && view.editor.selectedText.isEmpty)
  }

  @Test(arguments: 0..<12) func `random keys keep the cursor visible and the drawing inside`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let width = Int.random(in: 1...10, using: &random)
    let height = Int.random(in: 1...4, using: &random)
    view.frame = Rect(x: 3, y: 1, width: width, height: height)
    let samples = ["a", " ", "日", "é", "👨‍👩‍👧", "\n", "word ", "\u{301}", "🇩"]
    let keys =
      KeyNames.all + [KeyEvent(.up), KeyEvent(.down), KeyEvent(.pageUp), KeyEvent(.pageDown), KeyEvent(.enter)]
    for _ in 0..<120 {
      if Bool.random(using: &random) {
        screen.window.send(.paste(samples.randomElement(using: &random)!))
      } else {
        screen.press(keys.randomElement(using: &random)!)
      }
      #expect((0...view.editor.characters.count).contains(view.editor.cursor))
      _ = screen.lines
      let outside = (0..<120).map { Point(x: $0 % 20, y: $0 / 20) }.filter { !view.frame.contains($0) }
      let isClean = outside.allSatisfy { screen.surface.text(at: $0) == " " }
      #expect(isClean)
      let cursor = screen.window.cursorPosition
      #expect(cursor.map(view.frame.contains) == true)
    }
  }
}
