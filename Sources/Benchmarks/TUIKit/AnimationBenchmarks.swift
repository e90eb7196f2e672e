import FoundationEssentials
import Glibc
import TUIKit
import Time

/// What the frames of an animation cost, in process: a clock turned by hand, a screen in memory.
@MainActor
enum AnimationBenchmarks {
  static func run(_ bench: Bench) {
    let stage = AnimationStage()
    var worst: [Double] = []
    var mean: [Double] = []
    for _ in 0..<15 {
      stage.insert(20)
      let costs = stage.animate()
      worst.append(costs.max() ?? 0)
      mean.append(costs.reduce(0, +) / Double(max(1, costs.count)))
      stage.removeInserted()
      _ = stage.animate()
    }
    bench.record("20 rows come among 40, CPU a frame, mean", mean.median, unit: "ms", goal: .valueAtMost(1))
    bench.record("20 rows come among 40, CPU of the dearest frame", worst.median, unit: "ms", goal: .valueAtMost(1))
    let second = stage.changeForASecond(times: 1_000)
    bench.record("1,000 changes in a second, CPU of all", second.milliseconds, unit: "ms", goal: .valueAtMost(1_000))
    bench.record("1,000 changes in a second, frames", Double(second.frames), unit: "", goal: .valueAtLeast(58))
  }
}

@MainActor
private final class AnimationStage: TableViewDataSource {
  private let scheduler = ManualScheduler()
  private let application: Application
  private let table = TableView()
  private var rows = (0..<1_000).map { "row \($0)" }
  private var frames = 0

  init() {
    let screen = MemoryScreen(size: Size(width: 120, height: 40))
    application = Application(screen: screen, scheduler: scheduler)
    let controller = ViewController()
    controller.view = table
    table.dataSource = self
    application.start(root: controller)
    screen.onFrame = { [unowned self] _ in frames += 1 }
    scheduler.run()
  }

  func insert(_ count: Int) {
    let places = (0..<count).map { 2 * $0 + 1 }
    for place in places { rows.insert("new \(place)", at: place) }
    table.apply(insertions: places, inSection: 0)
  }

  func removeInserted() {
    let places = rows.indices.filter { rows[$0].hasPrefix("new") }
    rows.removeAll { $0.hasPrefix("new") }
    table.apply(deletions: places, inSection: 0)
  }

  /// The milliseconds of each frame, until everything has come to rest.
  func animate() -> [Double] {
    var costs: [Double] = []
    while let next = scheduler.nextInstant {
      let start = cpu
      scheduler.advance(by: max(.zero, next - scheduler.now))
      costs.append(Double(cpu - start) / 1e6)
    }
    return costs
  }

  func changeForASecond(times: Int) -> (milliseconds: Double, frames: Int) {
    frames = 0
    let start = cpu
    for index in 0..<times {
      let row = index % 40
      rows[row] += "."
      if rows[row].count > 60 { rows[row] = "row \(row)" }
      table.reloadRows(at: [IndexPath(row: row, section: 0)])
      scheduler.advance(by: .microseconds(1_000_000 / times))
    }
    let result = (Double(cpu - start) / 1e6, frames)
    scheduler.run()
    return result
  }

  /// Nanoseconds of this process.
  private var cpu: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { rows.count }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell = tableView.dequeueReusableCell(TableViewCell.self, for: indexPath)
    cell.text = rows[indexPath.row]
    return cell
  }
}
