import Bindery
import FoundationEssentials
import Reactive
import ReactiveTesting
import TUIKit
import Testing

@Suite @MainActor struct `The sections of a bound table` {
  let stage = BoundTableStage(height: 12)
  let first = MutableObservableArray(["Ada"])
  let second = MutableObservableArray(["Grace", "Hedy"])
  var table: TableView { stage.table }

  private func section(
    _ title: String, _ names: MutableObservableArray<String>, _ ledger: LifetimeLedger = LifetimeLedger()
  ) -> TableViewSectionBinding {
    .items(names.changesetPublisher.counted(by: ledger)) { (cell: NameCell, name: String) in cell.text = name }
      .headerTitle(title)
  }

  @Test func `apply the changes of one frame as one batch`() {
    var updates = 0
    let group = BindingGroup {
      table *= TableViewBinding.sections(section("A", first), section("B", second)).didUpdate { _ in updates += 1 }
    }
    #expect(stage.lines == ["A", "Ada", "B", "Grace", "Hedy"])
    updates = 0
    first.append("Alan")
    second.remove(at: 0)
    second.append("Ida")
    second.insert("Betty", at: 0)
    #expect(updates == 0)
    #expect(stage.lines == ["A", "Ada", "Alan", "B", "Betty", "Hedy", "Ida"])
    #expect(updates == 1)
    #expect(table.lastInconsistency == nil)
    withExtendedLifetime(group) {}
  }

  @Test func `apply all pending changes with a reload`() {
    let changes = CurrentValue<CollectionChange<[String]>, Never>(.initial(["x"]))
    let group = BindingGroup {
      table *= [
        section("A", first),
        .items(changes) { (cell: NameCell, name: String) in cell.text = name },
      ]
    }
    #expect(stage.lines == ["A", "Ada", "x"])
    first.append("Alan")
    changes.value = .update(["x", "y"], Changeset(insertions: [1]))
    changes.value = .initial(["z"])
    first.remove(at: 0)
    #expect(stage.lines == ["A", "Alan", "z"])
    #expect(table.lastInconsistency == nil)
    withExtendedLifetime(group) {}
  }

  @Test func `change while their rows change`() {
    let ledger = LifetimeLedger()
    let a = section("A", first, ledger)
    let b = section("B", second, ledger)
    let sections = CurrentValue<CollectionChange<[TableViewSectionBinding]>, Never>(.initial([a, b]))
    let group = BindingGroup { table *= sections }
    #expect(stage.lines == ["A", "Ada", "B", "Grace", "Hedy"])
    table.selectRow(at: IndexPath(row: 1, section: 1))

    sections.value = .update([b, a], Changeset(moves: [Changeset.Pair(old: 1, new: 0)]))
    second.insert("Betty", at: 0)
    first.append("Alan")
    #expect(stage.lines == ["B", "Betty", "Grace", "Hedy", "A", "Ada", "Alan"])
    #expect(table.selectedIndexPath == IndexPath(row: 2, section: 0))
    #expect(ledger.subscriptionsEver == 2)

    sections.value = .update([b], Changeset(deletions: [1]))
    #expect(ledger.subscriptions == 1)
    first.append("Alice")
    #expect(stage.lines == ["B", "Betty", "Grace", "Hedy"])

    sections.value = .update([a, b], Changeset(insertions: [0]))
    #expect(stage.lines == ["A", "Ada", "Alan", "Alice", "B", "Betty", "Grace", "Hedy"])
    #expect(table.selectedIndexPath == IndexPath(row: 2, section: 1))

    sections.value = .update(
      [a, section("C", first, ledger)], Changeset(modifications: [Changeset.Pair(old: 1, new: 1)]))
    first.remove(at: 0)
    #expect(stage.lines == ["A", "Alan", "Alice", "C", "Alan", "Alice"])
    #expect(table.lastInconsistency == nil)
    group.clear()
    #expect(ledger.subscriptions == 0)
  }

  @Test func `report a failing publisher of sections and stay`() {
    let sections = CurrentValue<CollectionChange<[TableViewSectionBinding]>, Never>(.initial([section("A", first)]))
    var heard = 0
    let group = BindingGroup { table *= TableViewBinding.sections(sections).didFail { _ in heard += 1 } }
    sections.value = .failure(Refusal())
    #expect(heard == 1)
    #expect(stage.lines == ["A", "Ada"])
    withExtendedLifetime(group) {}
  }

  @Test func `answer before the table does`() {
    var chosen: [String] = []
    let group = BindingGroup {
      table *=
        TableViewBinding
        .sections([section("A", first).didSelectRow { chosen.append("A \($0)") }, section("B", second)])
        .didSelectRow { chosen.append("table \($0.section).\($0.row)") }
    }
    for path in [IndexPath(row: 0, section: 0), IndexPath(row: 1, section: 1)] {
      table.selectRow(at: path)
      table.chooseSelectedRow()
    }
    #expect(chosen == ["A 0", "table 1.1"])
    withExtendedLifetime(group) {}
  }

