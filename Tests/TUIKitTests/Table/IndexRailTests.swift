import FoundationEssentials
import Testing

@testable import TUIKit

@MainActor
@Suite struct IndexRailTests {
  /// Ten rows for each letter.
  private func stage(letters: String, rows: Int = 10, height: Int) -> TableStage {
    let stage = TableStage(height: height)
    stage.indexTitles = letters.map { String($0) }
    stage.headers = letters.map { String($0) }
    stage.sections = letters.map { letter in (0..<rows).map { "\(letter)\($0)" } }
    stage.table.reloadData()
    stage.settle()
    return stage
  }

  private func rail(_ stage: TableStage) -> String {
    column(stage, stage.surface.size.width - 2)
  }

  private func column(_ stage: TableStage, _ x: Int) -> String {
    (0..<stage.surface.size.height).map { stage.surface.text(at: Point(x: x, y: $0)) }.joined()
  }

  /// The titles that are highlighted.
  private func marked(_ stage: TableStage) -> String {
    let x = stage.surface.size.width - 2
    return (0..<stage.surface.size.height).map { Point(x: x, y: $0) }
      .filter { stage.surface.style(at: $0).foreground == .accent }.map(stage.surface.text).joined()
  }

  @Test func `the letters of visible sections are highlighted`() {
    let stage = stage(letters: "ABCDE", height: 10)
    #expect(rail(stage) == "A B C D E ")
    #expect(marked(stage) == "A")
    stage.table.scroll(by: 8)
    stage.settle()
    #expect(rail(stage) == "A B C D E ")
    #expect(marked(stage) == "AB")
    stage.press(.end)
    stage.settle()
    #expect(rail(stage) == "A B C D E ")
    #expect(marked(stage) == "E")
  }

  @Test func `blanks between letters have their style`() {
    let stage = stage(letters: "ABCDE", height: 10)
    let styles = (1..<10).map { stage.surface.style(at: Point(x: stage.surface.size.width - 2, y: $0)) }
    #expect(Set(styles) == [Style(.textDim, on: .surface)])
  }

  @Test func `a low window leaves letters out, but not the current one`() {
    let stage = stage(letters: "ABCDEFGHIJ", height: 5)
    #expect(rail(stage) == "ACEGI")
    stage.table.selectFirstRow(ofSection: 3)
    stage.settle()
    #expect(rail(stage) == "ADEGI")
    #expect(marked(stage) == "D")
  }

  @Test func `the letters keep their places while the list scrolls`() {
    let stage = stage(letters: "ABCDE", height: 10)
    for _ in 0..<30 {
      stage.press(.down)
      stage.advance(20)
      #expect(rail(stage) == "A B C D E ")
      #expect(column(stage, 23) == "          ")
    }
    stage.settle()
    #expect(stage.scheduler.isIdle)
  }

  @Test func `a list that fits has no letters`() {
    let stage = stage(letters: "AB", rows: 2, height: 6)
    #expect(rail(stage) == "      ")
    stage.mouse(.press, x: 23, y: 5)
    #expect(stage.selectedText == "B1")
  }

  @Test func `without room for letters only the mark is shown`() {
    let stage = stage(letters: "ABC", height: 3)
    #expect(rail(stage) == "   " && column(stage, 23) == "┃  ")
  }

  @Test func `a click selects a section, and dragging follows`() {
    let stage = stage(letters: "ABCDE", height: 10)
    stage.mouse(.press, x: 23, y: 4)
    stage.settle()
    #expect(stage.selectedText == "C0")
    #expect(stage.texts.prefix(2) == ["C", "C0"])
    stage.mouse(.drag, x: 2, y: 7)
    #expect(stage.selectedText == "D0")
    stage.mouse(.drag, x: 2, y: 40)
    #expect(stage.selectedText == "E0")
    stage.mouse(.release, x: 2, y: 40)
    stage.mouse(.drag, x: 2, y: 1)
    #expect(stage.selectedText == "E0")
    #expect(stage.chosen.isEmpty)
  }

  @Test func `a lost release ends the hold on the letters`() {
    let stage = stage(letters: "ABCDE", height: 10)
    stage.mouse(.press, x: 23, y: 4)
    #expect(stage.selectedText == "C0" && stage.table.contentOffset == 22)
    stage.mouse(.press, y: 3)
    stage.mouse(.drag, y: 7)
    #expect(stage.selectedText == "C2" && stage.table.contentOffset == 22)
  }

