import FoundationEssentials
import Testing

@testable import TUIKit

@MainActor
@Suite struct TableViewTests {
  @Test func `a table shows the rows that fit and a scroll mark`() {
    let stage = TableStage(height: 4, rows: names(0..<8))
    #expect(stage.lines == ["▌ row 0                ┃", "  row 1                ┃", "  row 2", "  row 3"])
  }

  @Test func `a list that fits has no scroll mark`() {
    let stage = TableStage(height: 4, rows: names(0..<4))
    #expect(stage.lines == ["▌ row 0", "  row 1", "  row 2", "  row 3"])
  }

  @Test func `keys move the selection, and the window follows it`() {
    let stage = TableStage(height: 4, rows: names(0..<10))
    stage.press(.down)
    stage.press("j")
    stage.press("j")
    stage.press(.down)
    stage.settle()
    #expect(stage.texts == names(1..<5))
    #expect(stage.selectedLine == 3)
    stage.press(.up)
    stage.press("k")
    stage.press("k")
    stage.press("k")
    stage.settle()
    #expect(stage.texts == names(0..<4))
    #expect(stage.selectedText == "row 0")
    stage.press(.up)
    #expect(stage.selectedText == "row 0")
    #expect(stage.highlighted.map(\.row) == [0, 1, 2, 3, 4, 3, 2, 1, 0])
  }

  @Test func `pages turn under the selected line and stop at the ends`() {
    let stage = TableStage(height: 4, rows: names(0..<10))
    stage.press(.down)
    stage.press(.pageDown)
    stage.settle()
    #expect(stage.texts == names(4..<8))
    #expect(stage.selectedText == "row 5")
    #expect(stage.selectedLine == 1)
    stage.press(.character("f"), .control)
    stage.settle()
    #expect(stage.texts == names(6..<10))
    #expect(stage.selectedText == "row 9")
    stage.press(.pageUp)
    stage.press(.character("b"), .control)
    stage.press(.pageUp)
    stage.settle()
    #expect(stage.texts == names(0..<4))
    #expect(stage.selectedText == "row 0")
  }

  @Test func `end and home go to the last and the first row`() {
    let stage = TableStage(height: 4, rows: names(0..<10))
    stage.press("G")
    stage.settle()
    #expect(stage.texts == names(6..<10))
    #expect(stage.selectedLine == 3)
    #expect(stage.lines[3].hasSuffix("┃"))
    #expect(!stage.lines[0].hasSuffix("┃"))
    stage.press(.home)
    stage.settle()
    #expect(stage.texts == names(0..<4))
    stage.press(.end)
    stage.press("g")
    #expect(stage.selectedText == "row 0")
  }

  @Test func `a reload that empties the section selects the row after it`() {
    let stage = TableStage(height: 8, rows: names(0..<2))
    stage.sections = [["a"], ["b"], ["c"], ["d"]]
    stage.table.reloadData()
    stage.settle()
    stage.table.selectRow(at: IndexPath(row: 0, section: 1))
    stage.sections = [["a"], [], ["c"], ["d"]]
    stage.table.reloadData()
    stage.settle()
    #expect(stage.selectedText == "c")
    stage.table.selectRow(at: IndexPath(row: 0, section: 3))
    stage.sections = [["a"], [], ["c"], []]
    stage.table.reloadData()
    stage.settle()
    #expect(stage.selectedText == "c")
  }

  @Test func `Enter and a second click choose the selected row`() {
    let stage = TableStage(height: 4, rows: names(0..<10))
    stage.press(.down)
    stage.press(.enter)
    #expect(stage.chosen == [IndexPath(row: 1, section: 0)])
    stage.mouse(.press, y: 3)
    #expect(stage.selectedText == "row 3")
    #expect(stage.chosen.count == 1)
    stage.mouse(.press, y: 3)
    #expect(stage.chosen.last == IndexPath(row: 3, section: 0))
  }

  @Test func `its commands are shown with the named key, not with the letter`() {
    let stage = TableStage(height: 4, rows: names(0..<10))
    let keys = stage.table.keyCommands.filter { $0.role == .movement }.map { $0.keys.first?.key }
    #expect(keys == [.down, .up, .pageDown, .pageUp, .home, .end, .down, .up, .down, .up])
  }

  @Test func `Enter is left to a responder above with a command for it`() {
    let stage = TableStage(height: 4, rows: names(0..<10))
    let controller = RestoringController()
    controller.view.addSubview(stage.table)
    stage.window.rootViewController = controller
    stage.window.makeFirstResponder(stage.table)
    let titles = { stage.window.availableKeyCommands.filter { $0.matches(KeyEvent(.enter)) }.map(\.title) }
    #expect(titles() == ["restore"])
    stage.press(.enter)
    #expect(controller.restored == 1 && stage.chosen.isEmpty)
    controller.canRestore = false
    #expect(titles() == ["open"])
    stage.press(.enter)
    #expect(controller.restored == 1 && stage.chosen.count == 1)
  }

