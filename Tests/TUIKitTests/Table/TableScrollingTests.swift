import FoundationEssentials
import Testing

@testable import TUIKit

@Suite @MainActor struct TableScrollingTests {
  /// Twelve rows under A and B, with a footer below each.
  private func sections(height: Int = 6, footers: Bool = false) -> TableStage {
    let stage = TableStage(height: height)
    stage.sections = ["A", "B"].map { letter in (1...6).map { "\(letter)\($0)" } }
    stage.headers = ["A", "B"]
    if footers { stage.footers = ["end of A", "end of B"] }
    stage.table.reloadData()
    stage.settle()
    return stage
  }

  private func path(_ row: Int, _ section: Int = 0) -> IndexPath { IndexPath(row: row, section: section) }

  // MARK: Scrolling to a row

  @Test(arguments: [
    (ScrollPosition.top, 10, 10), (.middle, 10, 9), (.bottom, 10, 7), (.nearest, 10, 7), (.top, 0, 0), (.bottom, 0, 0),
    (.middle, 19, 16),
    (.nearest, 2, 2), (.nearest, 1, 1),
  ]) func `a row is scrolled to its place in the window`(position: ScrollPosition, row: Int, offset: Int) {
    let stage = TableStage(height: 4, rows: names(0..<20))
    stage.table.setContentOffset(row > 4 ? 0 : 2)
    stage.table.selectRow(at: path(row), scrollPosition: position)
    #expect(stage.table.contentOffset == offset && stage.table.selectedIndexPath == path(row))
    #expect(stage.highlighted == [path(0)])
  }