  @Test func `a click on a section's title selects its first row`() {
    let stage = stage(letters: "AB", rows: 3, height: 6)
    stage.mouse(.press, y: 4)
    #expect(stage.selectedText == "B0")
    stage.table.setContentOffset(2)
    stage.settle()
    stage.mouse(.press, y: 0)
    #expect(stage.selectedText == "A0")
  }

  @Test func `titles may lead to any section, invalid ones are left out`() {
    let stage = stage(letters: "ABCDE", height: 10)
    stage.indexTitles = ["Alpha", "?", "Epsilon", "D"]
    stage.indexSections = [0, 7, 4, 3]
    stage.table.reloadData()
    stage.settle()
    #expect(rail(stage) == "A    E    ")
    stage.mouse(.press, x: 23, y: 9)
    #expect(stage.selectedText == "E0")
  }

  @Test func `sections with the same initial share a letter`() {
    let stage = stage(letters: "ABCDE", height: 10)
    stage.indexTitles = ["family", "Friend", "math", "money", "work"]
    stage.table.reloadData()
    stage.settle()
    #expect(rail(stage).filter { $0.isLetter } == "fmw")
    stage.table.selectFirstRow(ofSection: 1)
    stage.settle()
    #expect(marked(stage) == "f")
    let line = rail(stage).enumerated().first { $0.element == "m" }?.offset ?? 0
    stage.mouse(.press, x: 23, y: line)
    #expect(stage.selectedText == "C0")
  }

  @Test func `wide letters get two columns`() {
    let stage = stage(letters: "あかさ", height: 6)
    #expect(stage.surface.text(at: Point(x: 22, y: 0)) == "あ")
    #expect(stage.surface.text(at: Point(x: 22, y: 2)) == "か")
    #expect(stage.table.visibleCells.allSatisfy { $0.frame.width == 22 })
  }

  @Test func `keys go from section to section`() {
    let stage = stage(letters: "ABC", height: 6)
    let next = stage.window.availableKeyCommands.first { $0.title == "next section" }
    #expect(next?.keys == [KeyEvent(.down, .control), KeyEvent(.character("}"))])
    stage.press(.down)
    stage.press("}")
    #expect(stage.selectedText == "B0")
    stage.press(.down, .control)
    #expect(stage.selectedText == "C0")
    stage.press("}")
    #expect(stage.selectedText == "C0")
    stage.press(.end)
    stage.press("{")
    #expect(stage.selectedText == "C0")
    stage.press(.up, .control)
    #expect(stage.selectedText == "B0")
    stage.settle()
    #expect(stage.lines[0].hasPrefix(" B"))
  }

  @Test func `sections inserted by a batch are in the index`() {
    let stage = stage(letters: "AC", height: 8)
    stage.table.performBatchUpdates {
      stage.sections.insert(["B0"], at: 1)
      stage.headers = ["A", "B", "C"]
      stage.indexTitles = ["A", "B", "C"]
      stage.table.insertSections([1])
    }
    stage.settle()
    #expect(rail(stage).filter { $0.isLetter } == "ABC")
  }

  @Test func `scrolling queries no titles, and a batch queries them once`() {
    let stage = stage(letters: "ABCDEFGHIJKLMNOPQRSTUVWXYZ#", rows: 40, height: 30)
    stage.resetCounts()
    for key in [KeyEvent.Key.down, .pageDown, .end, .home] { stage.press(key) }
    stage.press("}")
    stage.settle()
    #expect(stage.titleCalls == 0)
    stage.insert("new", at: 3)
    stage.settle()
    #expect(stage.titleCalls == 1)
  }

  @Test(arguments: 0..<5) func `every line leads to a title, and the mark is inside`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let count = Int.random(in: 1...40, using: &random)
      let geometry = TableGeometry(
        sections: (0..<count).map { _ in
          TableGeometry.Section(rowCount: Int.random(in: 0...50, using: &random), headerHeight: 1)
        })
      let rail = IndexRail(
        titles: (0..<count).map { String(Unicode.Scalar(UInt8(0x21 + $0))) }, sections: Array(0..<count),
        sectionCount: count)
      let height = Int.random(in: 1...60, using: &random)
      var last = 0
      for line in 0..<height {
        let title = rail.title(at: line, height: height)
        #expect(0..<count ~= title)
        #expect(title >= last)
        last = title
      }
      for title in 0..<count {
        #expect((0..<height).contains { rail.titles(at: $0, height: height).contains(title) })
      }
      var position = 0.0
      for line in 0..<geometry.height {
        let next = rail.position(of: line, in: geometry)
        #expect(next >= position && next < Double(count))
        position = next
      }
    }
  }
}
