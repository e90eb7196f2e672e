import Bindery
import FoundationEssentials
import Reactive
import TUIKit
import Testing

@Suite @MainActor struct `An update of a bound table` {
  let stage = BoundTableStage(height: 12)
  var table: TableView { stage.table }

  @Test func `makes only the changed cells, also after a reload`() {
    let changes = CurrentValue<CollectionChange<[String]>, Never>(.initial(["Ada", "Grace"]))
    var made: [String] = []
    let group = BindingGroup {
      table *= TableViewSectionBinding.items(changes) { (cell: NameCell, name: String) in
        cell.text = name
        made.append(name)
      }
    }
    #expect(stage.lines == ["Ada", "Grace"])
    made = []
    changes.value = .update(["Ada", "Grace", "Hedy"], Changeset(insertions: [2]))
    #expect(stage.lines == ["Ada", "Grace", "Hedy"] && made == ["Hedy"])
    changes.value = .initial(["Ida", "Radia"])
    #expect(stage.lines == ["Ida", "Radia"])
    made = []
    changes.value = .update(["Ida", "Jean", "Radia"], Changeset(insertions: [1]))
    #expect(stage.lines == ["Ida", "Jean", "Radia"] && made == ["Jean"])
    withExtendedLifetime(group) {}
  }

  @Test func `draws nothing when a title or a height stays the same`() {
    let (header, height) = (CurrentValue<String?, Never>("People"), CurrentValue<Int, Never>(1))
    var updates = 0
    let group = BindingGroup {
      table *= TableViewSectionBinding.items(["Ada"]) { (cell: NameCell, name: String) in cell.text = name }
        .headerTitle(header).rowHeight(height).didUpdate { _ in updates += 1 }
    }
    _ = stage.lines
    (header.value, height.value, updates) = ("People", 1, 0)
    #expect(stage.scheduler.isIdle)
    header.value = "Women"
    #expect(!stage.scheduler.isIdle)
    #expect(stage.lines == ["Women", "Ada"])
    withExtendedLifetime(group) {}
  }

  @Test func `shows titles when rows cancel out`() {
    let items = MutableObservableArray([Item(1, "Ada")])
    let header = CurrentValue<String?, Never>("People")
    let people = TableViewSectionBinding.items(items) { (cell: NameCell, item: Item) in cell.text = item.text }
      .headerTitle(header)
    let other = TableViewSectionBinding.items(["Alan"]) { (cell: NameCell, name: String) in cell.text = name }
    let sections = CurrentValue<CollectionChange<[TableViewSectionBinding]>, Never>(.initial([people]))
    let group = BindingGroup { table *= sections }
    #expect(stage.lines == ["People", "Ada"])
    items.append(Item(2, "Grace"))
    items.remove(at: 1)
    header.value = "Women"
    #expect(stage.lines == ["Women", "Ada"])
    sections.value = .update([people, other], Changeset(insertions: [1]))
    sections.value = .update([people], Changeset(deletions: [1]))
    header.value = "Scientists"
    #expect(stage.lines == ["Scientists", "Ada"])
    #expect(table.lastInconsistency == nil)
    withExtendedLifetime(group) {}
  }

  @Test func `finds the items of a slice`() {
    let names = ["x", "y", "Ada", "Grace", "z"]
    let changes = CurrentValue<CollectionChange<ArraySlice<String>>, Never>(.initial(names[2..<4]))
    let group = BindingGroup {
      table *= TableViewSectionBinding.items(changes) { (cell: NameCell, name: String) in cell.text = name }
    }
    #expect(stage.lines == ["Ada", "Grace"])
    changes.value = .update(names[1..<4], Changeset(insertions: [0]))
    #expect(stage.lines == ["y", "Ada", "Grace"])
    withExtendedLifetime(group) {}
  }

  @Test func `takes back the failure of a section`() {
    let changes = CurrentValue<CollectionChange<[String]>, Never>(.initial(["Ada"]))
    let group = BindingGroup {
      table *= TableViewSectionBinding.items(changes) { (cell: NameCell, name: String) in cell.text = name }
    }
    for next in [
      CollectionChange<[String]>.update(["Ada", "Grace"], Changeset(insertions: [1])), .initial(["Ada", "Grace"]),
    ] {
      changes.value = .initial(["Ada"])
      changes.value = .failure(Refusal())
      #expect(stage.lines == ["Ada", "It was refused."])
      changes.value = next
      #expect(stage.lines == ["Ada", "Grace"])
    }
    withExtendedLifetime(group) {}
  }

  @Test func `applies a long burst of changes in order`() {
    let items = MutableObservableArray((0..<6).map { Item($0, "\($0)") })
    var updates = 0
    let group = BindingGroup {
      table *= TableViewSectionBinding.items(items) { (cell: NameCell, item: Item) in cell.text = item.text }
        .didUpdate { _ in updates += 1 }
    }
    _ = stage.lines
    updates = 0
    for step in 0..<33 {
      if step.isMultiple(of: 3) { items.remove(at: step % items.count) }
      items.move(from: step % items.count, to: (step * 5) % items.count)
      if step.isMultiple(of: 4) { items.insert(Item(100 + step, "\(100 + step)"), at: step % items.count) }
    }
    #expect(updates == 0)
    #expect(stage.lines == items.items.map(\.text))
    #expect(updates == 1 && table.lastInconsistency == nil)
    withExtendedLifetime(group) {}
  }

  @Test func `of a section that moves includes all changes of its rows`() {
    let (first, second) = (
      MutableObservableArray([1, 2, 3].map { Item($0, "\($0)") }), MutableObservableArray([Item]())
    )
    let bindings = [first, second].map { items in
      TableViewSectionBinding.items(items) { (cell: NameCell, item: Item) in cell.text = item.text }
    }
    let sections = CurrentValue<CollectionChange<[TableViewSectionBinding]>, Never>(.initial(bindings))
    let group = BindingGroup { table *= sections }
    _ = stage.lines
    sections.value = .update([bindings[1], bindings[0]], Changeset(moves: [Changeset.Pair(old: 0, new: 1)]))
    first.replace(at: 1, with: Item(2, "two"))
    first.move(from: 0, to: 2)
    first.insert(Item(4, "4"), at: 0)
    first.remove(at: 2)
    second.append(Item(9, "9"))
    #expect(stage.lines == ["9"] + first.items.map(\.text))
    #expect(table.lastInconsistency == nil)
    withExtendedLifetime(group) {}
  }

  @Test func `of a sectioned list may be by cells that bind, and has footers`() {
    let people = [BindableItem(id: 1, text: "Ada"), BindableItem(id: 2, text: "Grace", isUrgent: true)]
    let snapshot = SectionedSnapshot(items: people, runs: [(key: "A", count: 1), (key: "G", count: 1)])
    let changes = CurrentValue<SectionedChange<String, [BindableItem]>, Never>(.initial(snapshot))
    let group = BindingGroup {
      table *= TableViewBinding.sections(changes, cell: UrgentCell.self, footer: { "end of \($0)" })
    }
    #expect(stage.lines == ["! Ada", "end of A", "! Grace", "end of G"])
    group.capture { table *= TableViewBinding.sections(changes, cell: ItemCell.self, header: { "\($0):" }) }
    #expect(stage.lines == ["A:", "Ada", "G:", "Grace"])
    group.capture {
      table *= TableViewBinding.sections(changes, footer: { $0 }) { (cell: NameCell, item: BindableItem) in
        cell.text = "\(item.id)"
      }
    }
    #expect(stage.lines == ["1", "A", "2", "G"])
  }
}
