import FoundationEssentials
import Testing

@testable import TUIKit

@MainActor
@Suite struct TableMotionTests {
  private let steps = Style.mixSteps

  @Test func `a new row makes room, draws itself from the left, glows and cools`() {
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

  @Test func `a removed row is struck through before the gap closes`() {
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

  @Test func `a moved row is lifted and passes its neighbours one by one`() {
    let stage = TableStage(height: 6, rows: names(0..<6))
    stage.move(4, to: 1)
    var pictures: [[String]] = []
    for _ in 0..<24 {
      stage.advance(10)
      if pictures.last != stage.texts { pictures.append(stage.texts) }
    }
    #expect(
      pictures == [
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

  @Test func `with motion off the end is shown at once`() {
    let stage = TableStage(height: 5, rows: names(0..<10))
    stage.clock.isMotionEnabled = false
    stage.insert("new", at: 1)
    stage.delete(3)
    stage.move(0, to: 2)
    stage.change(4, to: "other")
    stage.resetCounts()
    stage.advance(20)
    #expect(stage.texts == Array(stage.sections[0].prefix(5)))
    #expect(stage.scheduler.isIdle)
    #expect(stage.frames == 1)
  }
}
