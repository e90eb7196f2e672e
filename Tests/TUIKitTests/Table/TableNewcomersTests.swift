import FoundationEssentials
import Testing

@testable import TUIKit

/// An inserted row is either visible or counted as above the visible part.
@MainActor
@Suite struct TableNewcomersTests {
  /// Twenty rows under each of the letters.
  private func stage(height: Int = 8, letters: String = "AB") -> TableStage {
    let stage = TableStage(height: height)
    stage.headers = letters.map { String($0) }
    stage.sections = letters.map { letter in (10..<30).map { "\(letter) \($0)" } }
    stage.table.reloadData()
    stage.settle()
    return stage
  }

  @Test func `at the top, a new row under the sticky letter is shown`() {
    let stage = stage()
    stage.insert("A 0", at: 0)
    stage.settle()
    #expect(stage.texts[..<3] == ["A", "A 0", "A 10"])
    #expect(stage.selectedText == "A 10")
    #expect(stage.table.rowsInsertedAbove == 0)
  }

  @Test func `at the top, a new row with a new letter is shown`() {
    let stage = stage(letters: "BC")
    stage.headers = ["A", "B", "C"]
    stage.sections.insert(["A 0"], at: 0)
    stage.table.apply(insertions: [0])
    stage.settle()
    #expect(stage.texts[..<4] == ["A", "A 0", "B", "B 10"])
    #expect(stage.selectedText == "B 10")
  }

  @Test func `at the top, new rows are shown while the selected one fits`() {
    let stage = TableStage(height: 4, rows: names(0..<9))
    for index in 0..<3 { stage.insert("new \(index)", at: 0) }
    stage.settle()
    #expect(stage.texts == ["new 2", "new 1", "new 0", "row 0"])
    stage.insert("new 3", at: 0)
    stage.settle()
    #expect(stage.texts == ["new 2", "new 1", "new 0", "row 0"])
    #expect(stage.table.rowsInsertedAbove == 1)
  }

  @Test func `at the top, a row that moves to the top is shown there`() {
    let stage = TableStage(height: 4, rows: names(0..<9))
    stage.move(6, to: 0)
    stage.settle()
    #expect(stage.texts == ["row 6", "row 0", "row 1", "row 2"])
    #expect(stage.selectedText == "row 0")
  }

  @Test func `a new row that the sticky letter covers counts as above`() {
    let stage = stage()
    stage.table.scroll(by: 10)
    stage.settle()
    #expect(stage.texts[..<2] == ["A", "A 20"])
    let texts = stage.texts
    stage.insert("A 19b", at: 10)
    stage.settle()
    #expect(stage.texts == texts)
    #expect(stage.table.rowsInsertedAbove == 1)
    stage.press(.up)
    stage.settle()
    #expect(stage.texts[..<2] == ["A", "A 19b"])
  }

  @Test func `without sticky titles the first line shows the new row`() {
    let stage = stage()
    stage.table.stickyHeaders = false
    stage.table.scroll(by: 10)
    stage.settle()
    let first = stage.texts[0]
    stage.insert("A 18b", at: 9)
    stage.settle()
    #expect(stage.texts[0] == first)
    #expect(stage.table.rowsInsertedAbove == 1)
  }

  @Test func `scrolling up uncounts the rows that become visible`() {
    let stage = stage()
    stage.table.scroll(by: 10)
    for index in 0..<3 { stage.insert("A 0\(index)", at: 0) }
    #expect(stage.table.rowsInsertedAbove == 3)
    stage.table.setContentOffset(2)
    #expect(stage.table.rowsInsertedAbove == 2)
    stage.press(.home)
    #expect(stage.table.rowsInsertedAbove == 0)
  }

  @Test func `a higher table uncounts the rows that become visible`() {
    let stage = stage()
    stage.table.setContentOffset(30)
    for index in 0..<3 { stage.insert("A 0\(index)", at: 0) }
    #expect(stage.table.rowsInsertedAbove == 3)
    var counts: [Int] = []
    stage.onUpdate = { counts.append($0.rowsInsertedAbove) }
    stage.table.frame.size.height = 43
    #expect(stage.table.contentOffset == 2)
    stage.table.frame.size.height = 44
    stage.table.frame.size.height = 45
    #expect(stage.table.contentOffset == 0)
    #expect(counts == [2, 1, 0])
  }
}
