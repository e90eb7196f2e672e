import Bindery
import FoundationEssentials
import Reactive
import ReactiveTesting
import TUIKit
import Testing

@Suite @MainActor struct `The end of a table binding` {
  let stage = BoundTableStage()
  let items = MutableObservableArray((1...5).map { Item($0, "item \($0)") })
  let marked = CurrentValue<Set<Int>, Never>([2])
  var table: TableView { stage.table }

  private var plain: TableViewSectionBinding {
    .items(items) { (cell: NameCell, item: Item) in cell.text = item.text }
  }

  private var full: TableViewSectionBinding {
    plain.marked(marked).rowAction("Edit") { _ in }.answering(\.prefetchRows) { _ in }
  }

  @Test func `restores the row actions and the selection mode`() {
    table.rowActions = [TableViewRowAction("Own") { _ in }]
    let group = BindingGroup { table *= full }
    #expect(table.rowActions.map(\.title) == ["Edit"])
    #expect(table.allowsMultipleSelection)
    group.clear()
    #expect(table.rowActions.map(\.title) == ["Own"])
    #expect(!table.allowsMultipleSelection)
    #expect(marked.value == [2])
    #expect(items.subscriberCount == 0 && marked.subscriberCount == 0)
  }

  @Test func `calls no link`() {
    var updates = 0
    let group = BindingGroup { table *= full.didUpdate { _ in updates += 1 } }
    _ = stage.lines
    #expect(updates > 0)
    updates = 0
    group.clear()
    _ = stage.lines
    #expect(updates == 0)
  }

  @Test func `comes with another binding, which has the default settings`() {
    table.rowActions = [TableViewRowAction("Own") { _ in }]
    let group = BindingGroup {
      table *= full
      table *= plain
    }
    #expect(table.rowActions.map(\.title) == ["Own"])
    #expect(!table.allowsMultipleSelection)
    group.capture { table *= full }
    group.clear()
    #expect(table.rowActions.map(\.title) == ["Own"])
    #expect(table.dataSource == nil && table.delegate == nil && table.prefetchDataSource == nil)
  }

  @Test func `is complete even after the data source was replaced`() {
    final class Rows: TableViewDataSource {
      func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1 }
      func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }
    }
    let rows = Rows()
    let group = BindingGroup { table *= full }
    table.dataSource = rows
    group.clear()
    #expect(table.dataSource === rows)
    #expect(table.delegate == nil && table.prefetchDataSource == nil)
    #expect(table.rowActions.isEmpty && !table.allowsMultipleSelection)
    #expect(items.subscriberCount == 0)
  }

  @Test func `also comes when the attachment is removed`() {
    let group = BindingGroup { table *= full }
    #expect(stage.lines.count == 5)
    table.attachments.removeAll()
    #expect(table.rowActions.isEmpty && !table.allowsMultipleSelection)
    #expect(stage.lines == [])
    #expect(group.count == 0)
  }

  @Test func `of a section restores what only the section needs`() {
    let sections = CurrentValue<CollectionChange<[TableViewSectionBinding]>, Never>(.initial([plain, full]))
    let group = BindingGroup { table *= sections }
    #expect(table.rowActions.count == 1 && table.allowsMultipleSelection)
    sections.value = .update([plain], Changeset(deletions: [1]))
    #expect(table.numberOfSections == 1)
    #expect(table.rowActions.isEmpty && !table.allowsMultipleSelection)
    withExtendedLifetime(group) {}
  }

  @Test func `ends the subscription to a list of sections`() {
    let people = MutableObservableArray(["Ada", "Grace"])
    let ledger = LifetimeLedger()
    let changes = people.sectioned { $0.first }.changesetPublisher.counted(by: ledger)
    let group = BindingGroup {
      table *= TableViewBinding.sections(changes, header: { _ in nil }) { (cell: NameCell, name: String) in
        cell.text = name
      }
    }
    #expect(ledger.subscriptions == 1)
    group.clear()
    #expect(ledger.subscriptions == 0)
  }

  @Test func `a section prefetches only its own rows`() {
    var asked: [Int: Set<IndexPath>] = [:]
    let many = MutableObservableArray((0..<40).map { Item($0, "item \($0)") })
    func section(_ number: Int, _ items: MutableObservableArray<Item>) -> TableViewSectionBinding {
      .items(items) { (cell: NameCell, item: Item) in cell.text = item.text }
        .answering(\.prefetchRows) { asked[number, default: []].formUnion($0) }
    }
    let group = BindingGroup { table *= [section(0, items), section(1, many)] }
    _ = stage.lines
    table.moveSelection(byPages: 1)
    _ = stage.lines
    #expect(asked[0] == nil)
    #expect(asked[1]?.isEmpty == false && asked[1]?.allSatisfy { $0.section == 1 } == true)
    withExtendedLifetime(group) {}
  }
}

