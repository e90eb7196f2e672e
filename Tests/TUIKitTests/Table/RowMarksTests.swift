import FoundationEssentials
import Testing

@testable import TUIKit

@MainActor
@Suite struct RowMarksTests {
  private func stage(height: Int = 8, rows: Int = 20) -> TableStage {
    let stage = TableStage(height: height, rows: names(0..<rows))
    stage.table.allowsMultipleSelection = true
    return stage
  }

  private func marked(_ stage: TableStage) -> [String] {
    stage.table.indexPathsForMarkedRows.map { stage.sections[$0.section][$0.row] }
  }

  private func marksSeen(_ stage: TableStage) -> [Int] {
    (0..<stage.surface.size.height).filter { stage.surface.text(at: Point(x: 0, y: $0)) == "●" }
  }

  @Test func `Space marks a row and moves on, and unmarks it again`() {
    let stage = stage()
    stage.press(" ")
    stage.press(" ")
    stage.settle()
    #expect(marked(stage) == ["row 0", "row 1"])
    #expect(marksSeen(stage) == [0, 1])
    #expect(stage.selectedText == "row 2")
    stage.press(.up)
    stage.press(" ")
    #expect(marked(stage) == ["row 0"])
    #expect(stage.table.markedPositions == [0..<1])
    #expect(stage.table.numberOfMarkedRows == 1)
  }

  @Test func `without permission nothing is marked`() {
    let stage = TableStage(rows: names(0..<5))
    stage.press(" ")
    stage.press("*")
    stage.table.markAllRows()
    #expect(marked(stage) == [])
    stage.table.allowsMultipleSelection = true
    stage.table.markAllRows()
    #expect(stage.table.numberOfMarkedRows == 5)
    stage.table.allowsMultipleSelection = false
    #expect(stage.table.numberOfMarkedRows == 0)
  }

  @Test func `without permission a click with Control or Shift is a click`() {
    let stage = TableStage(rows: names(0..<5))
    for modifiers in [KeyEvent.Modifiers.control, .shift] {
      stage.window.send(.mouse(MouseEvent(.press, at: Point(x: 4, y: 2), modifiers)))
    }
    #expect(stage.chosen == [IndexPath(row: 2, section: 0)])
    #expect(marked(stage) == [])
  }

  @Test func `commands apply to the marked rows, or the selected one`() {
    let stage = stage()
    stage.press(.down)
    #expect(stage.table.indexPathsForSelectedRows == [IndexPath(row: 1, section: 0)])
    stage.table.setMarked(true, forRowAt: IndexPath(row: 7, section: 0))
    stage.table.setMarked(true, forRowAt: IndexPath(row: 3, section: 0))
    stage.table.setMarked(true, forRowAt: IndexPath(row: 99, section: 0))
    #expect(stage.table.indexPathsForSelectedRows.map(\.row) == [3, 7])
  }

  @Test func `Shift marks the passed rows, and unmarks them on the way back`() {
    let stage = stage()
    stage.press(.down)
    for _ in 0..<3 { stage.press(.down, .shift) }
    #expect(marked(stage) == ["row 1", "row 2", "row 3", "row 4"])
    stage.press(.up, .shift)
    stage.press(.up, .shift)
    #expect(marked(stage) == ["row 1", "row 2"])
    for _ in 0..<2 { stage.press(.up, .shift) }
    #expect(marked(stage) == ["row 0", "row 1"])
    stage.press(.end)
    stage.press(.up, .shift)
    #expect(marked(stage) == ["row 0", "row 1", "row 18", "row 19"])
  }

  @Test func `a moved end breaks the run of marks`() {
    func marked(moving row: Int) -> [String] {
      let stage = stage()
      stage.press(.down)
      for _ in 0..<2 { stage.press(.down, .shift) }
      stage.move(row, to: 10)
      stage.press(.down, .shift)
      return self.marked(stage)
    }
    #expect(marked(moving: 1) == ["row 2", "row 3", "row 4", "row 1"])
    #expect(marked(moving: 3) == ["row 1", "row 2", "row 3", "row 11"])
  }

  @Test func `rows inserted in a run are not marked`() {
    let stage = stage()
    stage.press(.down)
    for _ in 0..<2 { stage.press(.down, .shift) }
    stage.insert("new", at: 2)
    #expect(marked(stage) == ["row 1", "row 2", "row 3"])
    stage.press(.down, .shift)
    #expect(marked(stage) == ["row 1", "row 2", "row 3", "row 4"])
    stage.press(.up, .shift)
    #expect(marked(stage) == ["row 1", "row 2", "row 3"])
    stage.press(.up, .shift)
    #expect(marked(stage) == ["row 1", "row 2"])
  }

