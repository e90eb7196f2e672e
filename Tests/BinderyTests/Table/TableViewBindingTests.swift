import Bindery
import FoundationEssentials
import Reactive
import ReactiveTesting
import TUIKit
import Testing

@Suite @MainActor struct `A bound table` {
  let stage = BoundTableStage()
  let names = MutableObservableArray(["Ada", "Barbara", "Grace"])
  var table: TableView { stage.table }

  private func section(_ names: MutableObservableArray<String>) -> TableViewSectionBinding {
    .items(names) { (cell: NameCell, name: String) in cell.text = name }
  }

  @Test func `has the items as rows and follows every change`() {
    let group = BindingGroup { table *= section(names) }
    #expect(stage.lines == ["Ada", "Barbara", "Grace"])
    names.items = ["Ada", "Frances", "Grace"]
    #expect(stage.lines == ["Ada", "Frances", "Grace"])
    names.items = ["Grace", "Ada", "Frances", "Radia"]
    #expect(stage.lines == ["Grace", "Ada", "Frances", "Radia"])
    #expect(table.lastInconsistency == nil)
    withExtendedLifetime(group) {}
  }

  @Test func `has no rows before the source has published any`() {
    let changes = Subject<CollectionChange<[String]>, Never>()
    let group = BindingGroup {
      table *= TableViewSectionBinding.items(changes) { (cell: NameCell, name: String) in cell.text = name }
    }
    #expect(table.numberOfRows == 0)
    #expect(stage.lines == [])
    changes.send(.initial(["Ada"]))
    #expect(stage.lines == ["Ada"])
    withExtendedLifetime(group) {}
  }

  @Test func `is up to date when it is read before the next frame`() {
    let group = BindingGroup { table *= section(names) }
    #expect(table.numberOfRows == 3)
    names.append("Hedy")
    #expect(table.numberOfRows == 4)
    names.insert("Aaliyah", at: 0)
    table.selectRow(at: IndexPath(row: 4, section: 0))
    names.remove(at: 0)
    #expect(table.selectedIndexPath == IndexPath(row: 3, section: 0))
    withExtendedLifetime(group) {}
  }

  @Test func `asks the last link first, and the others if it has no answer`() {
    var chosen: [String] = []
    let group = BindingGroup {
      table *= section(names)
        .didSelectRow { _ in chosen.append("first") }
        .headerTitle("A").headerTitle("B").footerTitle("end")
        .didSelectRow { chosen.append("second \($0)") }
        .didHighlightRow { chosen.append("highlighted \($0)") }
    }
    #expect(stage.lines.first == "B" && stage.lines.last == "end")
    table.moveSelection(by: 1)
    table.chooseSelectedRow()
    #expect(chosen == ["highlighted 0", "highlighted 1", "second 1"])
    withExtendedLifetime(group) {}
  }

  @Test func `ends with its group and can be bound again`() {
    let ledger = LifetimeLedger()
    let changes = names.changesetPublisher.counted(by: ledger)
    let group = BindingGroup {
      table *= TableViewSectionBinding.items(changes) { (cell: NameCell, name) in cell.text = name }
    }
    #expect(ledger.subscriptions == 1)
    #expect(table.dataSource != nil)
    group.clear()
    #expect(ledger.subscriptions == 0)
    #expect(table.dataSource == nil && table.delegate == nil && table.prefetchDataSource == nil)
    #expect(stage.lines == [])
    group.capture { table *= section(names) }
    #expect(stage.lines == ["Ada", "Barbara", "Grace"])
  }

  @Test func `ends with the table, and when the table is bound again`() {
    let ledger = LifetimeLedger()
    let changes = names.changesetPublisher.counted(by: ledger)
    let group = BindingGroup()
    weak var dead: TableView?
    do {
      let table = TableView()
      dead = table
      group.capture { table *= TableViewSectionBinding.items(changes) { (cell: NameCell, _) in cell.text = "" } }
      #expect(ledger.subscriptions == 1)
      group.capture { table *= section(names) }
      #expect(ledger.subscriptions == 0)
      #expect(table.numberOfRows == 3)
    }
    #expect(dead == nil)
    #expect(names.subscriberCount == 0)
    #expect(group.count == 0)
  }