@Suite @MainActor struct `The failure of a bound table` {
  let stage = BoundTableStage()
  var table: TableView { stage.table }

  private func lines(_ bind: @MainActor () -> Void, change: () -> Void) -> (lines: [String], reports: Int) {
    var reports = 0
    let group = BindingGroup(onFailure: { _ in reports += 1 }) { bind() }
    _ = stage.lines
    change()
    let lines = stage.lines
    withExtendedLifetime(group) {}
    return (lines, reports)
  }

  private func section(_ changes: CurrentValue<CollectionChange<[String]>, Never>) -> TableViewSectionBinding {
    .items(changes) { (cell: NameCell, name: String) in cell.text = name }
  }

  @Test func `is shown once, below the rows of its section`() {
    let changes = CurrentValue<CollectionChange<[String]>, Never>(.initial(["Ada"]))
    let shown = lines {
      table *= [section(changes).footerTitle("one"), section(CurrentValue(.initial(["Grace"])))]
    } change: {
      changes.value = .failure(Refusal())
    }
    #expect(shown.lines == ["Ada", "It was refused.", "Grace"])
    #expect(shown.reports == 0)
  }

  @Test func `is sent to the link of the table instead`() {
    var failures = 0
    let changes = CurrentValue<CollectionChange<[String]>, Never>(.initial(["Ada"]))
    let shown = lines {
      table *= TableViewBinding.sections(section(changes).footerTitle("one")).didFail { _ in failures += 1 }
    } change: {
      changes.value = .failure(Refusal())
    }
    #expect(shown.lines == ["Ada", "one"])
    #expect(failures == 1 && shown.reports == 0)
  }

  @Test func `of a sectioned list is shown below the last section`() {
    let snapshot = SectionedSnapshot(items: ["Ada", "Grace"], runs: [(key: "A", count: 1), (key: "G", count: 1)])
    let changes = CurrentValue<SectionedChange<String, [String]>, Never>(.initial(snapshot))
    let group = BindingGroup {
      table *= TableViewBinding.sections(changes, header: { $0 }, footer: { "end of \($0)" }) {
        (cell: NameCell, name: String) in cell.text = name
      }
    }
    #expect(stage.lines == ["A", "Ada", "end of A", "G", "Grace", "end of G"])
    changes.value = .failure(Refusal())
    #expect(stage.lines == ["A", "Ada", "end of A", "G", "Grace", "It was refused."])
    changes.value = .initial(snapshot)
    #expect(stage.lines.last == "end of G")
    withExtendedLifetime(group) {}
  }

  @Test func `of a list without sections is shown alone`() {
    let sections = CurrentValue<CollectionChange<[TableViewSectionBinding]>, Never>(.failure(Refusal()))
    let group = BindingGroup { table *= sections }
    #expect(stage.lines == ["It was refused."])
    #expect(stage.counts == [0])
    sections.value = .initial([])
    #expect(stage.lines == [])
    sections.value = .failure(Refusal())
    #expect(stage.lines == ["It was refused."])
    let section = TableViewSectionBinding.items(["Ada"]) { (cell: NameCell, name) in cell.text = name }
    sections.value = .update([section], Changeset(insertions: [0]))
    #expect(stage.lines == ["Ada"])
    #expect(table.lastInconsistency == nil)
    withExtendedLifetime(group) {}
  }
}
