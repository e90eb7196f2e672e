import FoundationEssentials
import Testing

@testable import TUIKit

/// How batches of sections and of many rows are shown.
@Suite @MainActor struct SectionMotionTests {
  private func stage() -> TableStage {
    let stage = TableStage(height: 8)
    stage.sections = [["a"], ["b", "c"]]
    stage.headers = ["A", "B"]
    stage.table.reloadData()
    stage.settle()
    return stage
  }

  private func roles(_ stage: TableStage) -> Set<ColorRole> {
    Set(stage.styles.filter { $0.mix.step > 0 }.map(\.mix.role))
  }

  private func insert(_ stage: TableStage, with animation: RowAnimation) {
    stage.sections.insert(["x"], at: 1)
    stage.headers.insert("X", at: 1)
    stage.table.insertSections([1], with: animation)
    stage.advance(165)
  }

  @Test func `a section is inserted as it is asked to be`() {
    let plain = stage()
    insert(plain, with: .none)
    #expect(plain.texts[..<6] == ["A", "a", "X", "x", "B", "b"] && roles(plain).isEmpty)
    let flash = stage()
    insert(flash, with: .flash)
    #expect(flash.texts[3] == "x" && flash.mix(3).role == .fresh && flash.mix(3).step > 0)
    let automatic = stage()
    automatic.sections.insert(["x"], at: 1)
    automatic.headers.insert("X", at: 1)
    automatic.table.insertSections([1])
    automatic.advance(20)
    #expect(automatic.table.isAnimating && !roles(automatic).isEmpty)
    automatic.settle()
    #expect(automatic.texts[2] == "X" && !automatic.table.isAnimating)
  }

  @Test func `a section is deleted as it is asked to be`() {
    for (animation, stays) in [
      (RowAnimation.automatic, true), (.fade, true), (.slide, true), (.flash, false), (.none, false),
    ] {
      let stage = stage()
      stage.sections.removeFirst()
      stage.headers.removeFirst()
      stage.table.deleteSections([0], with: animation)
      stage.advance(1)
      #expect(stage.table.presenter.rows.ghosts.isEmpty == !stays, "\(animation)")
      stage.settle()
      #expect(stage.texts[..<4] == ["B", "b", "c", ""] && stage.table.presenter.rows.ghosts.isEmpty)
    }
  }

  @Test func `the title of a deleted section fades, its rows are struck through`() {
    let stage = stage()
    stage.sections.removeFirst()
    stage.headers.removeFirst()
    stage.table.deleteSections([0])
    stage.advance(80)
    #expect(stage.texts[..<2] == ["A", "a"])
    let isStruck = (0..<2).map { stage.surface.style(at: Point(x: 2, y: $0)).attributes.contains(.strikethrough) }
    #expect(isStruck == [false, true] && stage.mix(0).step > 0)
  }

  @Test func `a reloaded section glows, without ghosts`() {
    let stage = stage()
    stage.sections[1] = ["b", "d", "e"]
    stage.table.reloadSections([1])
    stage.advance(20)
    #expect(stage.texts[..<6] == ["A", "a", "B", "b", "d", "e"] && stage.table.presenter.rows.ghosts.isEmpty)
    #expect(stage.mix(4).role == .fresh && stage.mix(4).step > 0 && stage.mix(1).step == 0)
  }

  @Test(arguments: [(8, true), (9, false)]) func `up to eight rows travel one by one`(count: Int, areLifted: Bool) {
    let stage = TableStage(height: 20, rows: names(0..<20))
    let moved = (0..<count).map { (old: $0 + 1, new: 19 - $0) }
    let rows = stage.sections[0]
    var new = rows.enumerated().filter { !(1...count).contains($0.offset) }.map(\.element)
    for move in moved.reversed() { new.append(rows[move.old]) }
    stage.sections[0] = new
    stage.table.apply(moves: moved, inSection: 0)
    stage.advance(40)
    #expect(stage.inconsistencies.isEmpty && roles(stage).contains(.accent) == areLifted)
    stage.settle()
    #expect(stage.texts == new)
  }

  @Test(arguments: [200, 201]) func `over 200 changes are a cross-fade`(count: Int) {
    let stage = TableStage(height: 4, rows: names(0..<300))
    stage.sections[0].remove(at: 1)
    stage.table.performBatchUpdates {
      stage.table.deleteRows(at: [IndexPath(row: 1, section: 0)])
      stage.table.reloadRows(at: (2...count).map { IndexPath(row: $0, section: 0) })
    }
    stage.advance(40)
    #expect(roles(stage).contains(.fresh) == (count == 200))
  }

  @Test func `many rows deleted below the others leave in a cross-fade`() {
    let stage = TableStage(height: 4, rows: names(0..<300))
    stage.sections[0].removeSubrange(2...)
    stage.table.deleteRows(at: (2..<300).map { IndexPath(row: $0, section: 0) })
    stage.advance(60)
    #expect(stage.texts == names(0..<4) && stage.mix(1).step > 0)
    #expect(!stage.surface.style(at: Point(x: 2, y: 2)).attributes.contains(.strikethrough))
    stage.settle()
    #expect(stage.texts == ["row 0", "row 1", "", ""])
  }

  @Test func `another cross-fade continues the first`() {
    let stage = TableStage(height: 3, rows: names(0..<3))
    stage.sections = [names(5..<8)]
    stage.table.reloadData(animated: true)
    stage.advance(110)
    #expect(stage.texts == names(5..<8) && stage.mix(1).step > 0)
    stage.sections = [names(10..<13)]
    stage.table.reloadData(animated: true)
    stage.advance(20)
    #expect(stage.texts == names(10..<13) && stage.mix(1).step > 0)
    stage.settle()
    #expect(stage.mix(1).step == 0 && stage.table.subviews.count == 3)
  }

  @Test func `a completion waits for the last motion, or is called at once`() {
    let stage = TableStage(height: 4, rows: names(0..<9))
    var log: [String] = []
    stage.table.performBatchUpdates({}, completion: { log.append("nothing") })
    #expect(log == ["nothing"])
    stage.sections[0].insert("new", at: 1)
    stage.table.performBatchUpdates({ stage.table.insertRows(at: [IndexPath(row: 1, section: 0)]) }) {
      log.append("row")
    }
    stage.advance(1)
    stage.table.performBatchUpdates({}, completion: { log.append("later") })
    #expect(log == ["nothing"])
    stage.settle()
    #expect(log == ["nothing", "row", "later"])
  }

  @Test func `a hidden table is settled`() {
    let stage = TableStage(height: 4, rows: names(0..<9))
    stage.table.isHidden = true
    stage.insert("new", at: 1)
    stage.settle()
    #expect(!stage.table.isAnimating)
    stage.table.isHidden = false
    stage.settle()
    #expect(stage.texts[1] == "new" && roles(stage).isEmpty)
  }
}
