import TUIKit
import Testing

@Suite @MainActor struct ScrollViewTests {
  let screen = ControlsFixture(width: 6, height: 4)
  let scroll = ScrollView()
  let label = Label("0\n1\n2\n3\n4\n5\n6\n7\n8\n9", numberOfLines: 0)

  init() {
    scroll.contentHeight = 10
    label.frame = Rect(x: 0, y: 0, width: 4, height: 10)
    scroll.contentView.addSubview(label)
    screen.add(scroll)
    _ = screen.lines
  }

  private var first: String { String(screen.lines[0].prefix(1)) }

  @Test func `the offset stays within the content`() {
    #expect(scroll.maximumOffset == 6 && first == "0")
    for (offset, reached) in [(3, 3), (6, 6), (7, 6), (-1, 0)] {
      scroll.contentOffset = offset
      #expect(scroll.contentOffset == reached && first == "\(reached)")
    }
    scroll.contentOffset = 6
    scroll.contentHeight = 7
    #expect(first == "3" && scroll.contentOffset == 3)
    scroll.contentHeight = 4
    #expect(first == "0" && scroll.maximumOffset == 0)
    scroll.contentHeight = 2
    #expect(scroll.maximumOffset == 0 && scroll.contentView.frame.height == 4)
  }

  @Test(arguments: [
    (0, 2, 1, 0), (0, 3, 1, 0), (0, 4, 1, 1), (0, 5, 2, 3), (5, 5, 1, 5), (5, 4, 1, 4), (5, 2, 9, 2), (2, 0, 3, 0),
  ])
  func `scrolling is as little as needed`(offset: Int, line: Int, height: Int, reached: Int) {
    scroll.contentOffset = offset
    scroll.scrollRectToVisible(Rect(x: 0, y: line, width: 1, height: height))
    #expect(scroll.contentOffset == reached)
  }

  @Test func `the wheel scrolls by three lines`() {
    func wheel(_ action: MouseEvent.Action) {
      screen.window.send(.mouse(MouseEvent(action, .none, at: Point(x: 1, y: 1))))
    }
    wheel(.scrollDown)
    #expect(scroll.contentOffset == 3)
    wheel(.scrollUp)
    #expect(scroll.contentOffset == 0)
    #expect(scroll.keyPressed(KeyEvent(.pageDown)) && scroll.contentOffset == 3)
    #expect(scroll.keyPressed(KeyEvent(.pageDown)) && scroll.contentOffset == 6)
    #expect(scroll.keyPressed(KeyEvent(.pageUp)) && scroll.contentOffset == 3)
    #expect(!scroll.keyPressed(KeyEvent(.down)) && !scroll.mouseEvent(MouseEvent(.press, at: .zero)))
    scroll.frame.size.height = 1
    _ = screen.lines
    #expect(scroll.keyPressed(KeyEvent(.pageDown)) && scroll.contentOffset == 4)
    scroll.contentHeight = 1
    #expect(!scroll.scroll(by: 1) && !scroll.keyPressed(KeyEvent(.pageDown)))
    scroll.contentHeight = 2
    #expect(scroll.scroll(by: 1) && scroll.contentOffset == 1)
  }

  @Test func `a mark at the right shows the visible part`() {
    #expect(screen.lines.map { $0.hasSuffix("┃") } == [true, false, false, false])
    scroll.contentOffset = 6
    #expect(screen.lines.map { $0.hasSuffix("┃") } == [false, false, false, true])
    #expect(screen.style(5, 3).foreground == .border)
    scroll.showsScrollMark = false
    scroll.contentOffset = 5
    #expect(!screen.text.contains("┃"))
    scroll.showsScrollMark = true
    scroll.frame.size.height = 2
    #expect(screen.text.contains("┃"))
    scroll.frame.size.height = 1
    #expect(!screen.text.contains("┃"))
  }

  @Test func `all scroll views show a view deep inside`() {
    let group = View(frame: Rect(x: 0, y: 5, width: 4, height: 3))
    let field = TextField("x")
    field.frame = Rect(x: 1, y: 2, width: 2, height: 1)
    group.addSubview(field)
    scroll.contentView.addSubview(group)
    let outer = ScrollView()
    outer.contentHeight = 20
    screen.add(outer)
    outer.contentView.addSubview(scroll)
    scroll.frame = Rect(x: 0, y: 9, width: 6, height: 4)
    _ = screen.lines
    field.scrollToVisible()
    #expect(scroll.contentOffset == 4 && outer.contentOffset == 9)
    #expect(field.convertToWindow(.zero) == Point(x: 1, y: 3))
    field.scrollToVisible(Rect(x: 0, y: -2, width: 1, height: 1))
    #expect(scroll.contentOffset == 4)
    scroll.contentOffset = 0
    outer.contentOffset = 0
    field.becomeFirstResponder()
    #expect(scroll.contentOffset == 4 && outer.contentOffset == 9)
  }

  @Test func `a new height keeps the focus in sight`() {
    let field = TextField("x")
    field.frame = Rect(x: 0, y: 3, width: 3, height: 1)
    scroll.contentView.addSubview(field)
    field.becomeFirstResponder()
    _ = screen.lines
    #expect(scroll.contentOffset == 0)
    scroll.frame.size.height = 2
    _ = screen.lines
    #expect(scroll.contentOffset == 2)
    scroll.contentOffset = 0
    scroll.setNeedsLayout()
    _ = screen.lines
    #expect(scroll.contentOffset == 0)
  }
}
