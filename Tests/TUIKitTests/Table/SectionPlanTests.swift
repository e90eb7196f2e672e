import Testing

@testable import TUIKit

/// Batches that change sections.
@Suite struct SectionPlanTests {
  private func plan(_ old: [Int], _ new: [Int], _ change: (inout BatchUpdate) -> Void) throws(TableInconsistency)
    -> BatchPlan
  {
    var update = BatchUpdate()
    change(&update)
    return try BatchPlan(update, from: old, to: new)
  }

  private func row(_ row: Int, _ section: Int) -> RowIndex { RowIndex(section: section, row: row) }

  @Test func `a section is changed in one way only`() {
    for change in [
      { (update: inout BatchUpdate) in update.sectionMoves = [.init(old: 0, new: 1), .init(old: 0, new: 2)] },
      { update in update.sectionMoves = [.init(old: 0, new: 1), .init(old: 2, new: 1)] },
      { update in
        update.sectionMoves = [.init(old: 0, new: 1)]
        update.sectionDeletions = [0]
        update.sectionInsertions = [0]
      },
      { update in
        update.sectionMoves = [.init(old: 0, new: 1)]
        update.sectionInsertions = [1]
        update.sectionDeletions = [2]
      },
      { update in update.sectionReloads = [3] }, { update in update.sectionReloads = [-1] },
      { update in
        update.sectionDeletions = [2]
        update.sectionInsertions = [3]
      },
    ] {
      #expect(throws: TableInconsistency.self) { try plan([1, 1, 1], [1, 1, 1], change) }
    }
  }

