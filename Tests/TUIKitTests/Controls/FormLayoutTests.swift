import Testing

@testable import TUIKit

@Suite @MainActor struct FormLayoutTests {
  let screen = ControlsFixture(width: 60, height: 10)
  let form = FormView()

  init() {
    screen.add(form)
  }

  @Test func `labels are as wide as the widest`() {
    let row = form.addRow("Name", TextField("Ada"))
    #expect(screen.lines[0] == String(repeating: " ", count: 16) + "Name  Ada" && row.field.frame.minX == 22)
    row.label = "A label of twenty five ch"
    #expect(screen.lines[0].hasPrefix("A label of twenty five…  Ada") == false)
    #expect(row.field.frame.minX == 26 && row.labelView.frame.width == 24)
    form.minimumLabelWidth = 4
    row.label = "Name"
    _ = screen.lines
    #expect(row.field.frame == Rect(x: 7, y: 0, width: 52, height: 1) && row.label == "Name")
    form.maximumFieldWidth = 10
    _ = screen.lines
    #expect(row.field.frame.width == 10)
    let other = form.addRow("A longer one", TextField())
    _ = screen.lines
    #expect(other.field.frame.minX == 15)
    other.isHidden = true
    _ = screen.lines
    #expect(row.field.frame.minX == 7 && other.labelView.isHidden && other.field.isHidden)
  }

  @Test func `a remark needs twenty columns for the field`() {
    form.minimumLabelWidth = 4
    let row = form.addRow("Born", TextField("1815"))
    row.note = "a remark"
    _ = screen.lines
    #expect(row.note == "a remark" && row.field.frame == Rect(x: 7, y: 0, width: 42, height: 1))
    #expect(row.noteView.frame == Rect(x: 51, y: 0, width: 8, height: 1) && !row.noteView.isHidden)
    form.frame.size.width = 38
    _ = screen.lines
    #expect(row.field.frame.width == 20 && row.noteView.frame.minX == 29 && !row.noteView.isHidden)
    form.frame.size.width = 37
    _ = screen.lines
    #expect(row.field.frame.width == 29 && row.noteView.isHidden)
    row.note = nil
    #expect(row.note == nil)
  }

  @Test func `it asks for the height of all visible rows`() {
    func height(_ width: Int = 60) -> Int { form.sizeThatFits(Size(width: width, height: 99)).height }
    #expect(height() == 0)
    let note = form.addRow("Note", TextView("one\ntwo"))
    form.addSpace()
    let name = form.addRow("Name", TextField())
    #expect(height() == 4 && form.rows.count == 2)
    name.message = "A name is needed, and it has to have at least one letter"
    #expect(height() == 6 && name.message?.hasPrefix("A name") == true)
    #expect(form.sizeThatFits(Size(width: 60, height: 3)) == Size(width: 60, height: 3))
    _ = screen.lines
    #expect(
      form.contentHeight == 6 && name.field.frame.minY == 3
        && name.messageView.frame == Rect(x: 22, y: 4, width: 37, height: 2))
    note.isHidden = true
    #expect(height() == 4)
    name.isHidden = true
    #expect(height() == 1 && name.messageView.isHidden)
    name.isHidden = false
    #expect(height() == 4 && !name.messageView.isHidden && name.message != nil)
    form.removeRow(name)
    form.removeRow(name)
    #expect(height() == 1 && form.rows.count == 1 && form.row(containing: note.field) === note)
    #expect(form.row(containing: name.field) == nil)
  }

  @Test func `a field is measured in its own width`() {
    form.addRow("Note", TextView("one two three"))
    #expect(form.sizeThatFits(Size(width: 60, height: 99)).height == 1)
    form.maximumFieldWidth = 6
    #expect(form.sizeThatFits(Size(width: 60, height: 99)).height == 3)
  }

  @Test func `the first control of a field is marked as invalid`() {
    let group = StackView(.horizontal)
    let (label, first, second) = (Label("x"), TextField(), TextField())
    for view in [label, first, second] { group.addArrangedSubview(view) }
    let row = form.addRow("Group", group)
    row.message = "No"
    #expect(first.isInvalid && !second.isInvalid && row.message == "No")
    row.message = ""
    #expect(!first.isInvalid && row.message == nil)
    form.addRow("Label", Label("x")).message = "No"
  }

  @Test func `a row is inserted behind its sibling`() {
    let first = form.addRow("1", Label("one"))
    form.addSpace()
    form.addRow("3", Label("three"))
    form.addRow("2", Label("two"), after: first)
    form.addRow("4", Label("four"), after: FormRow(label: "", field: View()))
    #expect(form.rows.map(\.label) == ["1", "2", "3", "4"])
    #expect(screen.lines.prefix(5).map { $0.suffix(3) } == ["one", "two", "", "ree", "our"])
  }

  @Test func `without a focus, Up and Down are left`() {
    form.addRow("1", Button("one"))
    #expect(!form.keyPressed(KeyEvent(.down)) && !form.keyPressed(KeyEvent(.up)) && !form.keyPressed(KeyEvent(.left)))
  }

  @Test func `the first field is shown from the top`() {
    form.addSpace()
    let field = TextField()
    form.addRow("1", field)
    for _ in 0..<20 { form.addSpace() }
    _ = screen.lines
    form.contentOffset = 8
    field.scrollToVisible()
    #expect(form.contentOffset == 0)
  }
}