  @Test func `may be those of one sectioned list`() {
    let people = MutableObservableArray(["Ada", "Alan", "Grace"])
    let byLetter = people.sorted().sectioned { $0.first }
    let group = BindingGroup {
      table *=
        TableViewBinding
        .sections(byLetter.changesetPublisher, header: { $0.map(String.init) }) { (cell: NameCell, name: String) in
          cell.text = name
        }
        .sectionIndex()
    }
    #expect(stage.lines == ["A", "Ada", "Alan", "G", "Grace"])
    people.append("Hedy")
    people.remove(at: 0)
    people.append("Grete")
    #expect(
      stage.lines == ["A", "Alan", "G", "Grace", "Grete", "H", "Hedy"])
    #expect(table.dataSource?.sectionIndexTitles(for: table) == ["A", "G", "H"])
    #expect(table.lastInconsistency == nil)
    withExtendedLifetime(group) {}
  }

  @Test func `are under the first characters of their titles`() {
    let group = BindingGroup {
      table *= TableViewBinding.sections(section("Pioneers", first), section("of today", second)).sectionIndex()
    }
    #expect(table.dataSource?.sectionIndexTitles(for: table) == ["P", "o"])
    withExtendedLifetime(group) {}
  }

  @Test func `of a list of a million read only the displayed rows`() {
    var looked = 0
    struct Million: RandomAccessCollection {
      let look: () -> Void
      var count = 1_000_000
      var startIndex: Int { 0 }
      var endIndex: Int { count }
      subscript(index: Int) -> Item {
        look()
        return Item(index, "person \(index)")
      }
    }
    let runs = (0..<30).map { (key: $0, count: $0 < 10 ? 33_334 : 33_333) }
    let total = runs.reduce(0) { $0 + $1.count }
    var snapshot = SectionedSnapshot(items: Million(look: { looked += 1 }, count: total), runs: runs)
    let changes = CurrentValue<SectionedChange<Int, Million>, Never>(.initial(snapshot))
    let group = BindingGroup {
      table *= TableViewBinding.sections(changes, header: { "section \($0)" }) { (cell: NameCell, item: Item) in
        cell.text = item.text
      }
    }
    #expect(table.numberOfRows == total)
    #expect(stage.lines.first == "section 0")
    var longer = runs
    longer[3].count += 1
    snapshot = SectionedSnapshot(items: Million(look: { looked += 1 }, count: total + 1), runs: longer)
    changes.value = .update(snapshot, Changeset(insertions: [3 * 33_334 + 7]))
    #expect(table.numberOfRows == total + 1)
    #expect(table.lastInconsistency == nil)
    _ = stage.lines
    #expect(looked < 100)
    looked = 0
    table.prefetchDataSource?.tableView(table, prefetchRowsAt: [IndexPath(row: 9, section: 20)])
    #expect(looked == 1)
    withExtendedLifetime(group) {}
  }

  @Test func `may change without a row, and several changes are one batch`() {
    func snapshot(_ names: [String], _ runs: [(key: String, count: Int)]) -> SectionedSnapshot<String, [String]> {
      SectionedSnapshot(items: names, runs: runs)
    }
    var names = ["Ada", "Alan", "Barbara", "Grace"]
    let changes = CurrentValue<SectionedChange<String, [String]>, Never>(
      .initial(snapshot(names, [("A", 1), ("G", 3)])))
    var updates = 0
    let group = BindingGroup {
      table *=
        TableViewBinding
        .sections(changes, header: { $0 }) { (cell: NameCell, name: String) in cell.text = name }
        .didUpdate { _ in updates += 1 }
    }
    #expect(stage.lines == ["A", "Ada", "G", "Alan", "Barbara", "Grace"])
    table.allowsMultipleSelection = true
    table.selectRow(at: IndexPath(row: 1, section: 1))
    table.setMarked(true, forRowAt: IndexPath(row: 0, section: 1))
    updates = 0
    changes.value = .update(snapshot(names, [("A", 2), ("B", 1), ("G", 1)]), Changeset())
    names.insert("Carol", at: 3)
    changes.value = .update(snapshot(names, [("A", 2), ("B", 1), ("C", 1), ("G", 1)]), Changeset(insertions: [3]))
    names.remove(at: 0)
    changes.value = .update(snapshot(names, [("A", 1), ("B", 1), ("C", 1), ("G", 1)]), Changeset(deletions: [0]))
    #expect(stage.lines == ["A", "● Alan", "B", "Barbara", "C", "Carol", "G", "Grace"])
    #expect(table.selectedIndexPath == IndexPath(row: 0, section: 1))
    #expect(table.indexPathsForMarkedRows == [IndexPath(row: 0, section: 0)])
    #expect(updates == 1)
    #expect(table.lastInconsistency == nil)
    withExtendedLifetime(group) {}
  }
}
