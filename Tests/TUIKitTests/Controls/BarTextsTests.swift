import Testing

@testable import TUIKit

@Suite @MainActor struct BarTextsTests {
  let screen = ControlsFixture(width: 40, height: 6)

  // MARK: Styled text

  @Test func `highlighted ranges are runs of their own`() {
    let text = "Ada Lovelace"
    func range(_ part: String) -> Range<String.Index> { text.firstRange(of: part) ?? text.startIndex..<text.startIndex }
    let styled = StyledText(text, highlighting: [range("Ada"), range("Love"), range("ove"), range("lace")])
    #expect(styled.runs.map(\.text) == ["Ada", " ", "Love", "lace"] && styled.plain == text && !styled.isEmpty)
    #expect(styled.runs.map { $0.role == .match && $0.attributes == .bold } == [true, false, true, true])
    #expect(
      StyledText(text, highlighting: []).runs == [.init(text)] && StyledText("").isEmpty && StyledText("").runs.isEmpty)
    #expect(
      (StyledText("a") + StyledText("") + StyledText("b", role: .ok)).runs == [.init("a"), .init("b", role: .ok)])
    #expect(
      StyledText.Run("x", attributes: .bold).style(over: Style(.danger, on: .chip, .dim))
        == Style(.danger, on: .chip, [.bold, .dim]))
    #expect(StyledText.Run("x", role: .ok).style(over: Style(.danger)) == Style(.ok))
  }

  @Test(arguments: [
    (9, "abcdef", 6), (6, "abcdef", 6), (5, "abcd…", 5), (4, "abc…", 4), (3, "ab…", 3), (2, "a…", 2), (1, "…", 1),
    (0, "", 0),
  ])
  func `a styled text is cut like a plain one`(width: Int, drawn: String, columns: Int) {
    let surface = Surface(size: Size(width: 12, height: 1))
    let text = StyledText(runs: [.init("ab", role: .ok), .init("cd", role: .danger), .init("ef")])
    #expect(Canvas(surface).write(text, at: Point(x: 1, y: 0), style: Style(), maxWidth: width) == columns)
    #expect(surface.line(0) == (drawn.isEmpty ? "" : " " + drawn))
    let roles = (1..<1 + columns).map { surface.style(at: Point(x: $0, y: 0)).foreground }
    #expect(roles == [.ok, .ok, .danger, .danger, .text, .text].prefix(columns).map { $0 })
    let mark = StyledText(runs: [.init("ab"), .init("\u{200B}")])
    #expect(
      Canvas(surface).write(mark, at: Point(x: 1, y: 0), style: Style(), maxWidth: 2) == 2
        && surface.line(0).hasPrefix(" ab"))
  }

  // MARK: Labels

  @Test func `a label is as large as its lines`() {
    func size(_ text: String, _ lines: Int, _ width: Int, _ height: Int = 99) -> Size {
      Label(text, numberOfLines: lines).sizeThatFits(Size(width: width, height: height))
    }
    #expect(size("one two", 1, 99) == Size(width: 7, height: 1) && size("one two", 1, 4) == Size(width: 4, height: 1))
    #expect(
      size("one two", 1, 9, 0).height == 0 && size("one two", 1, 0) == .zero
        && size("", 1, 9) == Size(width: 0, height: 1))
    #expect(
      size("one two", 0, 5) == Size(width: 3, height: 2) && size("one two three", 2, 6) == Size(width: 3, height: 2))
    #expect(Label("a").numberOfLines == 1 && Label(StyledText("a")).numberOfLines == 1)
    #expect(size("one two", 0, 5, 1) == Size(width: 3, height: 1) && size("a\nbcd", 3, 9) == Size(width: 3, height: 2))
  }

  @Test func `lines are aligned one by one`() {
    let label = Label("one\nlonger x\nend", alignment: .trailing, numberOfLines: 2)
    screen.add(label, Rect(x: 1, y: 0, width: 10, height: 4))
    #expect(screen.text == "        one\n longer x …")
    label.alignment = .center
    label.numberOfLines = 3
    #expect(screen.text == "    one\n  longer x\n    end")
    label.alignment = .leading
    label.role = .ok
    label.attributes = .bold
    #expect(screen.text == " one\n longer x\n end" && screen.style(1, 0) == Style(.ok, on: .surface, .bold))
    label.text = "ab  \nc "
    label.alignment = .trailing
    #expect(screen.text == "         ab\n          c")
    label.text = "one\nlonger x\nend"
    label.alignment = .leading
    label.frame.size.height = 1
    #expect(screen.text == " one longe…" && label.text == "one\nlonger x\nend")
  }

  // MARK: Title bar

  @Test func `the detail is cut, then left out`() {
    let bar = TitleBar("Title", detail: "a detail that is long")
    screen.add(bar, Rect(x: 0, y: 0, width: 30, height: 1))
    #expect(
      screen.lines[0] == " Title  a detail that is long" && screen.style(1, 0) == Style(.text, on: .surface, .bold)
        && screen.style(9, 0) == Style(.textDim))
    bar.frame.size.width = 29
    #expect(screen.lines[0] == " Title  a detail that is lo…")
    bar.frame.size.width = 21
    #expect(screen.lines[0] == " Title  a detail th…")
    bar.frame.size.width = 20
    #expect(screen.lines[0] == " Title")
    bar.detail = ""
    bar.title = "A title as long as the bar is wide"
    #expect(screen.lines[0] == " A title as long a…")
  }

  @Test func `an accessory fills the room between`() {
    let (bar, field) = (TitleBar("Title", detail: "detail"), TextField())
    bar.accessory = field
    screen.add(bar, Rect(x: 0, y: 0, width: 40, height: 1))
    _ = screen.lines
    #expect(field.frame == Rect(x: 8, y: 0, width: 24, height: 1))
    bar.title = ""
    _ = screen.lines
    #expect(field.frame == Rect(x: 1, y: 0, width: 31, height: 1))
    bar.detail = ""
    _ = screen.lines
    #expect(field.frame == Rect(x: 1, y: 0, width: 38, height: 1))
    bar.frame.size = Size(width: 1, height: 0)
    _ = screen.lines
    #expect(field.frame.size == .zero)
    bar.accessory = nil
    #expect(field.superview == nil)
    #expect(!bar.mouseEvent(MouseEvent(.press, at: Point(x: 1, y: 0))))
    bar.title = "x"
    var clicks = 0
    bar.onClick = { _ in clicks += 1 }
    #expect(
      !bar.mouseEvent(MouseEvent(.press, .right, at: Point(x: 1, y: 0)))
        && !bar.mouseEvent(MouseEvent(.drag, at: Point(x: 1, y: 0))))
    #expect(
      bar.mouseEvent(MouseEvent(.press, at: Point(x: 1, y: 0)))
        && !bar.mouseEvent(MouseEvent(.press, at: Point(x: 2, y: 0))) && clicks == 1)
  }

  @Test func `an accessory keeps its room in a narrow bar`() {
    let title = StyledText("Title") + "   " + StyledText("chip ✕", role: .chip)
    let (bar, field) = (TitleBar(title, detail: StyledText("a detail of a book")), TextField())
    bar.accessory = field
    var clicked: [String] = []
    bar.onClick = { clicked.append($0.text) }
    screen.window.send(.resize(Size(width: 60, height: 6)))
    screen.add(bar, Rect(x: 0, y: 0, width: 60, height: 1))
    for (width, line, start, room) in [
      (57, " Title   chip ✕                       a detail of a book", 17, 20),
      (56, " Title   chip ✕                       a detail of a bo…", 17, 20),
      (50, " Title   chip ✕", 17, 32), (38, " Title   chip ✕", 17, 20), (37, " Title", 8, 28), (20, " Title", 8, 11),
    ] {
      bar.frame.size.width = width
      #expect(screen.lines[0] == line && field.frame == Rect(x: start, y: 0, width: room, height: 1), "\(width)")
      clicked = []
      _ = bar.mouseEvent(MouseEvent(.press, at: Point(x: 10, y: 0)))
      #expect(clicked == (start == 17 ? ["chip ✕"] : []), "\(width)")
    }
  }

  // MARK: Status bar

  @Test func `position and message share the line`() {
    let bar = StatusBar()
    bar.position = "12 of 99"
    screen.add(bar, Rect(x: 0, y: 0, width: 20, height: 1))
    bar.show("message")
    #expect(
      screen.lines[0] == " 12 of 99   message"
        && screen.style(12, 0) == Style() && screen.style(1, 0) == Style(.textDim))
    bar.show("messages")
    #expect(screen.lines[0] == " 12 of 99  messages")
    bar.show("a message")
    #expect(screen.lines[0] == "          a message")
    bar.clearMessage()
    bar.position = "1,000 of 1,000,000 people"
    #expect(screen.lines[0] == " 1,000 of 1,000,00…" && bar.message.isEmpty)
  }

  @Test func `a message lasts as long as its caller wants`() {
    let bar = StatusBar()
    screen.scheduler.run()
    bar.show("early", for: .seconds(1))
    #expect(screen.scheduler.isIdle)
    screen.add(bar, Rect(x: 0, y: 0, width: 20, height: 1))
    screen.scheduler.advance(by: .milliseconds(999))
    #expect(bar.message == "early")
    screen.scheduler.advance(by: .milliseconds(1))
    #expect(bar.message.isEmpty)
    bar.showError("broken")
    bar.show("fine", for: .seconds(1))
    screen.press(KeyEvent(.down))
    #expect(bar.message == "fine")
    bar.removeFromSuperview()
    #expect(bar.message.isEmpty)
    bar.showError("broken")
    screen.add(bar, Rect(x: 0, y: 0, width: 20, height: 1))
    bar.removeFromSuperview()
    #expect(bar.message.plain == "broken")
    screen.press(KeyEvent(.down))
    #expect(bar.message.plain == "broken")
    screen.add(bar, Rect(x: 0, y: 0, width: 20, height: 1))
    screen.press(KeyEvent(.down))
    #expect(bar.message.isEmpty)
  }

  @Test func `a message ends without a window, too`() {
    let bar = StatusBar()
    screen.add(bar, Rect(x: 0, y: 0, width: 20, height: 1))
    for (seconds, isShown) in [(4, false), (3, true)] {
      bar.removeFromSuperview()
      bar.show("done")
      screen.scheduler.advance(by: .seconds(seconds))
      screen.add(bar, Rect(x: 0, y: 0, width: 20, height: 1))
      #expect(bar.message.isEmpty == !isShown)
    }
    screen.scheduler.advance(by: .seconds(1))
    #expect(bar.message.isEmpty)
  }

  @Test func `each of its texts takes four lines`() {
    let bar = StatusBar()
    func height(_ width: Int = 12) -> Int { bar.sizeThatFits(Size(width: width, height: 99)).height }
    #expect(height() == 1)
    bar.condition = "one two three four five six seven eight nine"
    #expect(height() == 5 && bar.sizeThatFits(Size(width: 12, height: 3)).height == 3)
    bar.showError("one two three")
    #expect(height() == 6)
    bar.condition = ""
    #expect(height() == 2 && height(15) == 1 && height(14) == 2)
    screen.add(bar, Rect(x: 0, y: 0, width: 12, height: 2))
    #expect(screen.text == " one two\n three")
    bar.condition = "gone"
    #expect(screen.text == " gone\n one two t…")
    bar.frame.size.height = 1
    #expect(screen.text.hasPrefix(" one two"))
  }

  // MARK: Hints

  @Test func `hints that fit exactly are shown`() {
    final class Keys: ViewController {
      override var keyCommands: [KeyCommand] {
        [
          KeyCommand(KeyEvent(.character("a")), title: "add") {},
          KeyCommand(KeyEvent(.character("b")), title: "back") {},
          KeyCommand(KeyEvent(.character("q")), title: "quit") {},
          KeyCommand(KeyEvent(.character("h")), title: "help") {},
        ]
      }
    }
    let keys = Keys()
    screen.window.rootViewController = keys
    let bar = HintBar(trailing: [KeyEvent(.character("h")), KeyEvent(.character("q"))])
    bar.frame = Rect(x: 0, y: 0, width: 31, height: 1)
    keys.view.addSubview(bar)
    #expect(screen.lines[0] == " a add  b back  h help  q quit")
    bar.frame.size.width = 30
    #expect(screen.lines[0] == " a add         h help  q quit")
    bar.frame.size.width = 8
    #expect(screen.lines[0] == " q quit")
    bar.frame.size.width = 7
    #expect(screen.lines[0] == " a add")
    bar.frame.size.width = 6
    #expect(screen.lines[0].isEmpty)
    #expect(
      !bar.mouseEvent(MouseEvent(.press, .right, at: Point(x: 1, y: 0)))
        && !bar.mouseEvent(MouseEvent(.release, at: Point(x: 1, y: 0))))
  }
}