  @Test func `a moved section takes its rows along`() throws {
    let plan = try plan([3, 1, 2], [1, 2, 3]) { $0.sectionMoves = [.init(old: 0, new: 2)] }
    #expect(
      (0..<3).map { plan.new(ofSection: $0) } == [2, 0, 1] && (0..<3).map { plan.old(ofSection: $0) } == [1, 2, 0])
    #expect(plan.new(of: row(2, 0)) == row(2, 2) && plan.old(of: row(1, 1)) == row(1, 2) && plan.changesSections)
    #expect(!plan.isMoved(row(2, 0)) && plan.origin(ofMoved: row(2, 2)) == nil && plan.arrivals(before: row(2, 2)) == 0)
    #expect(plan.new(of: TableItem.header(0)) == .header(2) && plan.old(of: TableItem.footer(0)) == .footer(1))
  }

  @Test func `all rows of a reloaded section are new`() throws {
    let plan = try plan([2, 2], [5, 2]) { $0.sectionReloads = [0] }
    #expect(
      plan.isReloaded(section: 0) && !plan.isReloaded(section: 1) && plan.isRenewed(section: 0)
        && !plan.isRenewed(section: 1))
    #expect(plan.new(of: row(0, 0)) == nil && plan.old(of: row(0, 0)) == nil && plan.new(of: row(1, 1)) == row(1, 1))
    #expect(
      plan.arrivals(before: row(3, 0)) == 3 && plan.arrivals(before: row(1, 1)) == 5 && plan.new(ofSection: 0) == 0)
    #expect(plan.successor(of: row(1, 0)) == row(1, 0) && plan.new(of: TableItem.header(0)) == .header(0))
    var marks = RowMarks([0: IndexRanges(), 1: IndexRanges()])
    #expect(marks.isEmpty)
    marks.set(true, 0..<2, inSection: 0)
    marks.set(true, 1..<2, inSection: 1)
    #expect(plan.moved(marks).rows == [row(1, 1)] && plan.moved(RowMarks()).isEmpty)
    let gone = try self.plan([2, 2], [2]) {
      $0.sectionReloads = [0]
      $0.sectionDeletions = [0]
    }
    #expect(!gone.isReloaded(section: 0) && gone.new(ofSection: 0) == nil && gone.new(of: row(0, 1)) == row(0, 0))
  }

  @Test func `the successor of a deleted row is the next that remains`() throws {
    let first = try plan([2, 2, 0, 1], [2, 0, 1]) { $0.sectionDeletions = [0] }
    #expect(first.successor(of: row(1, 0)) == row(0, 0))
    let last = try plan([2, 0, 2], [2, 0]) { $0.sectionDeletions = [2] }
    #expect(last.successor(of: row(0, 2)) == row(1, 0))
    let between = try plan([3, 1, 2], [3, 2]) { $0.sectionDeletions = [1] }
    #expect(between.successor(of: row(0, 1)) == row(0, 1))
    let end = try plan([3, 0, 2], [2, 0, 2]) { $0.deletions = [row(2, 0)] }
    #expect(end.successor(of: row(2, 0)) == row(0, 2) && end.successor(of: row(1, 0)) == row(1, 0))
    let middle = try plan([3, 1], [2, 1]) { $0.deletions = [row(0, 0)] }
    #expect(middle.successor(of: row(0, 0)) == row(0, 0))
    let none = try plan([1], [0]) { $0.deletions = [row(0, 0)] }
    #expect(none.successor(of: row(0, 0)) == nil)
    let replaced = try plan([1, 1], [3, 1]) {
      $0.deletions = [row(0, 0)]
      $0.insertions = [row(0, 0), row(1, 0), row(2, 0)]
    }
    #expect(replaced.successor(of: row(0, 0)) == row(0, 0))
  }

  @Test func `rows are counted from the top, without those that moved`() throws {
    let plan = try plan([2, 2], [5, 2]) {
      $0.insertions = [row(0, 0), row(2, 0), row(1, 1)]
      $0.moves = [.init(old: row(1, 1), new: row(3, 0))]
    }
    #expect((0..<5).map { plan.arrivals(before: row($0, 0)) } == [0, 1, 1, 2, 2])
    #expect(
      (0..<2).map { plan.arrivals(before: row($0, 1)) } == [2, 2] && plan.isMoved(row(1, 1)) && !plan.changesSections)
    #expect(
      plan.origin(ofMoved: row(3, 0)) == row(1, 1) && plan.new(of: row(1, 1)) == row(3, 0)
        && plan.old(of: row(3, 0)) == row(1, 1))
    #expect(plan.moved(MarkRun(start: row(0, 0), end: row(0, 1))) == MarkRun(start: row(1, 0), end: row(0, 1)))
    #expect(plan.moved(MarkRun(start: row(0, 0), end: row(1, 1))) == nil)
  }

  @Test func `heights follow their rows, and are forgotten by a reload`() throws {
    var geometry = TableGeometry(sections: [.init(rowCount: 3), .init(rowCount: 2)])
    #expect(
      geometry.setHeight(4, of: row(1, 0)) && !geometry.setHeight(4, of: row(1, 0))
        && geometry.setHeight(2, of: row(1, 1)))
    #expect(geometry.height == 9 && geometry.line(of: row(2, 0)) == 5 && geometry.line(of: row(1, 1)) == 7)
    let inserted = try plan([3, 2], [4, 2]) { $0.insertions = [row(0, 0)] }
    #expect(
      inserted.heights(ofSection: 0, in: geometry).extra(of: 2) == 3
        && inserted.heights(ofSection: 0, in: geometry).extra(of: 1) == 0)
    #expect(inserted.heights(ofSection: 1, in: geometry).extra(of: 1) == 1)
    let reloaded = try plan([3, 2], [3, 2]) { $0.sectionReloads = [0] }
    #expect(
      reloaded.heights(ofSection: 0, in: geometry).isUniform
        && reloaded.heights(ofSection: 1, in: geometry).extra(of: 1) == 1)
    let new = try plan([3, 2], [3, 2, 1]) { $0.sectionInsertions = [2] }
    #expect(new.heights(ofSection: 2, in: geometry).isUniform)
    #expect(
      geometry.setHeight(0, of: row(1, 0)) && geometry.height(of: .row(row(1, 0))) == 1
        && geometry.sections[0].heights.isUniform)
  }

  // MARK: The section index

  @Test func `titles share the lines evenly`() {
    let rail = IndexRail(titles: ["Ab", "", "C", "B", "D"], sections: [0, 1, 2, 1, 9], sectionCount: 5)
    #expect(
      rail.entries == [.init(title: "A", section: 0), .init(title: "C", section: 2)] && rail.width == 2
        && IndexRail().width == 1)
    #expect(
      rail.isShown(in: 4) && !rail.isShown(in: 3)
        && !IndexRail(titles: ["A"], sections: [0], sectionCount: 1).isShown(in: 9))
    let four = IndexRail(titles: ["A", "B", "C", "D"], sections: [0, 1, 2, 3], sectionCount: 4)
    #expect((0..<6).map { four.titles(at: $0, height: 6) } == [0..<1, 1..<2, 2..<2, 2..<3, 3..<4, 4..<4])
    #expect((-1...6).map { four.title(at: $0, height: 6) } == [0, 0, 1, 1, 2, 3, 3, 3])
    #expect((0..<3).map { four.titles(at: $0, height: 3) } == [0..<2, 2..<3, 3..<4])
  }

  @Test func `a line is between the titles of its section and the next`() {
    let geometry = TableGeometry(sections: [.init(rowCount: 4), .init(rowCount: 4), .init(rowCount: 8)])
    let rail = IndexRail(titles: ["A", "B", "C"], sections: [0, 0, 2], sectionCount: 3)
    #expect([-1, 0, 4, 8, 12, 16].map { rail.position(of: $0, in: geometry) } == [0, 0, 1, 2, 2.5, 3])
    let late = IndexRail(titles: ["B", "C"], sections: [1, 2], sectionCount: 3)
    #expect([0, 3, 4, 6, 8].map { late.position(of: $0, in: geometry) } == [0, 0, 0, 0.5, 1])
  }

  // MARK: Pictures of a table

  @MainActor
  @Test func `presentations leave when they are at rest and unseen`() {
    let pool = CellPool()
    let rows = RowPresentations(recyclingCellsTo: pool)
    let geometry = TableGeometry(sections: [.init(rowCount: 9)])
    let table = View()
    func add(_ number: Int) -> RowPresentation {
      let cell = pool.dequeue(TableViewCell.self)
      table.addSubview(cell)
      let presentation = RowPresentation(item: .row(row(number, 0)), view: cell)
      rows.insert(presentation, for: .row(row(number, 0)))
      return presentation
    }
    let (one, two, three) = (add(1), add(2), add(3))
    #expect(!rows.hasBeenLaidOut)
    rows.order(as: [.row(row(2, 0)), .row(row(1, 0))], in: geometry)
    #expect(rows.hasBeenLaidOut && rows.ordered.map { $0 === one ? 1 : $0 === two ? 2 : 3 } == [1, 2, 3])
    rows.order(as: [3, 1, 2].map { .row(row($0, 0)) }, in: geometry)
    #expect(rows.ordered.first === three && rows.ordered.last === two)
    three.fadeIn(from: .init(nanoseconds: 0))
    let now = TableTiming.reorder
    let retired = rows.retire(except: [.row(row(1, 0))], reusesCells: true, at: .init(nanoseconds: 0))
    #expect(
      retired.count == 1 && retired.first === two.cell && rows[.row(row(2, 0))] == nil
        && rows[.row(row(3, 0))] === three)
    rows.removeUnused(retired)
    #expect(two.view.superview == nil && one.view.superview === table)
    #expect(rows.retire(except: [], reusesCells: false, at: .init(nanoseconds: now.nanoseconds)).isEmpty)
    #expect(rows.all.isEmpty && one.view.superview == nil && three.view.superview == nil)
  }

  @MainActor
  @Test func `the oldest of too many ghosts are discarded`() {
    let rows = RowPresentations(recyclingCellsTo: CellPool())
    let table = View()
    let ghosts = (0..<4).map { number in
      let presentation = RowPresentation(item: .row(row(number, 0)), view: TableViewCell())
      table.addSubview(presentation.view)
      rows.insert(presentation, for: .row(row(number, 0)))
      if number != 2 { presentation.fadeIn(from: .init(nanoseconds: 0)) }
      rows.addGhost(presentation)
      return presentation
    }
    #expect(rows.all.isEmpty && rows.ghosts.count == 4)
    rows.discardGhosts(atRestAt: .init(nanoseconds: 0), limit: 3)
    #expect(rows.ghosts.map { $0 === ghosts[1] || $0 === ghosts[3] } == [true, true])
    #expect(ghosts.map { $0.view.superview != nil } == [false, true, false, true])
    rows.discardGhosts(atRestAt: .init(nanoseconds: 0), limit: 2)
    #expect(rows.ghosts.count == 2)
    rows.discardGhosts()
    #expect(rows.ghosts.isEmpty && table.subviews.isEmpty)
  }
}