  @Test func `keeps its rows when the source fails, and shows the failure`() {
    let changes = CurrentValue<CollectionChange<[String]>, Never>(.initial(["Ada"]))
    let group = BindingGroup {
      table *= TableViewSectionBinding.items(changes) { (cell: NameCell, name: String) in cell.text = name }
        .footerTitle("one person")
    }
    #expect(stage.lines == ["Ada", "one person"])
    changes.value = .failure(Refusal())
    #expect(stage.lines == ["Ada", "It was refused."])
    changes.value = .initial(["Ada", "Grace"])
    #expect(stage.lines == ["Ada", "Grace", "one person"])
    withExtendedLifetime(group) {}
  }

  @Test func `passes a failure to its link`() {
    let changes = CurrentValue<CollectionChange<[String]>, Never>(.initial(["Ada"]))
    var failures = 0
    let group = BindingGroup {
      table *= TableViewSectionBinding.items(changes) { (cell: NameCell, name: String) in cell.text = name }
        .didFail { _ in failures += 1 }
    }
    changes.value = .failure(Refusal())
    #expect(failures == 1)
    #expect(stage.lines == ["Ada"])
    changes.value = .update(["Ada", "Grace"], Changeset(insertions: [1]))
    #expect(stage.lines == ["Ada", "Grace"])
    withExtendedLifetime(group) {}
  }

  @Test func `has titles that follow publishers, and may appear later`() {
    let header = CurrentValue<String?, Never>(nil)
    let footer = CurrentValue<String, Never>("3 people")
    let group = BindingGroup { table *= section(names).headerTitle(header).footerTitle(footer) }
    #expect(stage.lines == ["Ada", "Barbara", "Grace", "3 people"])
    table.selectRow(at: IndexPath(row: 1, section: 0))
    header.value = "People"
    footer.value = "still 3"
    #expect(stage.lines == ["People", "Ada", "Barbara", "Grace", "still 3"])
    #expect(table.selectedIndexPath?.row == 1)
    header.value = nil
    #expect(stage.lines == ["Ada", "Barbara", "Grace", "still 3"])
    group.clear()
    #expect(header.subscriberCount == 0 && footer.subscriberCount == 0)
  }

  @Test func `has views for titles`() {
    final class Banner: TableHeaderView {
      override func draw(in canvas: Canvas) { canvas.write("* \(text) *", at: .zero, style: Style()) }
    }
    let group = BindingGroup {
      table *= section(names).headerTitle("People").headerView { Banner() }.footerView { Banner() }
    }
    #expect(stage.lines == ["* People *", "Ada", "Barbara", "Grace", "* *"])
    withExtendedLifetime(group) {}
  }

  @Test func `has the row heights of its links or cells`() {
    final class HighCell: TableViewCell {
      override func sizeThatFits(_ size: Size) -> Size { Size(width: size.width, height: text.count > 3 ? 2 : 1) }
    }
    func bind(_ extend: (TableViewSectionBinding) -> TableViewSectionBinding) -> [String] {
      let group = BindingGroup {
        table *= extend(.items(names) { (cell: HighCell, name) in cell.text = name }).footerTitle("end")
      }
      _ = stage.lines
      let line = (0..<8).first { String(stage.surface.line($0)).contains("end") } ?? -1
      withExtendedLifetime(group) {}
      return ["\(line)"]
    }
    #expect(bind { $0 } == ["3"])
    #expect(bind { $0.rowHeight(2) } == ["6"])
    #expect(bind { $0.rowHeight { $0 == 0 ? 3 : 1 } } == ["5"])
    #expect(bind { $0.automaticRowHeight() } == ["5"])
  }

