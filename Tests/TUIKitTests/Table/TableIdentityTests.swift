import FoundationEssentials
import Testing

@testable import TUIKit

/// The selected row keeps its identity, and visible rows do not move.
@MainActor
@Suite struct TableIdentityTests {
  private func stage(selecting row: Int, of count: Int = 30, height: Int = 6) -> TableStage {
    let stage = TableStage(height: height, rows: names(0..<count))
    stage.table.selectRow(at: IndexPath(row: row, section: 0), scrollPosition: .middle)
    stage.settle()
    return stage
  }

  @Test func `rows inserted above are counted until the top is visible`() {
    let stage = stage(selecting: 15)
    let before = stage.texts
    stage.insert("new 1", at: 0)
    stage.insert("new 2", at: 3)
    stage.insert("new 3", at: 29)
    stage.resetCounts()
    stage.settle()
    #expect(stage.texts == before)
    #expect(stage.cellCalls == 0)
    #expect(stage.table.rowsInsertedAbove == 2)
    #expect(stage.selectedText == "row 15")
    #expect(stage.table.selectedIndexPath == IndexPath(row: 17, section: 0))
    #expect(stage.highlighted.map(\.row) == [0])
    stage.press(.home)
    #expect(stage.table.rowsInsertedAbove == 0)
    stage.settle()
    #expect(stage.texts.first == "new 1")
  }

  @Test func `the check of a row follows it until it is deleted`() {
    let stage = stage(selecting: 15)
    let isPresent = stage.table.makeRowCheck()
    stage.insert("new", at: 0)
    #expect(isPresent())
    stage.delete(16)
    #expect(!isPresent())
    #expect(stage.table.makeRowCheck()())
  }

  @Test func `the count of new rows above never exceeds the rows`() {
    let stage = stage(selecting: 4, height: 4)
    #expect(stage.table.contentOffset == 3)
    for index in 0..<3 { stage.insert("new \(index)", at: 0) }
    #expect(stage.table.rowsInsertedAbove == 3)
    stage.press(.up)
    stage.press(.up)
    stage.press(.up)
    stage.press(.up)
    stage.press(.up)
    #expect(stage.table.contentOffset == 2)
    #expect(stage.table.rowsInsertedAbove == 2)
    stage.delete(0)
    #expect(stage.table.rowsInsertedAbove == 1)
  }

  @Test func `the selected row keeps its line`() {
    let stage = stage(selecting: 15)
    #expect(stage.texts == names(13..<19) && stage.selectedLine == 2)
    stage.insert("above", at: 14)
    stage.delete(17)
    stage.insert("below", at: 17)
    #expect(stage.selectedText == "row 15" && stage.table.contentOffset == 14)
    stage.settle()
    #expect(stage.texts == ["above", "row 14", "row 15", "below", "row 17", "row 18"])
    #expect(stage.selectedLine == 2)
  }

  @Test func `after a deletion the next or last row is selected`() {
    let stage = stage(selecting: 15)
    let line = stage.selectedLine
    stage.delete(15)
    #expect(stage.selectedText == "row 16")
    #expect(stage.highlighted.last == IndexPath(row: 15, section: 0))
    stage.settle()
    #expect(stage.selectedLine == line)
    stage.press(.end)
    stage.delete(28)
    #expect(stage.selectedText == "row 28")
    stage.sections[0].removeSubrange(10...)
    stage.table.deleteRows(at: (10..<28).map { IndexPath(row: $0, section: 0) })
    #expect(stage.selectedText == "row 9")
    stage.settle()
    #expect(stage.texts == names(4..<10))
  }

  @Test func `a selected row moves within the window or takes it along`() {
    let stage = stage(selecting: 15)
    let offset = stage.table.contentOffset
    stage.move(15, to: 13)
    #expect(stage.selectedText == "row 15")
    #expect(stage.table.contentOffset == offset)
    stage.settle()
    let line = stage.selectedLine
    stage.move(13, to: 21)
    stage.settle()
    #expect(stage.selectedText == "row 15")
    #expect(stage.selectedLine == line)
  }

  @Test func `without a selection the top stays the top`() {
    let stage = TableStage(height: 4)
    stage.table.allowsEmptySelection = true
    stage.sections = [names(0..<9)]
    stage.table.reloadData()
    stage.settle()
    #expect(stage.table.selectedIndexPath == nil)
    stage.insert("new", at: 0)
    stage.settle()
    #expect(stage.texts.first == "new")
    stage.press(.down)
    #expect(stage.selectedText == "new")
  }

