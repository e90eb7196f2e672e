import FoundationEssentials
import Testing

@testable import TUIKit

@Suite @MainActor struct TableReorderingTests {
  private func make(_ sections: [[String]], height: Int = 8) -> TableStage {
    let stage = TableStage(height: height)
    stage.sections = sections
    stage.canMove = { _ in true }
    stage.table.reloadData()
    stage.settle()
    return stage
  }

  @Test func `Alt with a cursor key moves the selected row`() {
    let stage = make([names(0..<4)])
    stage.press(.down, .alt)
    #expect(stage.sections == [["row 1", "row 0", "row 2", "row 3"]])
    stage.advance(20)
    #expect(stage.table.isAnimating)
    stage.settle()
    #expect(stage.texts.prefix(3) == ["row 1", "row 0", "row 2"])
    #expect(stage.selectedText == "row 0")
    stage.press(.down, .alt)
    stage.press(.up, .alt)
    stage.press(.up, .alt)
    stage.press(.up, .alt)
    #expect(stage.sections == [names(0..<4)])
    #expect(stage.inconsistencies == [])
  }

  @Test func `a row at the end of its section moves into the next one`() {
    let stage = make([["a"], [], ["b"]])
    stage.press(.down, .alt)
    #expect(stage.sections == [[], ["a"], ["b"]])
    stage.press(.down, .alt)
    #expect(stage.sections == [[], [], ["a", "b"]])
    stage.press(.up, .alt)
    #expect(stage.sections == [[], ["a"], ["b"]])
    #expect(stage.selectedText == "a")
    #expect(stage.inconsistencies == [])
  }

  @Test func `a fixed row is not moved, and its keys are not listed`() {
    let stage = make([names(0..<3)])
    stage.canMove = { $0.row != 0 }
    #expect(!stage.window.availableKeyCommands.contains { $0.title == "move down" })
    stage.press(.down, .alt)
    #expect(stage.sections == [names(0..<3)])
    stage.press(.down)
    #expect(stage.window.availableKeyCommands.contains { $0.title == "move down" })
    stage.target = { source, _ in source }
    stage.press(.down, .alt)
    #expect(stage.sections == [names(0..<3)])
  }

  @Test func `the mouse drags a row, with a mark at the drop position`() {
    let stage = make([names(0..<5)])
    stage.mouse(.press, y: 1)
    stage.mouse(.drag, y: 3)
    stage.settle()
    #expect(stage.lines[3].hasPrefix("▸"))
    #expect(stage.sections == [names(0..<5)])
    stage.mouse(.release, y: 3)
    stage.settle()
    #expect(stage.sections == [["row 0", "row 2", "row 3", "row 1", "row 4"]])
    #expect(stage.selectedText == "row 1")
    #expect(!stage.lines[3].hasPrefix("▸"))
    #expect(stage.chosen.isEmpty)
  }

  @Test func `a row that is dragged to a header joins the section on that side`() {
    func dragged(from line: Int) -> [[String]] {
      let stage = make([["a", "b"], ["c", "d"]])
      stage.headers = ["first", "second"]
      stage.table.reloadData()
      stage.settle()
      stage.mouse(.press, y: line)
      stage.mouse(.drag, y: 3)
      stage.mouse(.release, y: 3)
      stage.settle()
      return stage.sections
    }
    #expect(dragged(from: 5) == [["a", "b", "d"], ["c"]])
    #expect(dragged(from: 1) == [["b"], ["a", "c", "d"]])
  }

  @Test func `a click chooses the row at its release, a drag does not`() {
    let stage = make([names(0..<5)])
    stage.mouse(.press, y: 0)
    #expect(stage.chosen.isEmpty)
    stage.mouse(.release, y: 0)
    #expect(stage.chosen.count == 1)
    stage.mouse(.press, y: 0)
    stage.mouse(.drag, y: 2)
    stage.press(.escape)
    stage.mouse(.release, y: 2)
    #expect(stage.chosen.count == 1)
    #expect(stage.sections == [names(0..<5)])
  }

  @Test func `a batch moves the held row`() {
    let stage = make([names(0..<20)], height: 5)
    stage.mouse(.press, y: 1)
    for _ in 0..<3 { stage.mouse(.drag, y: 4) }
    #expect(stage.table.contentOffset == 3)
    stage.insert("new", at: 0)
    #expect(stage.table.contentOffset == 4)
    stage.mouse(.drag, y: 3)
    stage.mouse(.release, y: 3)
    stage.settle()
    let expected = ["new", "row 0"] + names(2..<7) + ["row 1"] + names(7..<20)
    #expect(stage.sections == [expected])
    #expect(stage.selectedText == "row 1" && stage.table.selectedPosition == 7)
    #expect(stage.inconsistencies == [])
  }

