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

  @Test func `dragging to the edge scrolls, and a batch moves the held row`() {
    let stage = make([names(0..<20)], height: 5)
    stage.mouse(.press, y: 1)
    for _ in 0..<3 { stage.mouse(.drag, y: 4) }
    #expect(stage.table.contentOffset == 3)
    stage.insert("new", at: 0)
    stage.mouse(.drag, y: 3)
    stage.mouse(.release, y: 3)
    stage.settle()
    #expect(stage.sections[0].firstIndex(of: "row 1") ?? 0 > 2)
    #expect(stage.sections[0].count == 21)
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

  @Test func `a row that was deleted while it was held is not moved`() {
    let stage = make([names(0..<5)])
    stage.mouse(.press, y: 1)
    stage.mouse(.drag, y: 3)
    stage.delete(1)
    stage.mouse(.release, y: 3)
    #expect(stage.sections == [["row 0", "row 2", "row 3", "row 4"]])
  }
}
