import FoundationEssentials
import Testing

@testable import TUIKit

@Suite @MainActor struct TableCellTests {
  let screen = ControlsFixture(width: 20, height: 2)
  let cell = TableViewCell()

  init() {
    cell.text = "Ada"
    screen.add(cell, Rect(x: 0, y: 0, width: 20, height: 1))
  }

  @Test func `a cell has its text, its detail and its marks`() {
    cell.detailText = "1815"
    #expect(
      screen.lines[0] == "  Ada          1815" && screen.style(2, 0) == Style()
        && screen.style(15, 0) == Style(.textDim))
    cell.isMarked = true
    #expect(screen.lines[0] == "● Ada          1815" && screen.style(0, 0) == Style(.accent))
    cell.isSelected = true
    #expect(
      screen.style(0, 0) == Style(.accent, on: .selection)
        && screen.style(2, 0) == Style(.selectionText, on: .selection))
    #expect(screen.style(15, 0) == Style(.textDim, on: .selection) && screen.style(19, 0).background == .selection)
    cell.isMarked = false
    #expect(screen.lines[0] == "▌ Ada          1815")
    cell.isSelected = false
    cell.text = "Ada Lovelace, Countess"
    #expect(screen.lines[0] == "  Ada Lovelac… 1815")
    cell.detailText = "a detail longer than the cell"
    #expect(screen.lines[0] == "   a detail longer…")
    cell.detailText = ""
    #expect(screen.lines[0] == "  Ada Lovelace, Cou…")
  }

  @Test func `a note has the blank columns between text and detail`() {
    #expect(cell.annotationRoom == 5..<20 && cell.annotationStyle == Style(.textDim))
    cell.detailText = "1815"
    #expect(cell.annotationRoom == 5..<15)
    cell.text = "Ada Lovelace, Countess"
    #expect(cell.annotationRoom == 15..<15)
    cell.detailText = "a detail longer than the cell"
    #expect(cell.annotationRoom == 0..<0)
    cell.isSelected = true
    #expect(cell.annotationStyle == Style(.textDim, on: .selection))
    #expect(cell.sizeThatFits(Size(width: 9, height: 9)) == Size(width: 9, height: 1))
  }

  @Test func `a glow covers the cell, or its regions`() {
    cell.glow = 0.4
    #expect((0..<20).allSatisfy { screen.style($0, 0).mix == (.fresh, 6) } && screen.lines[0] == "  Ada")
    cell.showsFreshMark = true
    cell.glow = 1
    #expect(screen.lines[0] == "▸ Ada" && screen.style(0, 0) == Style(.fresh))
    cell.isSelected = true
    #expect(screen.lines[0] == "▌ Ada")
    cell.glowRegions = [Rect(x: 2, y: 0, width: 3, height: 1)]
    cell.setNeedsDisplay()
    #expect((0..<20).filter { screen.style($0, 0).mix.step > 0 } == [2, 3, 4])
    cell.glow = 0
    #expect((0..<20).allSatisfy { screen.style($0, 0).mix.step == 0 })
  }

  @Test func `a title is indented, a footer more`() {
    let view = TableHeaderView()
    view.text = "A"
    screen.add(view, Rect(x: 0, y: 1, width: 20, height: 1))
    #expect(screen.lines[1] == " A" && screen.style(1, 1) == Style(.accent, on: .surface, .bold) && !view.isFooter)
    view.setFooter(true)
    view.text = "a"
    #expect(screen.lines[1] == "  a" && screen.style(2, 1) == Style(.textDim) && view.isFooter)
  }

  // MARK: Differences

  private func regions(_ old: String, _ new: String, width: Int = 24) -> [Range<Int>]? {
    let cells = [old, new].map { text in
      let cell = TableViewCell()
      cell.text = text
      return cell
    }
    cells[0].glow = 1
    cells[0].isSelected = true
    let regions = CellComparison.changedRegions(from: cells[0], to: cells[1], size: Size(width: width, height: 1))
    #expect(cells[0].glow == 1 && cells[0].isSelected && !cells[1].isSelected)
    return regions?.map { $0.minX..<$0.maxX }
  }

  @Test func `a changed word is changed up to two blanks`() {
    #expect(regions("one  two  three", "one  2wo  three") == [7..<10])
    #expect(regions("one two  three", "one 2wo  three") == [2..<9])
    #expect(regions("one  two  three", "1ne  two  thre3") == [2..<5, 12..<17])
    #expect(regions("one  two", "one  tw") == [9..<10])
    #expect(regions("one", "one") == nil && regions("one  two", "one") == [7..<10])
    #expect(
      regions("a", "b", width: 3) == [2..<3] && regions("a", "b", width: 0) == nil
        && regions("abcd", "abce", width: 4) == nil)
  }

  @Test func `cells differ line by line`() {
    final class Two: TableViewCell {
      override func draw(in canvas: Canvas) {
        canvas.write(text, at: .zero, style: Style())
        canvas.write(detailText, at: Point(x: 0, y: 1), style: Style())
      }
    }
    let (old, new) = (Two(), Two())
    (old.text, old.detailText, new.text, new.detailText) = ("same", "old", "same", "new")
    let size = Size(width: 6, height: 2)
    #expect(CellComparison.changedRegions(from: old, to: new, size: size) == [Rect(x: 0, y: 1, width: 3, height: 1)])
    new.text = "some"
    #expect(
      CellComparison.changedRegions(from: old, to: new, size: size) == [
        Rect(x: 0, y: 0, width: 4, height: 1), Rect(x: 0, y: 1, width: 3, height: 1),
      ])
  }

  // MARK: Notes and moves in a table

  @Test func `a note needs room for all of it`() {
    let stage = TableStage(width: 24, height: 3, rows: ["0123456789", "x"])
    func note(_ text: String, _ row: Int = 0) -> String {
      stage.table.setAnnotation(text, forRowAt: IndexPath(row: row, section: 0))
      stage.advance(20)
      return stage.lines[row]
    }
    #expect(note("12345678") == "▌ 0123456789  12345678")
    #expect(note("123456789") == "▌ 0123456789")
    #expect(
      note("note", 1) == "  x               note" && stage.surface.style(at: Point(x: 19, y: 1)) == Style(.textDim))
    #expect(note("", 1) == "  x               note")
  }

  @Test func `notes for two screenfuls of rows are kept`() {
    let stage = TableStage(width: 24, height: 3, rows: names(0..<20))
    for row in 0..<9 { stage.table.setAnnotation("note", forRowAt: IndexPath(row: row, section: 0)) }
    let kept = (0..<9).filter { stage.table.presenter.annotations[RowIndex(section: 0, row: $0)] != nil }
    #expect(kept == Array(3..<9))
  }

  @Test func `a batch of rows may be deleted, faded and slid`() {
    let stage = TableStage(width: 24, height: 5, rows: names(0..<5))
    stage.sections[0] = ["row 0", "row 4"]
    stage.table.performBatchUpdates {
      stage.table.deleteRows(at: [IndexPath(row: 1, section: 0)], with: .fade)
      stage.table.deleteRows(at: [IndexPath(row: 2, section: 0)], with: .slide)
      stage.table.deleteRows(at: [IndexPath(row: 3, section: 0)], with: .none)
    }
    stage.advance(60)
    #expect(stage.texts[1] == "row 1" && stage.mix(1).role == .surface && stage.mix(1).step > 0)
    #expect(stage.texts[2] != "row 2" && stage.texts[3].isEmpty)
    stage.settle()
    #expect(stage.texts == ["row 0", "row 4", "", "", ""])
  }

  @Test func `the place of a drop is underlined`() {
    let stage = TableStage(height: 7)
    stage.sections = [["a", "b"], ["c"]]
    stage.headers = ["first", "second"]
    stage.footers = ["end", nil]
    stage.canMove = { $0.row != 1 || $0.section != 0 }
    stage.table.reloadData()
    stage.settle()
    func marks() -> [Int] {
      stage.settle()
      return (0..<7).filter { stage.surface.style(at: Point(x: 5, y: $0)).attributes.contains(.underline) }
    }
    stage.mouse(.press, y: 5)
    stage.mouse(.drag, y: 3)
    #expect(marks() == [3] && stage.lines[3].hasPrefix("▸"))
    stage.mouse(.drag, y: 2)
    #expect(marks() == [2])
    stage.mouse(.drag, y: 5)
    #expect(marks() == [])
    stage.mouse(.drag, y: 0)
    #expect(marks() == [1])
    #expect(stage.window.availableKeyCommands.contains { $0.title == "drop" })
    stage.press(.escape)
    #expect(marks() == [] && !stage.window.availableKeyCommands.contains { $0.title == "drop" })
    stage.mouse(.press, y: 2)
    stage.mouse(.drag, y: 1)
    #expect(marks() == [] && stage.selectedText == "b")
    stage.target = { _, _ in IndexPath(row: 9, section: 0) }
    stage.mouse(.press, y: 1)
    stage.mouse(.drag, y: 2)
    #expect(marks() == [])
    stage.target = { _, _ in IndexPath(row: 0, section: 2) }
    stage.mouse(.drag, y: 2)
    #expect(marks() == [])
    stage.target = { _, _ in IndexPath(row: 2, section: 0) }
    stage.mouse(.drag, y: 2)
    #expect(marks() == [])
    stage.mouse(.release, y: 2)
    #expect(stage.sections == [["a", "b"], ["c"]])
  }
}
