import Bindery
import FoundationEssentials
import Reactive
import TUIKit
import Testing
import Time

@Suite @MainActor struct TableViewBindingTests {
  final class NameCell: TableViewCell {}

  let scheduler = ManualScheduler()
  let table = TableView()
  let window: Window
  let surface = Surface(size: Size(width: 20, height: 6))
  let names = MutableObservableArray(["Ada", "Barbara", "Grace"])

  init() {
    window = Window(size: Size(width: 20, height: 6), frameClock: FrameClock(scheduler: scheduler))
    window.contentView.addSubview(table)
    table.frame = window.contentView.bounds
    window.frameClock.onFrame = { [window, surface] in window.draw(into: surface) }
  }

  /// The lines once everything has come to rest, without the selection mark.
  private var lines: [String] {
    window.draw(into: surface)
    scheduler.run()
    return (0..<6).map { String(surface.line($0).dropFirst(2)) }.filter { !$0.isEmpty }
  }

  private func show(_ extend: (TableViewSectionBinding) -> TableViewSectionBinding = { $0 }) -> BindingGroup {
    BindingGroup {
      table *= extend(.items(names.changesetPublisher) { (cell: NameCell, name: String) in cell.text = name })
    }
  }

  @Test func `the rows are the items, and follow every change`() {
    let group = show()
    #expect(lines == ["Ada", "Barbara", "Grace"])
    names.items = ["Ada", "Frances", "Grace"]
    #expect(lines == ["Ada", "Frances", "Grace"])
    names.items = ["Grace", "Ada", "Frances", "Radia"]
    #expect(lines == ["Grace", "Ada", "Frances", "Radia"])
    withExtendedLifetime(group) {}
  }

  @Test func `the last link written is asked first, and passes on what it does not answer`() {
    var chosen: [String] = []
    let group = show {
      $0.didSelectRow { _ in chosen.append("first") }.headerTitle("A").headerTitle("B")
        .didSelectRow { chosen.append("second \($0)") }
    }
    #expect(lines.first == "B" || surface.line(0).contains("B"))
    table.selectRow(at: IndexPath(row: 1, section: 0))
    table.chooseSelectedRow()
    #expect(chosen == ["second 1"])
    withExtendedLifetime(group) {}
  }

  @Test func `the chain lives as long as the group and stops with it`() {
    let group = show()
    #expect(table.dataSource != nil)
    group.clear()
    #expect(table.dataSource == nil)
    names.items = []
    #expect(table.delegate == nil)
  }

  @Test func `a failing source keeps its rows and is heard of`() {
    struct Refusal: Error {}
    let changes = CurrentValue<CollectionChange<[String]>, Never>(.initial(["Ada"]))
    var failures = 0
    let group = BindingGroup {
      table *=
        TableViewSectionBinding
        .items(changes) { (cell: NameCell, name: String) in cell.text = name }
        .didFail { _ in failures += 1 }
    }
    changes.value = .failure(Refusal())
    #expect(failures == 1)
    #expect(lines == ["Ada"])
    withExtendedLifetime(group) {}
  }
}
