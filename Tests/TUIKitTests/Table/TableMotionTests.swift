import FoundationEssentials
import Testing

@testable import TUIKit

@MainActor
@Suite struct TableMotionTests {
  private let steps = Style.mixSteps

  /// The distinct pictures of an animation.
  private func film(_ stage: TableStage, for milliseconds: Int) -> [[String]] {
    var pictures: [[String]] = [stage.texts]
    for _ in 0..<milliseconds / 5 {
      stage.advance(5)
      if pictures.last != stage.texts { pictures.append(stage.texts) }
    }
    return pictures
  }

  // MARK: Insertions and deletions

  @Test func `a new row makes room, appears from the left, glows and cools`() {
    let stage = TableStage(height: 5, rows: names(0..<10))
    stage.insert("a newcomer, long", at: 2)
    stage.advance(1)
    #expect(stage.texts == ["row 0", "row 1", "row 2", "row 3", "row 4"])
    stage.advance(33)
    #expect(stage.texts[3...] == ["row 2", "row 3"])
    let partly = stage.texts[2]
    #expect(!partly.isEmpty && partly != "a newcomer, long" && "a newcomer, long".hasPrefix(partly))
    #expect(stage.mix(2) == (.fresh, steps))
    stage.advance(100)
    #expect(stage.texts == ["row 0", "row 1", "a newcomer, long", "row 2", "row 3"])
    stage.advance(200)
    let cooling = stage.mix(2)
    #expect(cooling.role == .fresh && cooling.step > 0 && cooling.step < steps)
    #expect(!stage.scheduler.isIdle)
    stage.advance(420)
    #expect(stage.mix(2).step == 0)
    #expect(stage.scheduler.isIdle)
  }

  @Test func `several rows make room line by line`() {
    let stage = TableStage(height: 6, rows: names(0..<10))
    stage.sections[0].insert(contentsOf: ["a", "b", "c"], at: 1)
    stage.table.insertRows(at: [1, 2, 3].map { IndexPath(row: $0, section: 0) })
    let places = film(stage, for: 200).map { $0.firstIndex(of: "row 1") }
    #expect(places == places.sorted { ($0 ?? 9) < ($1 ?? 9) })
    #expect(places.first == 1)
    #expect(places.contains(2) && places.contains(3))
    #expect(places.last == 4)
  }

  @Test func `a deleted row is struck through before the gap closes`() {
    let stage = TableStage(height: 5, rows: names(0..<10))
    stage.delete(2)
    stage.advance(80)
    #expect(stage.texts == names(0..<5))
    #expect(stage.surface.style(at: Point(x: 2, y: 2)).attributes.contains(.strikethrough))
    #expect(stage.mix(2).role == .surface && stage.mix(2).step > 0)
    #expect(!stage.surface.style(at: Point(x: 2, y: 3)).attributes.contains(.strikethrough))
    stage.advance(190)
    #expect(stage.texts == ["row 0", "row 1", "row 3", "row 4", "row 5"])
    #expect(stage.scheduler.isIdle)
  }

  @Test func `fade, slide, flash and none differ`() {
    let stage = TableStage(height: 6, rows: names(0..<2))
    stage.sections[0] += ["fade", "slide", "flash", "none"]
    stage.table.performBatchUpdates {
      for (row, animation) in [RowAnimation.fade, .slide, .flash, .none].enumerated() {
        stage.table.insertRows(at: [IndexPath(row: 2 + row, section: 0)], with: animation)
      }
    }
    stage.advance(25)
    #expect(stage.texts[2] == "fade")
    #expect(stage.mix(2).role == .surface && stage.mix(2).step > 0)
    #expect(stage.texts[3] != "slide" && "slide".hasSuffix(stage.texts[3]))
    #expect(stage.texts[4...] == ["flash", "none"])
    #expect(stage.mix(4).role == .fresh && stage.mix(4).step > 0)
    #expect(stage.mix(5).step == 0)
    stage.settle()
    #expect(stage.texts[2...] == ["fade", "slide", "flash", "none"])
  }

  @Test(arguments: [RowAnimation.none, .flash]) func `a row may be deleted at once`(animation: RowAnimation) {
    let stage = TableStage(height: 5, rows: names(0..<10))
    stage.sections[0].remove(at: 2)
    stage.table.deleteRows(at: [IndexPath(row: 2, section: 0)], with: animation)
    stage.advance(17)
    #expect(!stage.texts.contains("row 2"))
    stage.advance(130)
    #expect(stage.texts == ["row 0", "row 1", "row 3", "row 4", "row 5"])
  }

