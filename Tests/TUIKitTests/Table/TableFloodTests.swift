import FoundationEssentials
import Testing

@testable import TUIKit

/// More changes than can be animated one by one.
@MainActor
@Suite struct TableFloodTests {
  @Test func `ten thousand changes a second do not delay keys`() {
    let stage = TableStage(height: 20, rows: names(0..<100))
    stage.resetCounts()
    for number in 0..<10_000 {
      switch number % 4 {
      case 0: stage.insert("new \(number)", at: 3)
      case 1: stage.delete(4)
      case 2: stage.change(number % 90, to: "changed \(number)")
      default: stage.move(number % 90, to: (number * 7) % 90)
      }
      if number % 1_000 == 999 {
        let (frames, selected) = (stage.frames, stage.table.selectedIndexPath?.row ?? 0)
        stage.press(.down)
        stage.clock.flush()
        #expect(stage.table.selectedIndexPath?.row == selected + 1)
        #expect(stage.frames == frames + 1)
        #expect(stage.selectedLine != nil)
      }
      stage.scheduler.advance(by: .microseconds(100))
    }
    #expect(stage.frames <= 60 + 1 + 10)
    stage.settle()
    let reached = stage.lines
    stage.table.reloadData()
    stage.settle()
    #expect(stage.lines == reached)
    #expect(stage.scheduler.isIdle)
  }

  @Test func `when motion is switched off, moving rows are at their end`() {
    let stage = TableStage(height: 8, rows: names(0..<30))
    stage.insert("newcomer", at: 2)
    stage.delete(5)
    stage.advance(60)
    stage.clock.pauseMotion(for: .seconds(1))
    stage.clock.flush()
    let shown = (stage.lines, stage.styles)
    stage.table.reloadData()
    stage.settle()
    #expect(stage.lines == shown.0)
    #expect(stage.styles == shown.1)
  }
}
