import FoundationEssentials
import Testing

@testable import TUIKit

/// Random histories: batches during animations, keys, the wheel, new window sizes.
@MainActor
@Suite struct TableHistoryTests {
  // The last three are regressions.
  @Test(arguments: Array(0..<40) + [118, 219, 1066])
  func `after a history the screen equals a fresh reload`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let history = TableHistory(seed: seed, using: &random)
    for _ in 0..<40 { history.step(using: &random) }
    history.stage.settle()
    let table = history.stage.table
    #expect(table.presenter.rows.ghosts.isEmpty)
    #expect(!table.isAnimating)
    #expect(history.stage.inconsistencies.isEmpty)
    let visible = Set(table.geometry.items(in: table.viewport.lines) + [table.viewport.stickyHeader].compactMap { $0 })
    #expect(Set(table.presenter.rows.all.compactMap(\.item)) == visible)
    #expect(table.presenter.rows.all.allSatisfy { $0.motion == nil && $0.effects == RowEffects() })
    #expect(table.subviews.count == visible.count)
    let shown = history.stage.lines
    let styles = history.stage.styles
    // A reload discards measured heights. Without any, only the presentations are made again.
    if history.stage.heights.isEmpty { table.reloadData() } else { table.presenter.clearPresentations() }
    table.setNeedsLayout()
    history.stage.settle()
    #expect(history.stage.lines == shown)
    #expect(history.stage.styles == styles)
  }

  // Heights that were never measured count as the default height, and the measured ones depend on the drawn frames.
  // Histories with varying heights are therefore left out.
  @Test(arguments: (0..<32).filter { $0 % 4 != 0 }) func `motion does not change the final state`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var sameRandom = random
    let moving = TableHistory(seed: seed, using: &random)
    let still = TableHistory(seed: seed, using: &sameRandom)
    still.stage.clock.isMotionEnabled = false
    for _ in 0..<30 {
      moving.step(using: &random)
      still.step(using: &sameRandom)
      #expect(moving.stage.table.selectedIndexPath == still.stage.table.selectedIndexPath)
      #expect(moving.stage.table.contentOffset == still.stage.table.contentOffset)
    }
    moving.stage.settle()
    still.stage.settle()
    #expect(moving.stage.lines == still.stage.lines)
    #expect(moving.stage.styles == still.stage.styles)
  }
}

/// A table and a random history of changes to it.
@MainActor
final class TableHistory {
  let stage: TableStage
  private var state: [RandomBatch.Section] = []
  private var nextName: Int

  init(seed: Int, using random: inout SeededGenerator) {
    stage = TableStage(width: 20, height: Int.random(in: 1...12, using: &random))
    nextName = 1_000
    state = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      let first = nextName + 1
      nextName += 50
      return RandomBatch.Section(name: first, rows: Array(first + 1..<first + Int.random(in: 1...20, using: &random)))
    }
    if seed % 3 == 0 { stage.table.rowHeight = 2 }
    if seed % 5 == 0 { stage.table.stickyHeaders = false }
    showState(hasTitles: seed % 2 == 0, seed: seed)
    stage.table.reloadData()
    stage.settle()
  }

  private var hasTitles = false
  private var seed = 0

  private func showState(hasTitles: Bool, seed: Int) {
    self.hasTitles = hasTitles
    self.seed = seed
    stage.sections = state.map { $0.rows.map { "row \($0)" } }
    stage.headers = state.map { hasTitles ? "title \($0.name)" : nil }
    stage.footers = state.map { hasTitles && $0.name % 3 == 0 ? "end of \($0.name)" : nil }
    if seed % 4 == 0 {
      stage.heights = [:]
      for name in state.flatMap(\.rows) where name % 3 == 0 { stage.heights["row \(name)"] = 1 + name % 4 }
    }
  }

  func step(using random: inout SeededGenerator) {
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<6: batch(using: &random)
    case 6: stage.press([.down, .up, .pageDown, .pageUp, .home, .end].randomElement(using: &random) ?? .down)
    case 7: stage.mouse(Bool.random(using: &random) ? .scrollDown : .scrollUp, y: 0)
    case 8: stage.mouse(.press, x: Int.random(in: 0..<20, using: &random), y: Int.random(in: 0..<4, using: &random))
    case 9:
      stage.table.frame.size.height = Int.random(in: 0...stage.surface.size.height, using: &random)
    case 10:
      if let path = stage.table.indexPathsForVisibleRows.randomElement(using: &random) {
        stage.table.setAnnotation("by somebody", forRowAt: path)
      }
    default: stage.advance(300)
    }
    stage.advance(Int.random(in: 0...60, using: &random))
  }

  private func batch(using random: inout SeededGenerator) {
    let table = stage.table
    let isLarge = Int.random(in: 0..<20, using: &random) == 0
    let batch = RandomBatch(
      from: state, nextName: &nextName, intensity: isLarge ? 300 : 4,
      movesSections: Int.random(in: 0..<4, using: &random) == 0, using: &random)
    let selected = table.selectedIndexPath.map { state[$0.section].rows[$0.row] }
    let line = table.selectedIndexPath.map { table.geometry.line(of: RowIndex($0)) - table.contentOffset }
    let wasAtTop = table.contentOffset == 0
    state = batch.new
    showState(hasTitles: hasTitles, seed: seed)
    let animation = [RowAnimation.automatic, .automatic, .fade, .slide, .flash, .none].randomElement(using: &random)
    table.performBatchUpdates { table.apply(batch.update, with: animation ?? .automatic) }

    // The selected row is compared by identity.
    let path = table.selectedIndexPath
    #expect((path == nil) == state.allSatisfy(\.rows.isEmpty))
    guard let path, let selected, let line else { return }
    let now = state[path.section].rows[path.row]
    let survives = state.contains { $0.rows.contains(selected) }
    #expect(!survives || now == selected)
    // The row stays on its line as far as the content reaches, unless a change moved it.
    let offset = table.geometry.line(of: RowIndex(path)) - line
    guard survives, line >= 0, !batch.update.moves.contains(where: { $0.new == RowIndex(path) }),
      line + table.geometry.height(of: .row(RowIndex(path))) <= table.bounds.height,
      offset == table.viewport.clamped(offset)
    else { return }
    // A list at its top shows inserted rows instead.
    let isAtTop = wasAtTop && table.contentOffset == 0
    if !table.stickyHeaders || !hasTitles { #expect(table.contentOffset == offset || isAtTop) }
  }
}

extension TableView {
  /// Applies a batch through the public methods.
  func apply(_ update: BatchUpdate, with animation: RowAnimation) {
    moveSections(update.sectionMoves)
    insertRows(at: update.insertions.map(\.path), with: animation)
    deleteSections(update.sectionDeletions, with: animation)
    reloadRows(at: update.reloads.map(\.path), with: animation)
    for move in update.moves { moveRow(at: move.old.path, to: move.new.path) }
    deleteRows(at: update.deletions.map(\.path), with: animation)
    insertSections(update.sectionInsertions, with: animation)
  }

  private func moveSections(_ moves: [BatchUpdate.Move<Int>]) {
    for move in moves { moveSection(move.old, toSection: move.new) }
  }
}
