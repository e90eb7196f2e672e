import Testing
import Time

@testable import TUIKit

@Suite @MainActor struct TablePartsTests {
  private func at(_ milliseconds: Int) -> Instant { Instant(nanoseconds: Int64(milliseconds) * 1_000_000) }
  private func row(_ row: Int, _ section: Int = 0) -> RowIndex { RowIndex(section: section, row: row) }
  private let geometry = TableGeometry(sections: [.init(rowCount: 9), .init(rowCount: 9)])

  // MARK: Cells

  private final class Card: TableViewCell {
    var reuses = 0
    override func prepareForReuse() { reuses += 1 }
  }

  @Test func `a recycled cell is cleared`() {
    let pool = CellPool()
    var made = 0
    pool.register(Card.self) {
      made += 1
      return Card()
    }
    let card = pool.dequeue(Card.self)
    #expect(made == 1 && card.reuses == 0 && card.reuseKey == ObjectIdentifier(Card.self))
    (card.isSelected, card.isMarked, card.glow, card.glowRegions) = (true, true, 0.5, [.zero])
    #expect(pool.recycle(card) && pool.dequeue(TableViewCell.self) !== card)
    #expect(pool.dequeue(Card.self) === card && card.reuses == 1 && made == 1)
    #expect(!card.isSelected && !card.isMarked && card.glow == 0 && card.glowRegions == nil)
    #expect(!pool.recycle(TableViewCell()) && pool.dequeue(Card.self) !== card && made == 2)
  }

  @Test func `of one type 256 unused cells are kept`() {
    let pool = CellPool()
    let cells = (0..<257).map { _ in pool.dequeue(Card.self) }
    #expect(cells.map(pool.recycle) == Array(repeating: true, count: 256) + [false])
    #expect(pool.recycle(pool.dequeue(TableViewCell.self)))
  }

  // MARK: The selection