  @Test func `a reload keeps the index or the nearest`() {
    let stage = stage(selecting: 15)
    let line = stage.selectedLine
    stage.table.reloadData()
    stage.settle()
    #expect(stage.selectedText == "row 15")
    #expect(stage.selectedLine == line)
    stage.sections = [names(0..<3)]
    stage.table.reloadData()
    stage.settle()
    #expect(stage.selectedText == "row 2")
    stage.sections = [[]]
    stage.table.reloadData()
    #expect(stage.table.selectedIndexPath == nil)
  }

  @Test func `a contradicting batch is reported and reloads`() {
    let stage = stage(selecting: 3)
    stage.sections = [names(0..<5)]
    stage.table.insertRows(at: [IndexPath(row: 0, section: 0)])
    #expect(stage.inconsistencies == [.rowCount(section: 0, before: 30, after: 5, expected: 31)])
    #expect(stage.table.lastInconsistency == stage.inconsistencies.first)
    stage.settle()
    #expect(stage.texts == names(0..<5) + [""])
    stage.table.deleteRows(at: [IndexPath(row: 7, section: 0)])
    stage.table.reloadRows(at: [IndexPath(row: 0, section: 4)])
    stage.table.moveRow(at: IndexPath(row: -1, section: 0), to: IndexPath(indexes: []))
    #expect(stage.inconsistencies.count == 4)
    stage.settle()
    #expect(stage.texts == names(0..<5) + [""])
  }

  @Test func `an unannounced section is reported`() {
    let stage = stage(selecting: 3)
    stage.sections += [names(0..<2)]
    stage.table.setNeedsLayout()
    stage.settle()
    #expect(stage.inconsistencies == [.sectionCount(before: 1, after: 2, expected: 1)])
  }

  @Test func `a data source that changes unannounced is not overrun`() {
    let stage = stage(selecting: 20)
    stage.sections = [names(0..<2)]
    stage.press(.pageDown)
    stage.settle()
    #expect(stage.inconsistencies == [.unreportedChange(section: 0, expected: 30, found: 2)])
    #expect(stage.texts == names(0..<2) + ["", "", "", ""])
    stage.sections = []
    stage.table.setNeedsLayout()
    stage.settle()
    #expect(stage.texts == Array(repeating: "", count: 6))
  }

  @Test func `a released data source leaves an empty table`() {
    let table = TableView(frame: Rect(x: 0, y: 0, width: 20, height: 4))
    do {
      let stage = TableStage(rows: names(0..<4))
      table.dataSource = stage
      #expect(table.numberOfRows == 4)
    }
    table.insertRows(at: [IndexPath(row: 0, section: 0)])
    table.layoutIfNeeded()
    #expect(table.isEmpty)
    #expect(table.visibleCells.isEmpty)
  }

  @Test func `a selected row below stays there`() {
    let stage = stage(selecting: 20, height: 5)
    stage.table.setContentOffset(10)
    stage.settle()
    #expect(stage.texts == names(10..<15))
    for (count, texts) in [
      (2, ["row 10", "row 11", "row 14", "row 15", "row 16"]), (5, ["row 10", "row 11", "row 19", "row 20", "row 21"]),
    ] {
      stage.sections[0].removeSubrange(12..<12 + count)
      stage.table.deleteRows(at: (12..<12 + count).map { IndexPath(row: $0, section: 0) })
      stage.settle()
      #expect(stage.table.contentOffset == 10 && stage.selectedText == "row 20")
      #expect(stage.texts == texts)
    }
  }

  @Test(arguments: [(20, 10), (20, 24)])
  func `a batch keeps a scrolled list in place`(selected: Int, offset: Int) {
    let stage = stage(selecting: selected, height: 5)
    stage.table.setContentOffset(offset)
    stage.settle()
    stage.insert("new", at: offset + 2)
    #expect(stage.table.contentOffset == offset && stage.selectedText == "row \(selected)")
    stage.settle()
    #expect(stage.texts == names(offset..<offset + 2) + ["new"] + names(offset + 2..<offset + 4))
    stage.delete(offset + 2)
    stage.settle()
    #expect(stage.table.contentOffset == offset && stage.texts == names(offset..<offset + 5))
    stage.delete(selected)
    stage.settle()
    #expect(stage.selectedText == "row \(selected + 1)" && stage.texts == names(offset..<offset + 5))
  }

  @Test func `a selected row at the edge is kept`() {
    let stage = stage(selecting: 14, height: 5)
    stage.table.setContentOffset(10)
    stage.settle()
    #expect(stage.selectedLine == 4)
    stage.insert("new", at: 12)
    stage.settle()
    #expect(stage.texts == ["row 11", "new", "row 12", "row 13", "row 14"])
    #expect(stage.selectedText == "row 14" && stage.selectedLine == 4)
  }
}