  @Test func `a row that is deleted out of sight delays nothing`() {
    let stage = TableStage(height: 5, rows: names(0..<10))
    stage.sections[0].insert(contentsOf: ["a", "b", "c", "d"], at: 1)
    stage.table.insertRows(at: (1..<5).map { IndexPath(row: $0, section: 0) })
    while stage.texts.contains("row 4") { stage.advance(1) }
    stage.sections[0].remove(at: 8)
    stage.sections[0].insert("newcomer", at: 0)
    stage.table.apply(deletions: [8], insertions: [0], inSection: 0)
    stage.advance(60)
    #expect(stage.texts.contains { !$0.isEmpty && "newcomer".hasPrefix($0) })
  }

  @Test func `a section is inserted and deleted with its row`() {
    let stage = TableStage(height: 6)
    stage.sections = [["Ada"], ["Cleo", "Cyd"]]
    stage.headers = ["A", "C"]
    stage.table.reloadData()
    stage.settle()
    stage.sections.insert(["Barbara"], at: 1)
    stage.headers = ["A", "B", "C"]
    stage.table.insertSections([1])
    let places = film(stage, for: 200).map { $0.firstIndex(of: "C") }
    #expect(places.first == 2 && places.contains(3) && places.last == 4)
    stage.settle()
    #expect(stage.texts == ["A", "Ada", "B", "Barbara", "C", "Cleo"])
    stage.sections.remove(at: 0)
    stage.headers = ["B", "C"]
    stage.table.deleteSections([0])
    stage.advance(80)
    #expect(stage.texts == ["A", "Ada", "B", "Barbara", "C", "Cleo"])
    stage.settle()
    #expect(stage.texts == ["B", "Barbara", "C", "Cleo", "Cyd", ""])
    stage.sections[1] = ["Carl"]
    stage.table.reloadSections([1])
    stage.advance(17)
    #expect(stage.texts == ["B", "Barbara", "C", "Carl", "", ""])
    stage.settle()
    #expect(stage.texts == ["B", "Barbara", "C", "Carl", "", ""])
  }

  // MARK: Moving

