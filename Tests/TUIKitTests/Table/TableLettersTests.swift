import FoundationEssentials
import Testing

@testable import TUIKit

/// A list with section letters that may be estimates at first.
@MainActor
@Suite struct TableLettersTests {
  private static func list(_ letters: [(letter: Character, count: Int)]) -> [String] {
    letters.flatMap { letter, count in (0..<count).map { "\(letter) \(100 + $0)" } }
  }

  private func cut(_ stage: TableStage, _ rows: [String], at counts: [Int], titles: String) {
    var rest = rows[...]
    stage.sections = counts.map { count in
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    stage.headers = titles.map { "\($0)" }
    stage.indexTitles = titles.map { "\($0)" }
  }

  /// Shows the rows in sections by their first letters.
  private func show(_ stage: TableStage, _ rows: [String]) {
    var runs: [(title: Character, count: Int)] = []
    for row in rows {
      guard let letter = row.first else { continue }
      if runs.last?.title == letter { runs[runs.count - 1].count += 1 } else { runs.append((letter, 1)) }
    }
    cut(stage, rows, at: runs.map(\.count), titles: String(runs.map(\.title)))
  }

  private func stage(_ rows: [String], height: Int = 8) -> TableStage {
    let stage = TableStage(height: height)
    stage.table.allowsMultipleSelection = true
    show(stage, rows)
    stage.table.reloadData()
    stage.settle()
    return stage
  }

  private func rail(_ stage: TableStage) -> String {
    (0..<stage.surface.size.height).map {
      stage.surface.text(at: Point(x: stage.surface.size.width - 2, y: $0))
    }.joined()
  }

  /// The screen without the letters, some of which may be highlighted.
  private func picture(_ stage: TableStage) -> [String] {
    (0..<stage.surface.size.height).flatMap { y in
      (0..<stage.surface.size.width - 2).map { x in
        stage.surface.text(at: Point(x: x, y: y)) + " \(stage.surface.style(at: Point(x: x, y: y)))"
      }
    }
  }

  private let people = Self.list([("A", 40), ("B", 10), ("C", 90), ("D", 60)])

  // MARK: Estimates replaced by final sections

  /// The keys that are pressed before.
  private nonisolated static let keysBefore: [[KeyEvent.Key]] = [
    [], [.down, .down], [.pageDown, .pageDown], [.end], [.end, .up], [.character(" "), .character(" ")],
    [.end, .character("*")], [.pageDown, .character(" "), .home],
  ]

  @Test(arguments: keysBefore) func `corrected section starts move no row`(keys: [KeyEvent.Key]) {
    let stage = TableStage()
    stage.table.allowsMultipleSelection = true
    cut(stage, people, at: [50, 50, 50, 50], titles: "ABCD")
    stage.table.reloadData()
    for key in keys { stage.press(key) }
    stage.settle()
    let (pictures, selected) = (picture(stage), stage.selectedText)
    let positions = { stage.table.indexPathsForSelectedRows.compactMap(stage.table.position) }
    let marked = positions()
    let frames = stage.frames
    show(stage, people)
    stage.table.apply()
    #expect(!stage.table.isAnimating)
    stage.settle()
    #expect(picture(stage) == pictures)
    #expect(stage.selectedText == selected)
    #expect(positions() == marked)
    #expect(stage.frames <= frames + 1)
    #expect(stage.inconsistencies.isEmpty)
    // The final sections are used from now on.
    stage.press(.home)
    stage.press("}")
    stage.press("}")
    #expect(stage.selectedText == "C 100")
    #expect(stage.table.selectedPosition == 50)
  }

  @Test func `late letters leave the selected row on its line`() {
    let stage = TableStage()
    cut(stage, people, at: [200], titles: "")
    stage.sections = [people]
    stage.table.reloadData()
    for _ in 0..<45 { stage.press(.down) }
    stage.settle()
    let line = stage.selectedLine
    show(stage, people)
    stage.table.apply()
    stage.settle()
    #expect(stage.selectedText == "B 105")
    #expect(stage.selectedLine == line)
    #expect(stage.texts[..<3] == ["A", "B", "B 100"])
    #expect(rail(stage).filter(\.isLetter) == "ABCD")
  }

  @Test func `a moving row continues from its place`() {
    let stage = stage(people)
    stage.sections[0].remove(at: 4)
    stage.sections[0].insert("A 104", at: 1)
    stage.table.moveRow(at: IndexPath(row: 4, section: 0), to: IndexPath(row: 1, section: 0))
    stage.advance(60)
    let lines = stage.lines
    let rows = stage.sections.flatMap { $0 }
    cut(stage, rows, at: [20, 180], titles: "AD")
    stage.table.apply()
    stage.advance(0)
    #expect(stage.lines[..<6] == lines[..<6])
    stage.advance(200)
    #expect(stage.texts[2] == "A 104")
  }

  @Test func `a note stays with its row`() {
    let stage = stage(people)
    stage.table.setAnnotation("by me", forRowAt: IndexPath(row: 2, section: 0))
    stage.advance(20)
    let lines = stage.lines
    #expect(lines.contains { $0.contains("by me") })
    cut(stage, people, at: [2, 198], titles: "AD")
    stage.table.apply()
    stage.settle()
    #expect(stage.table.presenter.annotations.isEmpty)
    stage.table.setAnnotation("by you", forRowAt: IndexPath(row: 0, section: 1))
    stage.advance(20)
    show(stage, people)
    stage.table.apply()
    stage.advance(20)
    #expect(stage.lines.first { $0.contains("by you") }?.contains("A 102") == true)
  }

  // MARK: Sections inserted and deleted

  @Test func `the first row of a letter inserts it, the last one deletes it`() {
    let stage = stage(["A 1", "A 2", "C 1", "C 2"], height: 10)
    show(stage, ["A 1", "A 2", "B 1", "C 1", "C 2"])
    stage.table.apply(insertions: [2])
    stage.advance(20)
    #expect(stage.texts.firstIndex(of: "C 1") == 5)
    #expect(stage.table.isAnimating)
    stage.advance(150)
    #expect(stage.texts[..<8] == ["A", "A 1", "A 2", "B", "B 1", "C", "C 1", "C 2"])
    stage.settle()
    show(stage, ["A 1", "A 2", "C 1", "C 2"])
    stage.table.apply(deletions: [2])
    stage.advance(120 + 165)
    #expect(stage.texts[..<6] == ["A", "A 1", "A 2", "C", "C 1", "C 2"])
    stage.settle()
    #expect(stage.table.presenter.rows.ghosts.isEmpty)
  }

  @Test func `a row that changes its letter stays selected and marked`() {
    let stage = stage(["A 1", "B 1", "B 2", "C 1", "C 2"], height: 12)
    stage.press(" ")
    stage.press(.up)
    show(stage, ["B 1", "B 2", "C 1", "C 2", "D 1"])
    stage.table.apply(modifications: [(0, 4)], moves: [(0, 4)])
    // The new letter does not cover rows that have not moved away yet.
    stage.advance(60)
    #expect(stage.texts[..<8] == ["A", "D 1", "B", "B 1", "B 2", "C", "C 1", "C 2"])
    var stations: Set<Int> = []
    for _ in 0..<20 {
      stage.advance(20)
      stations.formUnion(stage.texts.firstIndex(of: "D 1").map { [$0] } ?? [])
    }
    #expect(stations.isSuperset(of: [3, 5, 6, 7]))
    stage.settle()
    #expect(stage.texts[..<8] == ["B", "B 1", "B 2", "C", "C 1", "C 2", "D", "D 1"])
    #expect(stage.selectedText == "D 1")
    #expect(stage.table.indexPathsForMarkedRows == [IndexPath(row: 0, section: 2)])
    // The same when it keeps its place among the others.
    show(stage, ["B 1", "B 2", "C 1", "C 2", "E 1"])
    stage.table.apply(modifications: [(4, 4)])
    stage.settle()
    #expect(stage.selectedText == "E 1")
    #expect(stage.texts[6..<8] == ["E", "E 1"])
  }

  @Test func `letters above the window change without moving a row`() {
    let stage = stage(people)
    stage.press(.end)
    stage.press(.up)
    stage.settle()
    let texts = stage.texts
    show(stage, ["# 1"] + people)
    stage.table.apply(insertions: [0])
    stage.advance(80)
    #expect(stage.texts == texts)
    stage.settle()
    #expect(stage.texts == texts)
    #expect(stage.table.rowsInsertedAbove == 1)
    show(stage, people)
    stage.table.apply(deletions: [0])
    stage.settle()
    #expect(stage.texts == texts)
  }

  @Test func `a table reloads after an inconsistent batch`() {
    let stage = stage(["A 1", "B 1"])
    show(stage, ["A 1", "A 2", "B 1"])
    stage.table.apply()
    stage.settle()
    #expect(stage.inconsistencies == [.rowCount(section: 0, before: 2, after: 3, expected: 2)])
    #expect(stage.texts[..<5] == ["A", "A 1", "A 2", "B", "B 1"])
  }

  @Test func `a reload under other letters keeps the place in the list`() {
    let stage = stage(people)
    for _ in 0..<60 { stage.press(.down) }
    stage.settle()
    let line = stage.selectedLine
    stage.sections = [people]
    stage.headers = [nil]
    stage.indexTitles = nil
    stage.table.reloadData()
    stage.settle()
    #expect(stage.selectedText == people[60])
    #expect(stage.selectedLine == line)
    #expect(stage.table.numberOfRows(inSection: 0) == 200)
  }

  // MARK: Histories

  @Test(arguments: 0..<40) func `random changes of rows and letters equal a reload`(
    seed: Int
  ) {
    var random = SeededGenerator(seed: UInt64(seed))
    var nextName = 1_000
    // Sixteen letters for consecutive names; a letter without names has no section.
    func text(_ name: Int) -> String { "\("ABCDEFGHIJKLMNOP".map { $0 }[name * 7919 % 16]) \(name)" }
    func rows(_ names: [Int]) -> [String] { names.map(text) }
    var state = [RandomBatch.Section(name: 1, rows: [])]
    for _ in 0..<Int.random(in: 1...30, using: &random) {
      nextName += 1
      state[0].rows.append(nextName)
    }
    let stage = stage(rows(state[0].rows), height: Int.random(in: 2...12, using: &random))
    for _ in 0..<30 {
      let batch = RandomBatch(from: state, nextName: &nextName, intensity: 4, movesSections: false, using: &random)
      let selected = stage.selectedText
      state = batch.new
      if Bool.random(using: &random) {
        show(stage, rows(state[0].rows))
      } else {
        let half = Int.random(in: 0...state[0].rows.count, using: &random)
        cut(stage, rows(state[0].rows), at: [half, state[0].rows.count - half], titles: "AP")
      }
      stage.table.apply(
        deletions: batch.update.deletions.map(\.row), insertions: batch.update.insertions.map(\.row),
        modifications: batch.update.reloads.compactMap { reload in
          batch.new[0].rows.firstIndex(of: batch.old[0].rows[reload.row]).map { (reload.row, $0) }
        },
        moves: batch.update.moves.map { ($0.old.row, $0.new.row) })
      if let selected, rows(state[0].rows).contains(selected) { #expect(stage.selectedText == selected) }
      stage.press([.down, .up, .pageDown, .end, .home].randomElement(using: &random) ?? .down)
      stage.advance(Int.random(in: 0...80, using: &random))
    }
    stage.settle()
    let (lines, styles) = (stage.lines, stage.styles)
    #expect(stage.table.presenter.rows.ghosts.isEmpty && stage.inconsistencies.isEmpty)
    stage.table.reloadData()
    stage.settle()
    #expect(stage.lines == lines)
    #expect(stage.styles == styles)
  }
}