  @Test func `the sticky title does not cover a row at the top`() {
    let stage = sections()
    stage.table.selectRow(at: path(3), scrollPosition: .top)
    stage.settle()
    #expect(stage.texts[..<2] == ["A", "A4"])
    stage.table.selectRow(at: path(9), scrollPosition: .top)
    stage.table.selectRow(at: path(0, 5), scrollPosition: .top)
    #expect(stage.selectedText == "A4")
    stage.table.selectRow(at: nil)
    #expect(stage.table.selectedIndexPath == nil && stage.table.selectedPosition == nil)
    stage.table.selectRow(at: path(1, 1))
    #expect(
      stage.table.selectedPosition == 7 && stage.table.position(of: path(6)) == nil
        && stage.table.position(of: path(5, 1)) == 11)
    #expect(stage.table.indexPath(atPosition: 6) == path(0, 1) && stage.table.indexPath(atPosition: 12) == nil)
  }

  @Test func `first and last rows bring their titles into view`() {
    let stage = sections(height: 6, footers: true)
    for _ in 0..<5 { stage.press(.down) }
    stage.settle()
    #expect(stage.texts == ["A", "A3", "A4", "A5", "A6", "end of A"])
    stage.press(.down)
    stage.settle()
    #expect(stage.texts == ["A", "A5", "A6", "end of A", "B", "B1"])
    for _ in 0..<5 { stage.press(.down) }
    stage.settle()
    #expect(stage.texts == ["B", "B3", "B4", "B5", "B6", "end of B"])
    for _ in 0..<5 { stage.press(.up) }
    stage.settle()
    #expect(stage.texts == ["B", "B1", "B2", "B3", "B4", "B5"])
    stage.mouse(.press, y: 5)
    stage.settle()
    #expect(stage.selectedText == "B5" && stage.texts[5] == "B5")
    stage.mouse(.press, y: 0)
    #expect(stage.selectedText == "B1")
    #expect(
      stage.table.indexPathForRow(at: Point(x: 3, y: 0)) == nil
        && stage.table.indexPathForRow(at: Point(x: 3, y: 1)) == path(0, 1))
    #expect(
      stage.table.indexPathForRow(at: Point(x: 99, y: 1)) == nil
        && stage.table.indexPathForRow(at: Point(x: 3, y: 6)) == nil)
  }

  @Test func `a low window has no sticky title`() {
    let stage = sections(height: 3)
    stage.table.setContentOffset(3)
    stage.settle()
    #expect(stage.texts == ["A", "A4", "A5"])
    let low = sections(height: 2)
    low.table.setContentOffset(3)
    low.settle()
    #expect(low.texts == ["A3", "A4"])
    low.press(.home)
    low.settle()
    #expect(low.texts == ["A", "A1"])
  }

  @Test func `the sticky title is pushed out by the next one`() {
    let stage = sections(height: 5)
    for (offset, texts) in [
      (5, ["A", "A6", "B", "B1", "B2"]), (6, ["A", "B", "B1", "B2", "B3"]), (7, ["B", "B1", "B2", "B3", "B4"]),
      (8, ["B", "B2", "B3", "B4", "B5"]),
    ] {
      stage.table.setContentOffset(offset)
      stage.settle()
      #expect(stage.texts == texts, "\(offset)")
    }
    stage.table.stickyHeaders = false
    stage.settle()
    #expect(stage.texts == ["B1", "B2", "B3", "B4", "B5"])
  }

  // MARK: Pages

  @Test func `a page is the window without the sticky title`() {
    let stage = sections(height: 5)
    stage.press(.pageDown)
    #expect(stage.selectedText == "A5")
    stage.press(.pageDown)
    stage.settle()
    #expect(stage.selectedText == "B2")
    stage.press(.pageDown)
    stage.press(.pageDown)
    stage.press(.pageDown)
    #expect(stage.selectedText == "B6")
    stage.press(.pageUp)
    #expect(stage.selectedText == "B2")
    stage.press(.pageUp)
    stage.press(.pageUp)
    stage.press(.pageUp)
    #expect(stage.selectedText == "A1")
    stage.table.selectRow(at: nil)
    stage.press(.pageDown)
    #expect(stage.selectedText == "A1")
  }

  @Test func `a page goes beyond a row as high as the window`() {
    let stage = TableStage(height: 3, rows: names(0..<6))
    stage.heights = ["row 1": 7, "row 2": 7]
    stage.table.reloadData()
    stage.settle()
    stage.press(.down)
    stage.settle()
    stage.press(.pageDown)
    #expect(stage.selectedText == "row 2")
    stage.settle()
    stage.press(.pageUp)
    #expect(stage.selectedText == "row 1")
    stage.settle()
    stage.press(.pageUp)
    stage.press(.pageUp)
    #expect(stage.selectedText == "row 0")
  }

  @Test func `without room a page is one line`() {
    let stage = TableStage(height: 4, rows: names(0..<10))
    stage.table.frame.size.height = 0
    stage.settle()
    stage.table.moveSelection(byPages: 3)
    #expect(stage.selectedText == "row 3")
  }

  @Test func `the largest steps go to the ends`() {
    let stage = TableStage(height: 4, rows: names(0..<20))
    stage.press(.down)
    stage.table.moveSelection(by: .max)
    #expect(stage.selectedText == "row 19")
    stage.table.moveSelection(by: .min)
    #expect(stage.selectedText == "row 0")
    stage.press(.down)
    stage.table.moveSelection(byPages: .max)
    #expect(stage.selectedText == "row 19")
    stage.table.moveSelection(byPages: .min)
    #expect(stage.selectedText == "row 0")
    stage.sections = [[]]
    stage.table.reloadData()
    stage.table.moveSelection(by: .max)
    stage.table.moveSelection(byPages: .min)
    #expect(stage.table.selectedIndexPath == nil)
  }

  // MARK: The wheel

  @Test func `scrolling passes the selection on`() {
    let stage = TableStage(height: 4, rows: names(0..<20))
    stage.table.scroll(by: 1)
    #expect(stage.selectedText == "row 1")
    stage.table.scroll(by: .max)
    #expect(stage.selectedText == "row 16" && stage.table.contentOffset == 16)
    stage.press(.end)
    stage.table.scroll(by: -2)
    #expect(stage.selectedText == "row 17" && stage.table.contentOffset == 14)
    stage.table.scroll(by: .min)
    #expect(stage.selectedText == "row 3" && stage.table.contentOffset == 0)
    let titled = sections(height: 5)
    titled.table.scroll(by: 3)
    #expect(titled.selectedText == "A4")
    titled.table.scroll(by: 4)
    #expect(titled.selectedText == "B1")
    titled.press(.end)
    titled.table.scroll(by: -6)
    #expect(titled.selectedText == "A6")
  }

  @Test func `a highlight may delete its section`() {
    let stage = sections(height: 5)
    stage.onHighlight = { [unowned stage] path in
      guard path.section == 1 else { return }
      stage.sections.removeLast()
      stage.headers.removeLast()
      stage.table.deleteSections([1])
    }
    stage.table.scroll(by: 7)
    #expect(stage.highlighted == [path(0), path(0, 1), path(5)])
    #expect(stage.selectedText == "A6" && stage.table.contentOffset == 2)
    stage.settle()
    #expect(stage.texts == ["A", "A3", "A4", "A5", "A6"])
    #expect(stage.inconsistencies == [])
  }

  @Test func `a row higher than the window is scrolled line by line`() {
    let stage = TableStage(height: 3, rows: names(0..<4))
    stage.heights = ["row 1": 9]
    stage.table.reloadData()
    stage.settle()
    stage.press(.down)
    stage.settle()
    let start = stage.table.contentOffset
    stage.table.scroll(by: 2)
    #expect(stage.selectedText == "row 1" && stage.table.contentOffset == start + 2)
    stage.table.scroll(by: 20)
    #expect(stage.selectedText == "row 2")
  }

  @Test func `scrolling up skips rows that are only half visible`() {
    let stage = TableStage(height: 5, rows: names(0..<12))
    stage.heights = Dictionary(uniqueKeysWithValues: names(0..<12).map { ($0, 2) })
    stage.table.rowHeight = 2
    stage.settle()
    stage.press(.end)
    stage.settle()
    #expect(stage.table.contentOffset == 19)
    stage.table.scroll(by: -2)
    #expect(stage.selectedText == "row 10" && stage.table.contentOffset == 17)
    stage.table.scroll(by: -1)
    #expect(stage.selectedText == "row 9" && stage.table.contentOffset == 16)
    stage.press(.home)
    stage.table.scroll(by: 1)
    #expect(stage.selectedText == "row 1" && stage.table.contentOffset == 1)
  }

  @Test func `the scroll mark follows the mouse by its middle`() {
    let stage = TableStage(height: 10, rows: names(0..<20))
    for (line, offset) in [(0, 0), (2, 0), (3, 2), (5, 6), (7, 10), (9, 10)] {
      stage.mouse(.press, x: 23, y: line)
      #expect(stage.table.contentOffset == offset, "\(line)")
      stage.mouse(.release, x: 23, y: line)
    }
    stage.mouse(.drag, x: 23, y: 0)
    #expect(stage.table.contentOffset == 10)
    stage.mouse(.press, x: 22, y: 9)
    #expect(stage.table.contentOffset == 10 && stage.selectedText == "row 19")
  }

  @Test func `a lost release ends the hold on the mark`() {
    let stage = TableStage(height: 10, rows: names(0..<20))
    stage.canMove = { _ in true }
    stage.mouse(.press, x: 23, y: 5)
    #expect(stage.table.contentOffset == 6)
    stage.mouse(.press, y: 2)
    stage.mouse(.drag, y: 7)
    #expect(stage.table.contentOffset == 6 && stage.selectedText == "row 8")
    stage.mouse(.release, y: 7)
    #expect(stage.sections[0].firstIndex(of: "row 8") == 13)
  }

  // MARK: Movement

  @Test func `only keys that move pass a visible hold`() {
    let stage = TableStage(height: 4, rows: names(0..<9))
    let table = stage.table
    for key in [KeyEvent.Key.down, .up, .pageDown, .pageUp, .home, .end, .character("j")] {
      #expect(table.holdExemption(of: KeyEvent(key)) == .movement)
      #expect(table.holdExemption(of: KeyEvent(key, .shift)) == nil)
    }
    for key in [KeyEvent(.enter), KeyEvent(.character("x")), KeyEvent(.character(" ")), KeyEvent(.escape)] {
      #expect(table.holdExemption(of: key) == nil)
    }
  }

  @Test func `sections are passed from first row to first row`() {
    let stage = sections()
    stage.sections.insert([], at: 1)
    stage.headers = ["A", "-", "B"]
    stage.table.reloadData()
    stage.settle()
    stage.press(.down)
    stage.press("}")
    #expect(stage.selectedText == "B1")
    stage.press("}")
    #expect(stage.selectedText == "B1")
    stage.press("{")
    #expect(stage.selectedText == "A1")
    stage.press("{")
    #expect(stage.selectedText == "A1")
    stage.table.selectFirstRow(ofSection: 1)
    #expect(stage.selectedText == "B1")
    stage.table.selectFirstRow(ofSection: 7)
    #expect(
      stage.selectedText == "B1" && stage.table.numberOfRows(inSection: 1) == 0
        && stage.table.numberOfRows(inSection: 3) == 0)
    stage.table.selectRow(at: nil)
    stage.press("}")
    #expect(stage.selectedText == "A1" && stage.table.numberOfSections == 3 && stage.table.numberOfRows == 12)
    stage.sections = [[], []]
    stage.headers = []
    stage.table.reloadData()
    stage.table.selectFirstRow(ofSection: 0)
    #expect(stage.table.selectedIndexPath == nil && stage.table.isEmpty)
  }

  @Test func `late heights keep the row on its line`() {
    let stage = TableStage(height: 6, rows: names(0..<20))
    stage.heights = ["row 3": 2, "row 12": 3]
    stage.table.reloadData()
    stage.settle()
    #expect(stage.texts == ["row 0", "row 1", "row 2", "row 3", "", "row 4"])
    stage.table.selectRow(at: path(13), scrollPosition: .middle)
    let line = stage.table.geometry.line(of: RowIndex(section: 0, row: 13)) - stage.table.contentOffset
    stage.settle()
    #expect(stage.selectedLine == line)
    stage.press(.end)
    stage.settle()
    #expect(stage.texts[5] == "row 19")
    stage.table.rowHeight = 2
    stage.settle()
    #expect(stage.texts[4] == "row 19" && stage.texts[5].isEmpty)
  }

  // MARK: Reloads

  @Test func `titles may change without the rows`() {
    let stage = sections(height: 6)
    stage.table.selectRow(at: path(2, 1), scrollPosition: .middle)
    stage.settle()
    let line = stage.selectedLine
    stage.headers = [nil, "Bees"]
    stage.table.reloadTitles()
    stage.settle()
    #expect(stage.selectedText == "B3" && stage.selectedLine == line && stage.texts.contains("Bees"))
    #expect(stage.table.geometry.sections[0].headerHeight == 0 && stage.cellCalls > 0)
  }

  @Test func `a reload selects a row of the same section`() {
    let stage = sections(height: 6)
    stage.table.selectRow(at: path(4, 0))
    stage.sections[0] = ["A1", "A2"]
    stage.table.reloadData()
    #expect(stage.selectedText == "A2")
    stage.sections[0] = []
    stage.table.reloadData()
    #expect(stage.selectedText == "B1")
    stage.table.dataSource = nil
    #expect(stage.table.numberOfSections == 0 && stage.table.selectedIndexPath == nil)
  }

  @Test func `a background view is replaced, and hidden by rows`() {
    let stage = TableStage(height: 3, rows: names(0..<1))
    let (first, second) = (View(), View())
    stage.table.backgroundView = first
    #expect(first.isHidden && stage.table.subviews.first === first)
    stage.table.backgroundView = second
    #expect(first.superview == nil && second.superview === stage.table)
    stage.delete(0)
    stage.settle()
    #expect(!second.isHidden && second.frame == stage.table.bounds)
    stage.table.backgroundView = nil
    #expect(second.superview == nil)
  }
}