  @Test func `a moved row is lifted and passes its neighbours one by one`() {
    let stage = TableStage(height: 6, rows: names(0..<6))
    stage.move(4, to: 1)
    #expect(
      film(stage, for: 240) == [
        ["row 0", "row 1", "row 2", "row 3", "row 4", "row 5"],
        ["row 0", "row 1", "row 2", "row 4", "row 3", "row 5"],
        ["row 0", "row 1", "row 4", "row 2", "row 3", "row 5"],
        ["row 0", "row 4", "row 1", "row 2", "row 3", "row 5"],
      ])
    stage.advance(20)
    #expect(stage.mix(1).role == .fresh)
    stage.settle()
    #expect(stage.mix(1).step == 0)
  }

  @Test func `rows leave and enter the window at its edge`() {
    let stage = TableStage(height: 5, rows: names(0..<20))
    stage.move(2, to: 15)
    var pictures = film(stage, for: 300)
    #expect(pictures.contains(["row 0", "row 1", "row 3", "row 2", "row 4"]))
    #expect(pictures.last == ["row 0", "row 1", "row 3", "row 4", "row 5"])
    stage.settle()
    #expect(stage.table.visibleCells.count == 5)
    stage.move(15, to: 1)
    pictures = film(stage, for: 300)
    #expect(pictures.contains(["row 0", "row 1", "row 3", "row 2", "row 4"]))
    #expect(pictures.allSatisfy { !$0.contains("") })
    #expect(pictures.last == ["row 0", "row 2", "row 1", "row 3", "row 4"])
  }

  @Test func `a new order travels as one`() {
    let stage = TableStage(height: 12, rows: names(0..<12))
    stage.sections[0].reverse()
    stage.table.apply(moves: (0..<12).map { (old: $0, new: 11 - $0) }, inSection: 0)
    stage.advance(200)
    #expect(stage.texts == names(0..<12).reversed())
    #expect(stage.scheduler.isIdle)
    #expect(stage.selectedText == "row 0")
  }

  @Test(arguments: [4, 5]) func `rows that leave and enter the window are part of a new order`(count: Int) {
    let stage = TableStage(height: 6, rows: names(0..<30))
    // Not the selected row, which the window would follow.
    for row in 1...count { stage.sections[0].swapAt(row, 20 + row) }
    stage.table.apply(moves: (1...count).flatMap { [(old: $0, new: 20 + $0), (old: 20 + $0, new: $0)] }, inSection: 0)
    stage.advance(200)
    // More than eight rows that move travel together, without a glow.
    #expect(stage.scheduler.isIdle == (count == 5))
    stage.settle()
    #expect(stage.texts == Array(stage.sections[0].prefix(6)))
  }

  @Test func `over 200 changes are one cross-fade, a burst is settled`() {
    let stage = TableStage(height: 4, rows: names(0..<300))
    stage.sections = [names(300..<600)]
    stage.table.apply(deletions: Array(0..<300), insertions: Array(0..<300), inSection: 0)
    stage.advance(60)
    #expect(stage.texts == names(0..<4))
    #expect(stage.mix(1).role == .surface && stage.mix(1).step > 0)
    stage.advance(50)
    #expect(stage.texts == names(300..<304))
    #expect(stage.mix(1).step > 0)
    stage.advance(80)
    #expect(stage.mix(1).step == 0)
    stage.sections = [names(600..<900)]
    stage.table.apply(deletions: Array(0..<300), insertions: Array(0..<300), inSection: 0)
    stage.advance(20)
    #expect(stage.texts == names(600..<604))
    #expect(stage.mix(1).step == 0)
    #expect(stage.scheduler.isIdle)
  }

  @Test func `many changes out of sight move nothing`() {
    let stage = TableStage(height: 4, rows: names(0..<10))
    stage.sections[0] += names(10..<400)
    stage.table.apply(insertions: Array(10..<400), inSection: 0)
    stage.resetCounts()
    stage.advance(100)
    #expect(stage.frames == 1)
    #expect(stage.scheduler.isIdle)
  }

  @Test func `a reload can be a cross-fade`() {
    let stage = TableStage(height: 3, rows: names(0..<3))
    stage.sections = [names(5..<8)]
    stage.table.reloadData(animated: true)
    stage.advance(40)
    #expect(stage.texts == names(0..<3))
    stage.press(.down)
    stage.advance(17)
    #expect(stage.texts == names(5..<8))
    #expect(stage.selectedLine == 1)
    #expect(stage.mix(0).step == 0)
  }

  @Test func `scrolling ends a cross-fade`() {
    let stage = TableStage(height: 3, rows: names(0..<9))
    stage.sections = [names(20..<29)]
    stage.table.reloadData(animated: true)
    stage.advance(40)
    #expect(stage.texts == names(0..<3))
    stage.mouse(.scrollDown, y: 1)
    stage.advance(17)
    #expect(stage.texts == names(23..<26))
    #expect(stage.mix(0).step == 0)
  }

  // MARK: Interruption

  @Test func `a batch during a motion continues from the current places`() {
    let stage = TableStage(height: 10, rows: names(0..<20))
    func insertFour(_ name: String) {
      stage.sections[0].insert(contentsOf: (0..<4).map { "\(name) \($0)" }, at: 1)
      stage.table.insertRows(at: (1..<5).map { IndexPath(row: $0, section: 0) })
    }
    insertFour("first")
    stage.advance(34)
    let before = stage.texts.firstIndex(of: "row 1")
    #expect(before.map { $0 > 1 && $0 < 5 } == true)
    insertFour("second")
    stage.advance(1)
    #expect(stage.texts.firstIndex(of: "row 1") == before)
    let places = film(stage, for: 200).compactMap { $0.firstIndex(of: "row 1") }
    #expect(places == places.sorted())
    #expect(places.contains { $0 != before && $0 < 8 })
    #expect(places.last == 9)
  }

  @Test func `consecutive deletions do not hold the gap open`() {
    let stage = TableStage(height: 6, rows: names(0..<40))
    for _ in 0..<10 {
      stage.delete(2)
      stage.advance(30)
    }
    // The first gap has begun to close although rows are still being deleted.
    #expect(stage.texts.contains("row 12"))
    #expect(stage.table.presenter.rows.ghosts.count <= 12)
    stage.settle()
    #expect(stage.texts == ["row 0", "row 1", "row 12", "row 13", "row 14", "row 15"])
  }

  @Test func `keys act on the final state while rows move`() {
    let stage = TableStage(height: 6, rows: names(0..<6))
    stage.insert("new", at: 1)
    stage.press(.down)
    #expect(stage.selectedText == "new")
    stage.press(.enter)
    #expect(stage.chosen == [IndexPath(row: 1, section: 0)])
    stage.mouse(.press, y: 3)
    #expect(stage.selectedText == "row 2")
    stage.press(.end)
    stage.advance(17)
    stage.settle()
    #expect(stage.selectedLine == 5)
  }

  @Test func `without motion the end is shown at once`() {
    let stage = TableStage(height: 5, rows: names(0..<10))
    stage.clock.isMotionEnabled = false
    var isDone = false
    stage.insert("new", at: 1)
    stage.delete(3)
    stage.move(0, to: 2)
    stage.change(4, to: "other")
    stage.table.setAnnotation("by nobody", forRowAt: IndexPath(row: 1, section: 0))
    stage.table.performBatchUpdates({}, completion: { isDone = true })
    stage.resetCounts()
    stage.advance(20)
    #expect(stage.texts == Array(stage.sections[0].prefix(5)))
    #expect(stage.scheduler.isIdle)
    #expect(stage.frames == 1)
    #expect(isDone)
  }

  @Test func `the completion is called when no row moves any more`() {
    let stage = TableStage(height: 5, rows: names(0..<10))
    var isDone = false
    stage.sections[0].removeFirst()
    stage.table.performBatchUpdates({ stage.table.deleteRows(at: [IndexPath(row: 0, section: 0)]) }) { isDone = true }
    stage.advance(200)
    #expect(!isDone)
    stage.settle()
    #expect(isDone)
  }

  // MARK: Freshness

  @Test func `a changed row glows and cools`() {
    let stage = TableStage(height: 3, rows: names(0..<3))
    stage.change(1, to: "other")
    stage.advance(17)
    #expect(stage.texts[1] == "other")
    #expect(stage.mix(1).role == .fresh && stage.mix(1).step >= steps - 1)
    #expect(stage.mix(0).step == 0)
    stage.advance(640)
    #expect(stage.mix(1).step == 0)
    #expect(stage.scheduler.isIdle)
  }

  @Test func `a changed row may fade in instead`() {
    let stage = TableStage(height: 3, rows: names(0..<3))
    stage.sections[0][1] = "other"
    stage.table.reloadRows(at: [IndexPath(row: 1, section: 0)], with: .fade)
    stage.advance(17)
    #expect(stage.texts[1] == "other")
    #expect(stage.mix(1).role == .surface && stage.mix(1).step > 0)
    stage.settle()
    #expect(stage.mix(1).step == 0)
  }

  /// A cell with two columns that glow independently.
  private final class ColumnCell: TableViewCell {
    override var glowsOnlyWhereChanged: Bool { true }
  }

  @Test func `a cell may glow only where it has changed`() {
    let stage = TableStage(width: 40, height: 3, rows: ["Ada Lovelace      ada@example.org     friend", "x"])
    stage.cellType = ColumnCell.self
    stage.table.reloadData()
    stage.settle()
    stage.change(0, to: "Ada Lovelace      ada@example.com     friend")
    stage.advance(17)
    let glowing = (0..<39).filter { stage.mix(0, x: $0).step > 0 }
    #expect(glowing == Array(20..<35))
    stage.settle()
    stage.change(0, to: "Ada Lovelace      ada@example.com     friend")
    stage.advance(17)
    #expect((0..<39).allSatisfy { stage.mix(0, x: $0).step > 0 })
  }

  @Test func `without colours a fresh row has a mark before it`() {
    let stage = TableStage(height: 3, rows: names(0..<3))
    stage.window.isColored = false
    stage.change(1, to: "other")
    stage.advance(17)
    #expect(stage.lines[1] == "▸ other")
    stage.settle()
    #expect(stage.lines[1] == "  other")
  }

  @Test func `a note is at its row's end, moves with it and fades`() {
    let stage = TableStage(width: 40, height: 4, rows: names(0..<4))
    stage.table.setAnnotation("by cron@home", forRowAt: IndexPath(row: 1, section: 0))
    stage.advance(20)
    #expect(stage.texts[1].hasPrefix("row 1 ") && stage.texts[1].hasSuffix(" by cron@home"))
    stage.insert("new", at: 1)
    stage.advance(1_000)
    #expect(stage.texts[2].hasSuffix("by cron@home"))
    stage.advance(700)
    let x = stage.lines[2].count - 4
    #expect(stage.mix(2, x: x).role == .surface && stage.mix(2, x: x).step > 0)
    stage.advance(300)
    #expect(stage.texts[2] == "row 1")
    #expect(stage.scheduler.isIdle)
    stage.table.setAnnotation("nowhere", forRowAt: IndexPath(row: 9, section: 0))
    #expect(stage.table.presenter.annotations.isEmpty)
  }
}