  @Test func `asks a weakly held fallback what no link answers`() {
    final class Rest: TableViewDelegate {
      var log: [String] = []
      func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) { log.append("select") }
      func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) { log.append("highlight") }
      func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Int? { 2 }
      func tableViewDidUpdate(_ tableView: TableView) { log.append("update") }
    }
    var selected = 0
    let group = BindingGroup()
    weak var dead: Rest?
    do {
      let rest = Rest()
      dead = rest
      group.capture { table *= section(names).didSelectRow { _ in selected += 1 }.default(rest) }
      #expect(stage.lines.count == 3)
      rest.log = []
      table.moveSelection(by: 1)
      table.chooseSelectedRow()
      #expect(rest.log == ["highlight", "update"])
      #expect(selected == 1)
      #expect(String(stage.surface.line(2)).contains("Barbara"))
    }
    #expect(dead == nil)
    table.moveSelection(by: 1)
  }

  @Test func `asks no fallback for updates that a link answers`() {
    final class Rest: TableViewDelegate {
      var updates = 0
      func tableViewDidUpdate(_ tableView: TableView) { updates += 1 }
    }
    let rest = Rest()
    var counts = [0, 0]
    let group = BindingGroup()
    group.capture {
      table *= TableViewBinding.sections(
        section(names).didUpdate { _ in counts[0] += 1 }, section(names)
      ).default(rest)
    }
    table.moveSelection(by: 1)
    #expect(counts[0] > 0 && rest.updates == 0)
    group.capture {
      table *= TableViewBinding.sections(section(names), section(names)).didUpdate { _ in counts[1] += 1 }.default(rest)
    }
    table.moveSelection(by: 1)
    #expect(counts[1] > 0 && rest.updates == 0)
    group.capture { table *= TableViewBinding.sections(section(names), section(names)).default(rest) }
    table.moveSelection(by: 1)
    #expect(rest.updates > 0)
  }

  @Test func `asks no fallback about a recovery that a link answers`() {
    final class Rest: TableViewDelegate {
      var recoveries = 0
      func tableView(_ tableView: TableView, didRecoverFrom inconsistency: TableInconsistency) { recoveries += 1 }
    }
    let rest = Rest()
    var answers = 0
    let group = BindingGroup { table *= section(names).answering(\.didRecover) { _ in answers += 1 }.default(rest) }
    _ = stage.lines
    table.deleteRows(at: [IndexPath(row: 99, section: 0)])
    #expect(table.lastInconsistency != nil)
    #expect(answers == 1 && rest.recoveries == 0)
    group.capture { table *= section(names).default(rest) }
    _ = stage.lines
    table.deleteRows(at: [IndexPath(row: 99, section: 0)])
    #expect(answers == 1 && rest.recoveries == 1)
    group.capture {
      table *= TableViewBinding.sections(
        section(names).answering(\.didRecover) { _ in answers += 1 }, section(names)
      ).default(rest)
    }
    _ = stage.lines
    table.deleteRows(at: [IndexPath(row: 99, section: 0)])
    #expect(answers == 2 && rest.recoveries == 1)
  }

  @Test func `has an empty cell where there is no row`() throws {
    let sectioned = names.sorted().sectioned { $0.first }
    let group = BindingGroup { table *= section(names) }
    let source = try #require(table.dataSource)
    #expect(source.tableView(table, cellForRowAt: IndexPath(row: 2, section: 0)).text == "Grace")
    #expect(source.tableView(table, cellForRowAt: IndexPath(row: 3, section: 0)).text == "")
    group.capture {
      table *= TableViewBinding.sections(sectioned.changesetPublisher, header: { _ in nil }) {
        (cell: NameCell, name: String) in cell.text = name
      }
    }
    let other = try #require(table.dataSource)
    #expect(other.tableView(table, cellForRowAt: IndexPath(row: 0, section: 2)).text == "Grace")
    #expect(other.tableView(table, cellForRowAt: IndexPath(row: 1, section: 2)).text == "")
    #expect(other.tableView(table, cellForRowAt: IndexPath(row: 0, section: 3)).text == "")
  }

  @Test func `automatic heights leave the column of the scroll mark free`() {
    final class WideCell: TableViewCell {
      static var sizes: Set<Size> = []
      override func sizeThatFits(_ size: Size) -> Size {
        Self.sizes.insert(size)
        return Size(width: size.width, height: 1)
      }
    }
    let group = BindingGroup {
      table *= TableViewSectionBinding.items(names) { (cell: WideCell, name: String) in cell.text = name }
        .automaticRowHeight()
    }
    _ = stage.lines
    #expect(WideCell.sizes == [Size(width: 23, height: 1000)])
    withExtendedLifetime(group) {}
  }

  @Test func `automatic heights leave the index free`() {
    final class NarrowCell: TableViewCell {
      static var sizes: Set<Size> = []
      override func sizeThatFits(_ size: Size) -> Size {
        Self.sizes.insert(size)
        return Size(width: size.width, height: 1)
      }
    }
    let section = TableViewSectionBinding.items(names) { (cell: NarrowCell, name: String) in cell.text = name }
      .headerTitle("People").automaticRowHeight()
    let group = BindingGroup { table *= TableViewBinding.sections(section).sectionIndex() }
    _ = stage.lines
    #expect(table.rowWidth == 22)
    #expect(NarrowCell.sizes == [Size(width: 22, height: 1000)])
    withExtendedLifetime(group) {}
  }

  @Test func `automatic heights apply no change during a layout`() {
    final class ChangingCell: TableViewCell {
      static var change: (() -> Void)?
      override func sizeThatFits(_ size: Size) -> Size {
        let change = Self.change
        Self.change = nil
        change?()
        return Size(width: size.width, height: 1)
      }
    }
    func section(_ name: String) -> TableViewSectionBinding {
      .items([name]) { (cell: ChangingCell, name: String) in cell.text = name }.automaticRowHeight()
    }
    let sections = CurrentValue<CollectionChange<[TableViewSectionBinding]>, Never>(
      .initial([section("Ada"), section("Grace")]))
    let group = BindingGroup { table *= TableViewBinding.sections(sections) }
    ChangingCell.change = { sections.value = .update([section("Ada")], Changeset(deletions: [1])) }
    table.layoutIfNeeded()
    #expect(table.visibleCells.map(\.text) == ["Ada", "Grace"])
    #expect(stage.lines == ["Ada"])
    #expect(table.lastInconsistency == nil)
    withExtendedLifetime(group) {}
  }

  @Test func `automatic heights fit changed cells`() {
    final class HighCell: TableViewCell {
      override func sizeThatFits(_ size: Size) -> Size { Size(width: size.width, height: text.count > 3 ? 2 : 1) }
    }
    let items = MutableObservableArray([Item(1, "Ada"), Item(2, "Joan")])
    let group = BindingGroup {
      table *= TableViewSectionBinding.items(items) { (cell: HighCell, item: Item) in cell.text = item.text }
        .automaticRowHeight()
    }
    func heights() -> [Int] { table.visibleCells.map { $0.frame.height } }
    _ = stage.lines
    #expect(heights() == [1, 2])
    items.replace(at: 0, with: Item(1, "Barbara"))
    // A single layout, without the frames of the glow.
    table.layoutIfNeeded()
    #expect(heights() == [2, 2])
    items.replace(at: 1, with: Item(2, "Eva"))
    table.layoutIfNeeded()
    #expect(heights() == [2, 1])
    withExtendedLifetime(group) {}
  }

  @Test func `prefetches the next rows`() {
    var fetched: Set<Int> = []
    struct Lazy: RandomAccessCollection {
      let look: (Int) -> Void
      var startIndex: Int { 0 }
      var endIndex: Int { 1000 }
      subscript(index: Int) -> String {
        look(index)
        return "\(index)"
      }
    }
    var asked: [Int] = []
    let group = BindingGroup {
      table *= TableViewSectionBinding.items(Just(.initial(Lazy { fetched.insert($0) }))) {
        (cell: NameCell, text: String) in cell.text = text
      }.answering(\.prefetchRows) { asked += $0.map(\.row) }
    }
    _ = stage.lines
    #expect(fetched == Set(0..<16))
    table.moveSelection(byPages: 1)
    _ = stage.lines
    #expect(fetched == Set(0..<24))
    #expect(Set(asked) == Set(8..<24))
    table.prefetchDataSource?.tableView(table, prefetchRowsAt: [999, 1000].map { IndexPath(row: $0, section: 0) })
    #expect(fetched == Set(0..<24).union([999]))
    withExtendedLifetime(group) {}
  }
}