  @Test func `the wheel scrolls and moves the selection at the edge`() {
    let stage = TableStage(height: 4, rows: names(0..<10))
    stage.mouse(.scrollDown, y: 1)
    stage.settle()
    #expect(stage.texts == names(3..<7))
    #expect(stage.selectedText == "row 3")
    stage.press("G")
    stage.mouse(.scrollUp, y: 1)
    stage.settle()
    #expect(stage.texts == names(3..<7))
    #expect(stage.selectedText == "row 6")
  }

  @Test func `without actions a right click does nothing`() {
    let stage = TableStage(height: 4, rows: names(0..<10))
    #expect(!stage.window.send(.mouse(MouseEvent(.press, .right, at: Point(x: 3, y: 2)))))
    #expect(stage.selectedText == "row 0" && stage.highlighted.map(\.row) == [0])
  }

  @Test func `the scroll mark can be dragged`() {
    let stage = TableStage(height: 4, rows: names(0..<40))
    stage.mouse(.press, x: 23, y: 3)
    stage.settle()
    #expect(stage.texts == names(36..<40))
    stage.mouse(.drag, x: 23, y: 0)
    stage.mouse(.release, x: 23, y: 0)
    stage.settle()
    #expect(stage.texts == names(0..<4))
    #expect(stage.chosen.isEmpty)
  }

  @Test func `an empty table shows its background`() {
    let stage = TableStage(height: 3)
    let label = TableViewCell()
    label.text = "nobody here"
    stage.table.backgroundView = label
    stage.settle()
    #expect(stage.texts == ["nobody here", "", ""])
    stage.insert("Ada", at: 0)
    stage.settle()
    #expect(stage.texts == ["Ada", "", ""])
    #expect(stage.selectedText == "Ada")
    stage.press(.enter)
    stage.delete(0)
    stage.settle()
    #expect(stage.texts == ["nobody here", "", ""])
    #expect(stage.table.selectedIndexPath == nil)
    stage.press(.down)
    stage.press(.enter)
    #expect(stage.chosen.count == 1)
  }

  @Test func `titles are above and below sections and stick to the top`() {
    let stage = TableStage(height: 5)
    stage.sections = [["Ada", "Alan", "Anna", "Åsa"], ["Barbara"], ["Cleo", "Cyd", "Carl"]]
    stage.headers = ["A", "B", "C"]
    stage.footers = [nil, "one only", nil]
    stage.table.reloadData()
    stage.settle()
    #expect(stage.texts == ["A", "Ada", "Alan", "Anna", "Åsa"])
    stage.table.setContentOffset(2)
    stage.settle()
    #expect(stage.texts == ["A", "Anna", "Åsa", "B", "Barbara"])
    stage.table.setContentOffset(5)
    stage.settle()
    #expect(stage.texts == ["B", "Barbara", "one only", "C", "Cleo"])
    stage.table.setContentOffset(6)
    stage.settle()
    #expect(stage.texts == ["B", "one only", "C", "Cleo", "Cyd"])
    stage.table.setContentOffset(7)
    stage.settle()
    #expect(stage.texts == ["B", "C", "Cleo", "Cyd", "Carl"])
  }

  @Test func `a section's title never covers the selected row`() {
    let stage = TableStage(height: 5)
    stage.sections = [names(0..<20)]
    stage.headers = ["A"]
    stage.table.reloadData()
    stage.press("G")
    stage.settle()
    for _ in 0..<4 { stage.press(.up) }
    stage.settle()
    #expect(stage.texts == ["A"] + names(15..<19))
    #expect(stage.selectedLine == 1)
    stage.press("g")
    stage.settle()
    #expect(stage.texts == ["A"] + names(0..<4))
  }

  @Test func `a new height of the window keeps the selected row visible`() {
    let stage = TableStage(height: 8, rows: names(0..<20))
    for _ in 0..<7 { stage.press(.down) }
    stage.table.frame.size.height = 3
    stage.settle()
    #expect(stage.texts.prefix(3) == ["row 5", "row 6", "row 7"])
    stage.table.frame.size.height = 8
    stage.settle()
    #expect(stage.texts == names(5..<13))
  }

  @Test func `the cursor is on the selected row while that is visible`() {
    let stage = TableStage(height: 4, rows: names(0..<10))
    #expect(stage.window.cursorPosition == Point(x: 0, y: 0))
    stage.press(.down)
    stage.settle()
    #expect(stage.window.cursorPosition == Point(x: 0, y: 1))
    stage.press(.end)
    stage.settle()
    #expect(stage.window.cursorPosition == Point(x: 0, y: 3))
    stage.sections = [[]]
    stage.table.reloadData()
    stage.settle()
    #expect(stage.window.cursorPosition == nil)
  }

