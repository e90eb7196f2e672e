import FoundationEssentials
import Testing

@testable import TUIKit

extension TableMotionTests {
  @Test func `a row deleted in a scrolled table leaves from its line`() {
    let stage = TableStage(height: 5, rows: names(0..<20))
    stage.table.selectRow(at: IndexPath(row: 10, section: 0), scrollPosition: .top)
    stage.settle()
    stage.delete(12)
    stage.advance(80)
    #expect(stage.texts == names(10..<15))
    #expect(stage.surface.style(at: Point(x: 2, y: 2)).attributes.contains(.strikethrough))
    stage.settle()
    #expect(stage.texts == ["row 10", "row 11", "row 13", "row 14", "row 15"])
  }
}
