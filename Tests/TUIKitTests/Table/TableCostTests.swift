import FoundationEssentials
import Testing
import Time

@testable import TUIKit

/// The cost of a table with a million rows depends on the visible rows only.
@MainActor
@Suite struct TableCostTests {
  /// Creates rows when they are requested.
  private final class Numbers: TableViewDataSource, TableViewDataSourcePrefetching {
    var count: Int
    var countCalls = 0
    var cellCalls = 0
    var made = 0
    var prepared = 0
    var prefetched: [Int] = []

    init(count: Int) { self.count = count }

    final class Cell: TableViewCell {
      var onReuse: () -> Void = {}
      override func prepareForReuse() { onReuse() }
    }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
      countCalls += 1
      return count
    }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
      cellCalls += 1
      let cell = tableView.dequeueReusableCell(Cell.self, for: indexPath)
      cell.onReuse = { [unowned self] in prepared += 1 }
      cell.text = "row \(indexPath.row)"
      return cell
    }

    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) {
      prefetched += indexPaths.map(\.row)
    }
  }

  @MainActor
  private final class Stage {
    let scheduler = ManualScheduler()
    let window: Window
    let surface = Surface(size: Size(width: 40, height: 20))
    let table = TableView(frame: Rect(x: 0, y: 0, width: 40, height: 20))
    let rows: Numbers

    init(count: Int) {
      rows = Numbers(count: count)
      let clock = FrameClock(scheduler: scheduler)
      window = Window(size: surface.size, frameClock: clock)
      clock.onFrame = { [window, surface] in window.draw(into: surface) }
      table.register(Numbers.Cell.self) { [rows] in
        rows.made += 1
        return Numbers.Cell()
      }
      window.contentView.addSubview(table)
      table.dataSource = rows
      table.prefetchDataSource = rows
      window.makeFirstResponder(table)
      scheduler.run()
    }

    func press(_ key: KeyEvent.Key) {
      rows.countCalls = 0
      rows.cellCalls = 0
      rows.prefetched = []
      window.send(.key(KeyEvent(key)))
      scheduler.run()
    }
  }

  @Test func `a key requests only the rows that become visible`() {
    let stage = Stage(count: 1_000_000)
    #expect(stage.rows.cellCalls == 20)
    for _ in 0..<19 { stage.press(.down) }
    #expect(stage.rows.cellCalls == 0)
    stage.press(.down)
    #expect(stage.rows.cellCalls == 1)
    #expect(stage.rows.countCalls <= 2)
    stage.press(.end)
    #expect(stage.rows.cellCalls == 20)
    #expect(stage.surface.line(19) == "▌ row 999999                           ┃")
    stage.press(.pageUp)
    #expect(stage.rows.cellCalls == 20)
    stage.press(.home)
    #expect(stage.rows.countCalls <= 2)
  }

  @Test func `the next window is prefetched in the direction of scrolling`() {
    let stage = Stage(count: 1_000_000)
    #expect(stage.rows.prefetched == Array(20..<40))
    for _ in 0..<19 { stage.press(.down) }
    #expect(stage.rows.prefetched == [])
    stage.press(.down)
    #expect(stage.rows.prefetched == [40])
    stage.press(.pageDown)
    #expect(stage.rows.prefetched == Array(41..<61))
    stage.press(.end)
    #expect(stage.rows.prefetched == [])
    stage.press(.pageUp)
    #expect(stage.rows.prefetched == Array(999_940..<999_960))
    stage.rows.prefetched = []
    stage.rows.count -= 1
    stage.table.deleteRows(at: [IndexPath(row: 999_950, section: 0)])
    stage.scheduler.run()
    #expect(stage.rows.prefetched.count == 20)
  }

  @Test func `cells are reused`() {
    let stage = Stage(count: 1_000_000)
    for _ in 0..<50 { stage.press(.pageDown) }
    #expect(stage.rows.made <= 40)
    #expect(stage.rows.prepared >= 49 * 20)
    #expect(stage.table.subviews.count == 20)
  }

  @Test func `a batch in a million rows requests the count and the new row`() {
    let stage = Stage(count: 1_000_000)
    stage.table.selectRow(at: IndexPath(row: 500_000, section: 0), scrollPosition: .middle)
    stage.scheduler.run()
    stage.rows.countCalls = 0
    stage.rows.cellCalls = 0
    stage.rows.count += 1
    stage.table.insertRows(at: [IndexPath(row: 500_003, section: 0)])
    stage.scheduler.run()
    #expect(stage.rows.cellCalls == 1)
    #expect(stage.table.selectedIndexPath?.row == 500_000)
    stage.rows.countCalls = 0
    stage.rows.cellCalls = 0
    stage.rows.count -= 100
    stage.table.apply(deletions: Array(0..<100), inSection: 0)
    stage.scheduler.run()
    #expect(stage.rows.cellCalls == 0)
    #expect(stage.rows.countCalls <= 3)
    #expect(stage.table.selectedIndexPath?.row == 499_900)
  }

  @Test func `a frame of an animation requests no row`() {
    let stage = Stage(count: 1_000)
    stage.rows.count += 1
    stage.table.insertRows(at: [IndexPath(row: 3, section: 0)])
    stage.scheduler.advance(by: .milliseconds(17))
    #expect(stage.table.isAnimating)
    stage.rows.countCalls = 0
    stage.rows.cellCalls = 0
    stage.scheduler.advance(by: .milliseconds(600))
    // Once, when the row that was moved out of the window is removed.
    #expect(stage.rows.countCalls <= 1)
    #expect(stage.rows.cellCalls == 0)
  }

  @Test func `only visible heights are requested`() {
    let stage = TableStage(height: 6, rows: names(0..<100_000))
    stage.heights = ["row 1": 3, "row 99998": 2]
    stage.table.reloadData()
    stage.resetCounts()
    stage.settle()
    #expect(stage.texts == ["row 0", "row 1", "", "", "row 2", "row 3"])
    #expect(stage.heightCalls <= 20)
    stage.press(.end)
    stage.settle()
    #expect(stage.texts == ["row 99995", "row 99996", "row 99997", "row 99998", "", "row 99999"])
    #expect(stage.selectedLine == 5)
    stage.press(.home)
    stage.settle()
    #expect(stage.texts.first == "row 0")
  }
}