  @Test func `changed marks are reported once`() {
    let selection = TableSelection()
    #expect(!selection.takeNewMarks())
    #expect(
      selection.mark(true, from: row(1), through: row(3), in: geometry)
        && !selection.mark(true, from: row(2), through: row(2), in: geometry))
    #expect(selection.takeNewMarks() && !selection.takeNewMarks())
    #expect(!selection.setMarks(selection.marks) && selection.setMarks(RowMarks()) && selection.takeNewMarks())
    #expect(
      !selection.unmarkAll() && selection.mark(true, from: row(8), through: row(0, 1), in: geometry)
        && selection.unmarkAll())
    #expect(selection.marks.isEmpty)
  }

  @Test func `a run of marks is continued only at its end`() {
    let selection = TableSelection()
    #expect(selection.startOfRun(endingAt: row(4)) == row(4))
    selection.setRun(from: row(2), to: row(4))
    #expect(selection.startOfRun(endingAt: row(4)) == row(2) && selection.startOfRun(endingAt: row(3)) == row(3))
    for end in [{ selection.endRun() }, { _ = selection.unmarkAll() }, { selection.forgetIdentities() }] {
      selection.setRun(from: row(2), to: row(4))
      end()
      #expect(selection.startOfRun(endingAt: row(4)) == row(4))
    }
    selection.setRun(from: row(2), to: row(4))
    _ = selection.mark(true, from: row(1), through: row(1), in: geometry)
    _ = selection.setMarks(RowMarks())
    #expect(selection.startOfRun(endingAt: row(4)) == row(4))
  }

  @Test func `identities follow a batch`() throws {
    var update = BatchUpdate()
    update.deletions = [row(0)]
    update.insertions = [row(4), row(5)]
    let plan = try BatchPlan(update, from: [9, 9], to: [10, 9])
    let selection = TableSelection()
    selection.select(row(0))
    selection.openMenu(at: row(2))
    selection.beginDrag(of: row(8), choosesRow: true)
    selection.setRun(from: row(3), to: row(4))
    _ = selection.mark(true, from: row(0), through: row(1), in: geometry)
    selection.follow(plan)
    #expect(selection.row == row(0) && selection.menuRow == row(1) && selection.marks.rows == [row(0)])
    #expect(selection.drag?.row == row(9) && selection.drag?.target == nil && selection.drag?.choosesRow == true)
    #expect(selection.startOfRun(endingAt: row(3)) == row(2))
    selection.moveDrag(to: row(1))
    #expect(selection.drag?.target == row(1) && selection.drag?.choosesRow == false)
    selection.forgetIdentities()
    #expect(selection.row == row(0) && selection.menuRow == nil && selection.drag == nil && selection.marks.isEmpty)
    selection.openMenu(at: row(2))
    selection.closeMenu()
    selection.moveDrag(to: row(1))
    #expect(selection.menuRow == nil && selection.drag == nil)
    selection.beginDrag(of: row(8), choosesRow: false)
    selection.endDrag()
    #expect(selection.drag == nil)
  }

  // MARK: Updates

  @Test func `a batch is taken at its outermost end`() {
    let updates = TableUpdates()
    #expect(updates.needsReload && !updates.takeReloadAnimation())
    updates.reloadWillBegin()
    #expect(!updates.needsReload)
    updates.beginBatch()
    updates.beginBatch()
    updates.add { $0.deletions = [row(1)] }
    updates.setDeferred {}
    updates.endBatch()
    #expect(updates.takeBatch() == nil && updates.takeDeferred() == nil && updates.hasDeferred)
    updates.endBatch()
    #expect(updates.takeBatch()?.deletions == [row(1)] && updates.takeBatch()?.count == 0)
    #expect(updates.holdingDeferred { updates.takeDeferred() } == nil && updates.hasDeferred)
    #expect(updates.takeDeferred() != nil && updates.takeDeferred() == nil && !updates.hasDeferred)
    updates.add { $0.deletions = [row(1)] }
    updates.setNeedsReload(animated: true)
    #expect(updates.needsReload && updates.isReloadAnimated && updates.takeBatch()?.count == 0)
    #expect(updates.takeReloadAnimation() && !updates.takeReloadAnimation())
  }

  @Test func `a batch counts each change`() {
    var update = BatchUpdate(deletions: [1], insertions: [2, 3], modifications: [(4, 5)], moves: [(6, 7)])
    #expect(update.count == 5 && !update.changesSections)
    #expect(update.deletions == [row(1)] && update.insertions == [row(2), row(3)] && update.reloads == [row(4)])
    #expect(update.moves == [.init(old: row(6), new: row(7))])
    for change in [
      { (batch: inout BatchUpdate) in batch.sectionDeletions = [1] }, { $0.sectionInsertions = [1] },
      { $0.sectionReloads = [1] },
      { $0.sectionMoves = [.init(old: 0, new: 1)] },
    ] {
      var other = BatchUpdate()
      change(&other)
      change(&update)
      #expect(other.count == 1 && other.changesSections)
    }
    #expect(update.count == 9)
  }

  @Test func `a contradiction is described with its numbers`() {
    let all: [(TableInconsistency, String)] = [
      (.noSuchSection(3), "The batch names section 3, which does not exist."),
      (.noSuchRow(section: 1, row: 2), "The batch names row 2 of section 1, which does not exist."),
      (.conflict(section: 1, row: 2), "The batch changes row 2 of section 1 twice."),
      (.sectionCount(before: 1, after: 2, expected: 3), "1 sections became 2; the batch makes them 3."),
      (.unreportedChange(section: 1, expected: 2, found: 3), "Section 1 had 2 rows and has 3, without a batch."),
    ]
    for (inconsistency, description) in all { #expect(inconsistency.description == description) }
  }

  // MARK: Prefetching

  @Test func `a windowful ahead is requested once`() {
    let prefetching = TablePrefetching()
    func request(_ visible: Range<Int>) -> [Int] { prefetching.rowsToRequest(showing: visible, of: 20) }
    #expect(request(0..<4) == [4, 5, 6, 7] && request(0..<4) == [])
    #expect(request(1..<5) == [8] && request(4..<8) == [9, 10, 11])
    #expect(request(3..<7) == [0, 1, 2] && request(2..<6) == [])
    #expect(request(17..<20) == [] && request(15..<19) == [11, 12, 13, 14])
    prefetching.reset()
    #expect(request(15..<19) == [19])
  }

  @Test func `only the last request is sent`() {
    let (prefetching, scheduler) = (TablePrefetching(), ManualScheduler())
    var sent: [Int] = []
    for number in 0..<2 { prefetching.schedule(on: scheduler) { sent.append(number) } }
    scheduler.run()
    #expect(sent == [1])
  }

  @Test func `a reset cancels the waiting request`() {
    let (prefetching, scheduler) = (TablePrefetching(), ManualScheduler())
    var sent: [Int] = []
    prefetching.schedule(on: scheduler) { sent.append(0) }
    prefetching.reset()
    scheduler.run()
    #expect(sent == [])
    prefetching.schedule(on: scheduler) { sent.append(1) }
    scheduler.run()
    #expect(sent == [1])
  }

  // MARK: Motion

  @Test func `many changes within a moment are a flood`() {
    let motion = TableMotion()
    #expect(!motion.isFlood(adding: 200, at: at(0)) && motion.isFlood(adding: 1, at: at(119)))
    #expect(!motion.isFlood(adding: 200, at: at(120)) && motion.isFlood(adding: 201, at: at(500)))
  }

  @Test func `large batches in a row are a burst`() {
    let motion = TableMotion()
    #expect(!motion.isBurst(addingBatchAt: at(0)) && motion.isBurst(addingBatchAt: at(759)))
    #expect(motion.isBurst(addingBatchAt: at(1_358)) && !motion.isBurst(addingBatchAt: at(1_958)))
  }

  @Test func `a cross-fade gives its picture back at half time`() {
    let motion = TableMotion()
    let (cell, other) = (TableViewCell(), TableViewCell())
    let old = [cell, other].map { RowPresentation(item: nil, view: $0) }
    #expect(motion.endCrossFade() == nil)
    motion.beginCrossFade(from: old, at: at(100))
    motion.removeFromCrossFade(cell)
    #expect(motion.advanceCrossFade(at: at(179)).isEmpty && motion.crossFade?.old.count == 1)
    #expect(
      motion.advanceCrossFade(at: at(180)).map { $0.view === other } == [true] && motion.crossFade?.old.isEmpty == true)
    #expect(motion.advanceCrossFade(at: at(259)).isEmpty && motion.crossFade != nil)
    #expect(motion.advanceCrossFade(at: at(260)).isEmpty && motion.crossFade == nil)
    motion.beginCrossFade(from: old, at: at(300))
    #expect(motion.endCrossFade()?.count == 2 && motion.crossFade == nil)
  }

  @Test func `the clock ticks to the last end`() {
    let (motion, scheduler) = (TableMotion(), ManualScheduler())
    let clock = FrameClock(scheduler: scheduler)
    var lasts: [String] = []
    motion.run(until: clock.now + .milliseconds(100), on: clock) { if $0 { lasts.append("short") } }
    motion.run(until: clock.now + .milliseconds(50), on: clock) { if $0 { lasts.append("shorter") } }
    motion.run(until: clock.now + .milliseconds(200), on: clock) { if $0 { lasts.append("long") } }
    #expect(motion.isRunning)
    scheduler.run()
    #expect(lasts == ["long"] && !motion.isRunning)
    motion.run(until: clock.now + .milliseconds(50), on: clock) { if $0 { lasts.append("again") } }
    motion.stop()
    #expect(!motion.isRunning)
    scheduler.run()
    #expect(lasts == ["long"])
    var completions = 0
    motion.addCompletion { completions += 1 }
    motion.callCompletions()
    motion.callCompletions()
    #expect(completions == 1)
  }

  @Test func `pending items follow a batch until they are forgotten`() throws {
    let motion = TableMotion()
    let change = RowEffects.Change(start: at(0), duration: .zero, animation: .fade)
    let path = RowMotion.travel(distance: 2, height: 1, start: at(0))
    motion.addArrival(change, of: .row(row(1)))
    motion.addArrival(change, of: .row(row(0)))
    motion.addIncoming(path, of: .row(row(2)))
    var update = BatchUpdate()
    update.deletions = [row(0)]
    motion.follow(try BatchPlan(update, from: [9], to: [8]))
    #expect(motion.arrival(of: .row(row(0))) == change && motion.arrival(of: .row(row(1))) == nil)
    #expect(motion.incomingMotion(of: .row(row(1))) == path && motion.incomingMotion(of: .row(row(2))) == nil)
    motion.forgetPending()
    #expect(motion.arrival(of: .row(row(0))) == nil && motion.incomingMotion(of: .row(row(1))) == nil)
  }

  // MARK: Presentations

  @Test func `a row is redirected from where it is, and not far`() {
    let presentation = RowPresentation(item: .row(row(0)), view: TableViewCell())
    func retarget(_ distance: Double, now: Int, start: Int) {
      presentation.retarget(distance: distance, now: at(now), start: at(start), duration: .milliseconds(100), limit: 8)
    }
    retarget(4, now: 0, start: 50)
    #expect(
      presentation.motion?.start == at(50) && presentation.distance(at: at(0)) == 4
        && !presentation.isAtRest(at: at(149)))
    retarget(20, now: 20, start: 300)
    #expect(presentation.motion?.start == at(50) && presentation.motion?.distance == 8 && presentation.end == at(150))
    retarget(-20, now: 70, start: 300)
    #expect(presentation.motion?.start == at(70) && presentation.motion?.distance == -8)
    retarget(3, now: 170, start: 300)
    #expect(presentation.motion?.start == at(300) && presentation.isAtRest(at: at(400)))
    presentation.removeFinished(at: at(399))
    #expect(presentation.motion != nil)
    presentation.removeFinished(at: at(400))
    #expect(presentation.motion == nil && presentation.isAtRest(at: at(0)) && presentation.distance(at: at(0)) == 0)
    retarget(3, now: 0, start: 0)
    retarget(0.01, now: 0, start: 0)
    #expect(presentation.motion == nil)
  }

  @Test func `a row that arrives glows as its animation wants`() {
    func cooling(_ animation: RowAnimation, _ item: TableItem) -> Instant? {
      let presentation = RowPresentation(item: item, view: TableViewCell())
      presentation.arrive(.init(start: at(10), duration: .milliseconds(20), animation: animation))
      return presentation.effects.coolingStart
    }
    #expect(
      cooling(.automatic, .row(row(0))) == at(30) && cooling(.automatic, .header(0)) == nil
        && cooling(.flash, .row(row(0))) == at(10))
    #expect(
      cooling(.fade, .row(row(0))) == nil && cooling(.slide, .row(row(0))) == nil && cooling(.none, .row(row(0))) == nil
    )
    let presentation = RowPresentation(item: .row(row(0)), view: TableViewCell())
    presentation.glow(from: at(20))
    presentation.glow(from: at(10))
    #expect(presentation.effects.coolingStart == at(20))
    presentation.glow(from: at(30))
    #expect(presentation.effects.coolingStart == at(30))
    presentation.fadeIn(from: at(5))
    #expect(presentation.effects.arrival == .init(start: at(5), duration: TableTiming.reorder, animation: .fade))
    presentation.settle()
    #expect(presentation.effects.isEmpty && presentation.end == nil)
  }

  @Test func `a ghost leaves its item behind`() {
    let presentation = RowPresentation(item: .row(row(0)), view: TableViewCell())
    let path = RowMotion.travel(distance: 2, height: 1, start: at(0))
    presentation.travel(along: path)
    #expect(presentation.effects.liftEnd == at(240) && presentation.effects.coolingStart == at(240))
    presentation.setNeedsReload(.fade)
    #expect(presentation.needsReload)
    let change = RowEffects.Change(start: at(0), duration: .milliseconds(9), animation: .fade)
    presentation.depart(change, atLine: 7)
    #expect(
      presentation.item == nil && presentation.motion == nil && !presentation.needsReload && presentation.ghostLine == 7
    )
    #expect(presentation.effects == RowEffects(departure: change))
    presentation.shiftGhost(by: -3)
    #expect(presentation.ghostLine == 4)
    let other = RowPresentation(item: .row(row(0)), view: TableViewCell())
    other.travelOut(along: path, toLine: 9)
    #expect(
      other.item == nil && other.ghostLine == 9 && other.effects.coolingStart == nil && other.effects.liftEnd == at(240)
    )
    other.setNeedsReload(.slide)
    #expect(other.takeReload() == .slide && other.takeReload() == nil)
    let glide = RowMotion(distance: 2, start: at(0), duration: .milliseconds(9), interpolation: .glide)
    let third = RowPresentation(item: .row(row(0)), view: TableViewCell())
    third.travel(along: glide)
    #expect(third.motion == glide && third.effects.isEmpty)
  }
}