  @Test func `Escape unmarks, and goes up the chain when nothing is marked`() {
    let stage = stage()
    stage.press("*")
    #expect(stage.table.numberOfMarkedRows == 20)
    #expect(stage.window.send(.key(KeyEvent(.escape))))
    #expect(marked(stage) == [])
    stage.settle()
    #expect(marksSeen(stage) == [])
    #expect(!stage.window.send(.key(KeyEvent(.escape))))
  }

  @Test func `Control-click marks one row, Shift-click all up to it`() {
    let stage = stage()
    func click(_ y: Int, _ modifiers: KeyEvent.Modifiers) {
      stage.window.send(.mouse(MouseEvent(.press, at: Point(x: 4, y: y), modifiers)))
    }
    click(2, .control)
    click(5, .shift)
    #expect(marked(stage) == ["row 2", "row 3", "row 4", "row 5"])
    click(4, .control)
    #expect(marked(stage) == ["row 2", "row 3", "row 5"])
    #expect(stage.chosen.isEmpty)
  }

  @Test func `a mark stays with its row during changes`() {
    let stage = stage()
    for row in [2, 3, 9] { stage.table.setMarked(true, forRowAt: IndexPath(row: row, section: 0)) }
    stage.insert("new", at: 3)
    #expect(marked(stage) == ["row 2", "row 3", "row 9"])
    stage.move(2, to: 12)
    #expect(marked(stage) == ["row 3", "row 9", "row 2"])
    stage.change(3, to: "changed")
    #expect(marked(stage) == ["changed", "row 9", "row 2"])
    stage.delete(3)
    stage.settle()
    #expect(marked(stage) == ["row 9", "row 2"])
    stage.table.reloadData()
    #expect(marked(stage) == [])
  }

  @Test func `marks follow when sections are inserted, deleted or moved`() {
    let stage = stage()
    stage.sections = [names(0..<3), names(3..<6), names(6..<9)]
    stage.table.reloadData()
    stage.settle()
    for section in 0..<3 { stage.table.setMarked(true, forRowAt: IndexPath(row: 1, section: section)) }
    stage.table.performBatchUpdates {
      stage.sections = [names(6..<9), ["new"], names(0..<3)]
      stage.table.deleteSections([1])
      stage.table.insertSections([1])
      stage.table.moveSection(2, toSection: 0)
    }
    #expect(stage.inconsistencies.isEmpty)
    #expect(marked(stage) == ["row 7", "row 1"])
  }

  @Test(arguments: 0..<6) func `after any batch the same rows are marked`(seed: UInt64) {
    let stage = stage(rows: 40)
    var random = SeededGenerator(seed: seed)
    var wanted: Set<String> = []
    for round in 0..<60 {
      for (row, text) in stage.sections[0].enumerated() where Int.random(in: 0..<9, using: &random) == 0 {
        stage.table.setMarked(true, forRowAt: IndexPath(row: row, section: 0))
        wanted.insert(text)
      }
      var rows = stage.sections[0]
      let gone = Set((0..<rows.count).filter { _ in Int.random(in: 0..<8, using: &random) == 0 })
      wanted.subtract(gone.map { rows[$0] })
      rows = rows.enumerated().filter { !gone.contains($0.offset) }.map(\.element)
      var come: [Int] = []
      for index in 0..<Int.random(in: 0...6, using: &random) {
        let place = Int.random(in: 0...rows.count, using: &random)
        rows.insert("new \(round) \(index)", at: place)
      }
      come = rows.indices.filter { rows[$0].hasPrefix("new \(round) ") }
      stage.sections[0] = rows
      stage.table.apply(deletions: gone.sorted(), insertions: come, inSection: 0)
      #expect(Set(marked(stage)) == wanted)
    }
    #expect(stage.inconsistencies.isEmpty)
  }

  @Test func `marks can be read and set as positions in all sections`() {
    let stage = TableStage()
    stage.table.allowsMultipleSelection = true
    stage.sections = [names(0..<3), [], names(3..<7)]
    stage.table.reloadData()
    stage.table.markedPositions = [1..<4, 6..<20]
    #expect(marked(stage) == ["row 1", "row 2", "row 3", "row 6"])
    #expect(stage.table.markedPositions == [1..<4, 6..<7])
    stage.table.markedPositions = []
    #expect(stage.table.numberOfMarkedRows == 0)
    #expect(stage.table.markedPositions.isEmpty)
  }

  @Test func `all marks of a section are one range`() {
    let geometry = TableGeometry(
      sections: (0..<27).map { _ in TableGeometry.Section(rowCount: 40_000, headerHeight: 1) })
    var marks = RowMarks()
    let (first, last) = (RowIndex(section: 0, row: 0), RowIndex(section: 26, row: 39_999))
    marks.set(true, from: last, through: first, in: geometry)
    #expect(marks.count == 27 * 40_000)
    #expect(marks.sections.keys.sorted() == Array(0..<27))
    #expect(marks.sections.values.allSatisfy { $0.ranges == [0..<40_000] })
  }
}
