import TUIKit
import Testing

@Suite @MainActor struct FormViewTests {
  let screen = ControlsFixture(width: 50, height: 8)
  let form = FormView()
  let first = TextField("Ada")
  let last = TextField()
  let note = TextView("one\ntwo")
  let rows: [FormRow]

  init() {
    form.minimumLabelWidth = 12
    rows = [form.addRow("First name", first), form.addRow("Last name", last), form.addRow("Note", note)]
    screen.add(form)
  }

  @Test func `labels end where values begin`() {
    #expect(screen.text == "  First name  Ada\n   Last name\n        Note  one\n              two")
    rows[1].message = "A first or a last name is needed"
    #expect(
      screen.text
        == "  First name  Ada\n   Last name\n              A first or a last name is needed\n"
        + "        Note  one\n              two"
    )
    #expect(screen.style(14, 2).foreground == .danger)
    #expect(last.isInvalid)
    rows[1].message = nil
    #expect(!last.isInvalid)
    #expect(screen.lines[2] == "        Note  one")
  }

  @Test func `remarks are beside a field, and spaces between fields`() {
    form.addSpace()
    let born = form.addRow("Birthday", TextField("10 December 1815"))
    born.note = "turns 211"
    #expect(screen.lines[5] == "    Birthday  10 December 1815          turns 211")
    form.frame = Rect(x: 0, y: 0, width: 30, height: 8)
    #expect(screen.lines[5] == "    Birthday  10 December 18…")
  }

  @Test func `Tab wraps around; Up, Down and Enter stop at the ends`() {
    first.becomeFirstResponder()
    screen.press(KeyEvent(.tab))
    #expect(last.isFirstResponder)
    screen.press(KeyEvent(.tab), KeyEvent(.tab))
    #expect(first.isFirstResponder)
    screen.press(KeyEvent(.tab, .shift))
    #expect(note.isFirstResponder)
    screen.press(KeyEvent(.up))
    #expect(note.isFirstResponder)
    screen.press(KeyEvent(.up))
    #expect(last.isFirstResponder)
    screen.press(KeyEvent(.up), KeyEvent(.up))
    #expect(first.isFirstResponder)
    screen.press(KeyEvent(.enter), KeyEvent(.down))
    #expect(note.isFirstResponder)
  }

  @Test func `the focus follows the visible rows, also an inserted one`() {
    let nickname = TextField()
    form.addRow("Nickname", nickname, after: rows[0])
    rows[1].isHidden = true
    first.becomeFirstResponder()
    screen.press(KeyEvent(.tab))
    #expect(nickname.isFirstResponder)
    screen.press(KeyEvent(.tab))
    #expect(note.isFirstResponder)
    #expect(screen.lines[1] == "    Nickname")
    #expect(screen.lines[2].hasPrefix("        Note"))
  }

  @Test func `a deleted row passes the focus on`() {
    last.becomeFirstResponder()
    form.removeRow(rows[1])
    #expect(note.isFirstResponder)
    #expect(last.superview == nil)
    #expect(screen.lines[1].hasPrefix("        Note"))
  }

  @Test func `a deleted row with two fields passes the focus to the next row`() {
    let pair = StackView(.vertical)
    let (home, work) = (TextField(), TextField())
    for field in [home, work] { pair.addArrangedSubview(field, sizing: .fixed(1)) }
    let row = form.addRow("Phone", pair, after: rows[0])
    home.becomeFirstResponder()
    form.removeRow(row)
    #expect(last.isFirstResponder)
  }

  @Test func `a small window scrolls to the focused field`() {
    form.frame = Rect(x: 0, y: 0, width: 50, height: 2)
    first.becomeFirstResponder()
    rows[1].message = "Needed"
    #expect(screen.lines[0].hasPrefix("  First name  Ada"))
    screen.press(KeyEvent(.tab))
    #expect(screen.lines[0].hasPrefix("   Last name"))
    #expect(screen.lines[1].hasPrefix("              Needed"))
    screen.press(KeyEvent(.tab))
    #expect(screen.lines[1].hasPrefix("              two"))
    #expect(screen.window.cursorPosition == Point(x: 17, y: 1))
    screen.press(KeyEvent(.up))
    #expect(screen.window.cursorPosition != nil)
    screen.press(KeyEvent(.tab))
    #expect(screen.lines[0].hasPrefix("  First name"))
  }

  @Test func `a field below a row that was just inserted is scrolled into view`() {
    form.frame = Rect(x: 0, y: 0, width: 50, height: 2)
    first.becomeFirstResponder()
    #expect(screen.lines[1].hasPrefix("   Last name"))
    form.addRow("Nickname", Label("Countess"), after: rows[0])
    screen.press(KeyEvent(.tab))
    #expect(last.isFirstResponder)
    #expect(screen.lines[1].hasPrefix("   Last name"))
  }

  @Test func `when the window shrinks, the focus stays visible`() {
    note.becomeFirstResponder()
    _ = screen.lines
    form.frame = Rect(x: 0, y: 0, width: 50, height: 1)
    #expect(screen.lines[0].hasPrefix("              two"))
    #expect(screen.window.cursorPosition == Point(x: 17, y: 0))
  }

  @Test func `a note grows with its text and moves the rows below`() {
    let tags = TextField("friend")
    form.addRow("Tags", tags)
    note.becomeFirstResponder()
    screen.press(KeyEvent(.enter))
    screen.type("three")
    #expect(screen.lines[4] == "              three")
    #expect(screen.lines[5] == "        Tags  friend")
  }

  @Test func `the wheel and the page keys scroll`() {
    form.frame = Rect(x: 0, y: 0, width: 50, height: 2)
    #expect(screen.lines[0].hasPrefix("  First name"))
    #expect(screen.surface.text(at: Point(x: 49, y: 0)) == "┃")
    screen.window.send(.mouse(MouseEvent(.scrollDown, .none, at: Point(x: 3, y: 1))))
    #expect(screen.lines[0].hasPrefix("        Note"))
    first.becomeFirstResponder()
    screen.press(KeyEvent(.pageDown), KeyEvent(.pageDown))
    #expect(form.contentOffset == form.maximumOffset)
  }
}