  @Test func `dragging scrolls at the first and the last line only`() {
    let stage = make([names(0..<20)], height: 5)
    stage.table.selectRow(at: IndexPath(row: 6, section: 0))
    stage.table.setContentOffset(4)
    stage.settle()
    stage.mouse(.press, y: 2)
    for (line, offset) in [(1, 4), (0, 3), (-3, 2), (1, 2), (3, 2), (4, 3), (9, 4), (3, 4)] {
      stage.mouse(.drag, y: line)
      #expect(stage.table.contentOffset == offset, "\(line)")
    }
  }

  /// Inserts a row at the top of the data; the table follows before it is next read or laid out.
  private func insertBeforeLayout(in stage: TableStage) {
    stage.sections[0].insert("new", at: 0)
    stage.table.setNeedsUpdates { stage.table.insertRows(at: [IndexPath(row: 0, section: 0)]) }
  }

  /// Deletes a row of the data; the table follows before it is next read or laid out.
  private func deleteBeforeLayout(_ row: Int, in stage: TableStage) {
    stage.sections[0].remove(at: row)
    stage.table.setNeedsUpdates { stage.table.deleteRows(at: [IndexPath(row: row, section: 0)]) }
  }

  @Test func `a drag follows its row in a waiting batch`() {
    let stage = make([names(0..<5)])
    var sources: [Int] = []
    stage.target = {
      sources.append($0.row)
      return $1
    }
    stage.mouse(.press, y: 1)
    stage.mouse(.drag, y: 3)
    insertBeforeLayout(in: stage)
    stage.mouse(.drag, y: 4)
    stage.mouse(.release, y: 4)
    stage.settle()
    #expect(sources == [1, 2, 2])
    #expect(stage.sections == [["new", "row 0", "row 2", "row 3", "row 1", "row 4"]])
    #expect(stage.selectedText == "row 1" && stage.inconsistencies == [])
  }

  @Test func `a drop after a batch moves no other row`() {
    let stage = make([names(0..<5)])
    stage.mouse(.press, y: 1)
    stage.mouse(.drag, y: 3)
    insertBeforeLayout(in: stage)
    stage.mouse(.release, y: 3)
    stage.settle()
    #expect(stage.sections[0].filter { $0 != "row 1" } == ["new", "row 0", "row 2", "row 3", "row 4"])
    #expect(stage.selectedText == "row 1" && stage.inconsistencies == [])
    #expect(stage.chosen.isEmpty)
  }

  @Test func `a row deleted by a waiting batch is let go`() {
    let dragged = make([names(0..<5)])
    dragged.mouse(.press, y: 1)
    dragged.mouse(.drag, y: 3)
    deleteBeforeLayout(1, in: dragged)
    dragged.mouse(.release, y: 3)
    dragged.settle()
    #expect(dragged.sections == [["row 0", "row 2", "row 3", "row 4"]])
    // The selected row would be chosen when it is released.
    let pressed = make([names(0..<5)])
    pressed.mouse(.press, y: 0)
    deleteBeforeLayout(0, in: pressed)
    pressed.mouse(.release, y: 0)
    pressed.settle()
    #expect(pressed.chosen.isEmpty && pressed.selectedText == "row 1")
    #expect(dragged.inconsistencies == [] && pressed.inconsistencies == [])
  }

  @Test func `a presentation ends a drag`() {
    let stage = make([names(0..<5)])
    stage.mouse(.press, y: 1)
    stage.mouse(.drag, y: 3)
    #expect(stage.table.selection.drag?.target != nil)
    let cover = ViewController()
    stage.window.rootViewController?.present(cover, style: .sheet)
    cover.dismiss()
    stage.settle()
    #expect(stage.table.selection.drag == nil)
    stage.mouse(.release, y: 3)
    #expect(stage.sections == [names(0..<5)])
  }

  @Test func `a row that was deleted while it was held is not moved`() {
    let stage = make([names(0..<5)])
    stage.mouse(.press, y: 1)
    stage.mouse(.drag, y: 3)
    stage.delete(1)
    stage.mouse(.release, y: 3)
    #expect(stage.sections == [["row 0", "row 2", "row 3", "row 4"]])
  }
}