  @Test func `deferred updates are applied once, before the table is read`() {
    let stage = TableStage(height: 4, rows: names(0..<3))
    var applied: [String] = []
    stage.table.setNeedsUpdates { applied.append("replaced") }
    stage.table.setNeedsUpdates {
      applied.append("new")
      stage.insert("new", at: 0)
    }
    #expect(applied.isEmpty)
    #expect(stage.table.selectedPosition == 1)
    #expect(applied == ["new"])
    stage.settle()
    #expect(stage.texts == ["new", "row 0", "row 1", "row 2"])
    #expect(applied == ["new"])
  }

  private static let readers: [@MainActor @Sendable (TableView) -> Void] = [
    { _ = $0.numberOfRows }, { _ = $0.numberOfSections }, { _ = $0.numberOfRows(inSection: 0) }, { _ = $0.isEmpty },
    { _ = $0.selectedIndexPath }, { _ = $0.indexPathsForSelectedRows }, { _ = $0.indexPathsForMarkedRows },
    { _ = $0.markedPositions }, { $0.markedPositions = [0..<1] }, { _ = $0.numberOfMarkedRows }, { $0.markAllRows() },
    { $0.setMarked(true, forRowAt: IndexPath(row: 0, section: 0)) }, { _ = $0.indexPathsForVisibleRows },
    { _ = $0.position(of: IndexPath(row: 0, section: 0)) }, { _ = $0.indexPath(atPosition: 0) }, { _ = $0.rowWidth },
    { _ = $0.indexPathForRow(at: .zero) }, { $0.selectRow(at: nil) }, { $0.chooseSelectedRow() },
    { $0.moveSelection(by: 1) }, { $0.moveSelection(byPages: 1) }, { $0.selectFirstRow() }, { $0.selectLastRow() },
    { $0.scroll(by: 1) }, { $0.setContentOffset(1) }, { $0.moveSelectedRow(by: 1) }, { $0.showRowActions() },
    { $0.setAnnotation("note", forRowAt: IndexPath(row: 0, section: 0)) }, { $0.selectFirstRow(ofSection: 0) },
    { $0.moveSelection(bySections: 1) }, { $0.toggleMark() }, { $0.extendMarks(by: 1) }, { $0.drag(to: 1) },
    { _ = $0.drop() },
  ]

  @Test func `whatever reads the table finds deferred updates done`() {
    for (index, read) in Self.readers.enumerated() {
      let stage = TableStage(height: 4, rows: names(0..<9))
      stage.table.allowsMultipleSelection = true
      var count = 0
      stage.table.setNeedsUpdates { count += 1 }
      read(stage.table)
      #expect(count == 1, "\(index)")
    }
  }

  @Test func `deferred updates wait for the end of a layout`() {
    final class Reader: TableViewDelegate {
      let stage: TableStage
      var counts: [Int] = []
      init(_ stage: TableStage) { self.stage = stage }
      isolated deinit {}
      func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Int? {
        if counts.isEmpty { tableView.setNeedsUpdates { [stage] in stage.insert("new", at: 0) } }
        counts.append(tableView.numberOfRows)
        return nil
      }
    }
    let stage = TableStage(height: 4, rows: names(0..<3))
    let reader = Reader(stage)
    stage.table.delegate = reader
    stage.table.setNeedsLayout()
    stage.table.layoutIfNeeded()
    #expect(reader.counts == [3, 3, 3])
    stage.settle()
    #expect(stage.texts == ["new", "row 0", "row 1", "row 2"])
    #expect(reader.counts.last == 4)
  }

  @Test func `deferred updates wait for the end of a batch`() {
    let stage = TableStage(height: 4, rows: names(0..<2))
    var isApplied = false
    stage.table.performBatchUpdates {
      stage.sections[0].append("new")
      stage.table.insertRows(at: [IndexPath(row: 2, section: 0)])
      stage.table.setNeedsUpdates { isApplied = true }
      #expect(stage.table.selectedPosition == 0)
      #expect(!isApplied)
    }
    stage.settle()
    #expect(isApplied)
    #expect(stage.texts == ["row 0", "row 1", "new", ""])
    #expect(stage.inconsistencies.isEmpty)
  }

  @Test func `at rest nothing is scheduled`() {
    let stage = TableStage(height: 4, rows: names(0..<8))
    #expect(stage.scheduler.isIdle)
    stage.resetCounts()
    stage.press(.down)
    stage.advance(20)
    #expect(stage.scheduler.isIdle)
    stage.press("G")
    stage.advance(20)
    #expect(stage.scheduler.isIdle)
    #expect(stage.frames == 2)
  }
}

/// A screen with rows that Enter restores.
@MainActor
private final class RestoringController: ViewController {
  var canRestore = true
  private(set) var restored = 0

  override var keyCommands: [KeyCommand] {
    [
      KeyCommand(KeyEvent(.enter), title: "restore", isEnabled: { [weak self] in self?.canRestore == true }) {
        [weak self] in self?.restored += 1
      }
    ]
  }
}
