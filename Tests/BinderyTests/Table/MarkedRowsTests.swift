import Bindery
import FoundationEssentials
import Reactive
import TUIKit
import Testing

@Suite @MainActor struct `The marked rows of a bound table` {
  let stage = BoundTableStage()
  let items = MutableObservableArray((1...5).map { Item($0, "item \($0)") })
  let marked = CurrentValue<Set<Int>, Never>([2])
  var table: TableView { stage.table }

  private func bind(_ extend: (TableViewSectionBinding) -> TableViewSectionBinding = { $0 }) -> BindingGroup {
    BindingGroup {
      table *= extend(.items(items) { (cell: NameCell, item: Item) in cell.text = item.text }).marked(marked)
    }
  }

  private var rows: [Int] { table.indexPathsForMarkedRows.map(\.row) }

  @Test func `are bound to a set of ids both ways`() {
    let group = bind()
    #expect(rows == [1])
    _ = table.window?.makeFirstResponder(table)
    table.selectRow(at: IndexPath(row: 3, section: 0))
    stage.window.send(.key(KeyEvent(.character(" "))))
    #expect(marked.value == [2, 4])
    marked.value = [1, 4]
    #expect(rows == [0, 3])
    group.clear()
    marked.value = []
    #expect(marked.subscriberCount == 0)
  }

  @Test func `follow their rows, and a deleted row's id leaves the set`() {
    let group = bind()
    items.move(from: 1, to: 4)
    #expect(rows == [4])
    #expect(marked.value == [2])
    items.remove(at: 4)
    #expect(table.numberOfRows == 4)
    #expect(marked.value == [])
    withExtendedLifetime(group) {}
  }

  @Test func `are marked again after a reload, and wait for hidden rows`() {
    let changes = CurrentValue<CollectionChange<[Item]>, Never>(.initial(Array(items.items)))
    marked.value = [2, 5]
    let group = BindingGroup {
      table *=
        TableViewSectionBinding
        .items(changes) { (cell: NameCell, item: Item) in cell.text = item.text }
        .marked(marked, row: { id in changes.value.items?.firstIndex { $0.id == id } })
    }
    #expect(rows == [1, 4])
    changes.value = .initial([Item(5, "item 5")])
    #expect(rows == [0])
    #expect(marked.value == [2, 5])
    changes.value = .initial(Array(items.items))
    #expect(rows == [1, 4])
    table.setMarked(true, forRowAt: IndexPath(row: 0, section: 0))
    #expect(marked.value == [1, 2, 5])
    withExtendedLifetime(group) {}
  }

  @Test(arguments: [false, true]) func `include rows that are inserted later`(usesLink: Bool) {
    marked.value = [2, 6]
    let section = TableViewSectionBinding.items(items) { (cell: NameCell, item: Item) in cell.text = item.text }
    let binding =
      usesLink
      ? section.marked(marked, row: { id in items.items.firstIndex { $0.id == id } }) : section.marked(marked)
    let group = BindingGroup { table *= binding }
    #expect(rows == [1])
    items.append(Item(6, "item 6"))
    #expect(rows == [1, 5])
    #expect(marked.value == [2, 6])
    _ = table.window?.makeFirstResponder(table)
    table.selectRow(at: IndexPath(row: 5, section: 0))
    stage.window.send(.key(KeyEvent(.character(" "))))
    #expect(rows == [1])
    #expect(marked.value == [2])
    withExtendedLifetime(group) {}
  }

  @Test func `include rows of an inserted section`() {
    let more = MutableObservableArray([Item(9, "item 9")])
    func section(_ items: MutableObservableArray<Item>) -> TableViewSectionBinding {
      .items(items) { (cell: NameCell, item: Item) in cell.text = item.text }
    }
    marked.value = [2, 9]
    let sections = CurrentValue<CollectionChange<[TableViewSectionBinding]>, Never>(.initial([section(items)]))
    let group = BindingGroup { table *= TableViewBinding.sections(sections).marked(marked) }
    #expect(table.indexPathsForMarkedRows == [IndexPath(row: 1, section: 0)])
    sections.value = .update([section(items), section(more)], Changeset(insertions: [1]))
    #expect(table.indexPathsForMarkedRows == [IndexPath(row: 1, section: 0), IndexPath(row: 0, section: 1)])
    table.setMarked(false, forRowAt: IndexPath(row: 0, section: 1))
    #expect(marked.value == [2])
    withExtendedLifetime(group) {}
  }

  @Test func `may be those of several sections`() {
    let more = MutableObservableArray((11...13).map { Item($0, "item \($0)") })
    func section(_ items: MutableObservableArray<Item>) -> TableViewSectionBinding {
      .items(items) { (cell: NameCell, item: Item) in cell.text = item.text }
    }
    marked.value = [2, 13]
    let group = BindingGroup { table *= TableViewBinding.sections(section(items), section(more)).marked(marked) }
    #expect(table.indexPathsForMarkedRows == [IndexPath(row: 1, section: 0), IndexPath(row: 2, section: 1)])
    table.markAllRows()
    #expect(marked.value == Set(Array(1...5) + Array(11...13)))
    withExtendedLifetime(group) {}
  }

  @Test func `belong to the sections that name their set`() {
    let other = MutableObservableArray((8...10).map { Item($0, "item \($0)") })
    func section(_ items: MutableObservableArray<Item>) -> TableViewSectionBinding {
      .items(items) { (cell: NameCell, item: Item) in cell.text = item.text }
    }
    marked.value = [2, 9]
    let group = BindingGroup { table *= [section(items).marked(marked), section(other)] }
    #expect(table.indexPathsForMarkedRows == [IndexPath(row: 1, section: 0)])
    table.setMarked(true, forRowAt: IndexPath(row: 0, section: 1))
    #expect(marked.value == [2, 9])
    marked.value = [3, 9]
    #expect(table.indexPathsForMarkedRows == [IndexPath(row: 2, section: 0), IndexPath(row: 0, section: 1)])
    withExtendedLifetime(group) {}
  }

  @Test func `of sections with one set observe it once`() {
    let section = TableViewSectionBinding.items(items) { (cell: NameCell, item: Item) in cell.text = item.text }
      .marked(marked)
    let group = BindingGroup { table *= [section, section] }
    #expect(marked.subscriberCount == 1)
    group.clear()
    #expect(marked.subscriberCount == 0)
  }

  @Test func `are sent once for each change of the user`() {
    var sent: [Set<Int>] = []
    let token = marked.sink { sent.append($0) }
    let group = bind()
    table.setMarked(true, forRowAt: IndexPath(row: 3, section: 0))
    marked.value = [1, 5]
    #expect(sent == [[2], [2, 4], [1, 5]])
    #expect(rows == [0, 4])
    withExtendedLifetime((token, group)) {}
  }

  @Test func `read no other rows when the user marks one`() {
    var read: Set<Int> = []
    marked.value = [2, 5000]
    let group = BindingGroup {
      table *=
        TableViewSectionBinding.items(Just(.initial(LazyItems { read.insert($0) }))) { (cell: NameCell, item: Item) in
          cell.text = item.text
        }
        .marked(marked)
    }
    _ = stage.lines
    read = []
    table.setMarked(true, forRowAt: IndexPath(row: 4, section: 0))
    #expect(marked.value == [2, 4, 5000])
    #expect(read == [2, 4])
    withExtendedLifetime(group) {}
  }

  @Test func `read only inserted rows after a batch`() {
    var read: Set<Int> = []
    let changes = CurrentValue<CollectionChange<LazyItems>, Never>(.initial(LazyItems { read.insert($0) }))
    marked.value = [2, 1000, 5000]
    let group = BindingGroup {
      table *=
        TableViewSectionBinding.items(changes) { (cell: NameCell, item: Item) in cell.text = item.text }.marked(marked)
    }
    _ = stage.lines
    read = []
    changes.value = .update(LazyItems(count: 1002) { read.insert($0) }, Changeset(insertions: [1000, 1001]))
    #expect(rows == [2, 1000])
    #expect(read == [1000, 1001])
    #expect(marked.value == [2, 1000, 5000])
    withExtendedLifetime(group) {}
  }

  @Test func `include rows of a list in sections`() {
    let sectioned = items.sectioned { $0.id / 4 }
    marked.value = [2, 6, 9]
    let group = BindingGroup {
      table *= TableViewBinding.sections(sectioned.changesetPublisher, header: { "\($0)" }) {
        (cell: NameCell, item: Item) in cell.text = item.text
      }
      .marked(marked)
    }
    #expect(table.indexPathsForMarkedRows == [IndexPath(row: 1, section: 0)])
    items.performBatch { for id in 6...9 { items.append(Item(id, "item \(id)")) } }
    #expect(
      table.indexPathsForMarkedRows == [
        IndexPath(row: 1, section: 0), IndexPath(row: 2, section: 1), IndexPath(row: 1, section: 2),
      ])
    #expect(marked.value == [2, 6, 9])
    withExtendedLifetime(group) {}
  }

  @Test func `may be a set for each section`() {
    let other = CurrentValue<Set<Int>, Never>([])
    let group = BindingGroup {
      table *= [
        .items(items) { (cell: NameCell, item: Item) in cell.text = item.text }.marked(marked),
        .items(items) { (cell: NameCell, item: Item) in cell.text = item.text }.marked(other),
      ]
    }
    table.setMarked(true, forRowAt: IndexPath(row: 0, section: 1))
    #expect(marked.value == [2])
    #expect(other.value == [1])
    withExtendedLifetime(group) {}
  }

  @Test func `have a menu of the row's actions`() {
    var done: [String] = []
    let group = bind {
      $0.rowAction("Edit") { done.append("edit \($0)") }
        .rowAction("Delete", isEnabled: { $0 > 0 }) { done.append("delete \($0)") }
    }
    #expect(table.rowActions.map(\.title) == ["Edit", "Delete"])
    #expect(!table.rowActions[1].isEnabled(IndexPath(row: 0, section: 0)))
    table.rowActions[0].handler(IndexPath(row: 2, section: 0))
    #expect(done == ["edit 2"])
    withExtendedLifetime(group) {}
  }

  @Test func `are found by the link, which may name rows that there are not`() {
    marked.value = [2, 3, 4, 5]
    let group = BindingGroup {
      table *= TableViewSectionBinding.items(items) { (cell: NameCell, item: Item) in cell.text = item.text }
        .marked(marked, row: { id in [2: 1, 3: -1, 4: 0, 5: 5][id] })
    }
    #expect(rows == [1])
    #expect(marked.value == [2, 3, 4, 5])
    withExtendedLifetime(group) {}
  }

  @Test func `of a section with its own set are not in that of the table`() {
    let other = MutableObservableArray((8...10).map { Item($0, "item \($0)") })
    let own = CurrentValue<Set<Int>, Never>([9])
    func section(_ items: MutableObservableArray<Item>) -> TableViewSectionBinding {
      .items(items) { (cell: NameCell, item: Item) in cell.text = item.text }
    }
    let group = BindingGroup {
      table *= TableViewBinding.sections(section(items), section(other).marked(own)).marked(marked)
    }
    #expect(table.indexPathsForMarkedRows == [IndexPath(row: 1, section: 0), IndexPath(row: 1, section: 1)])
    table.markAllRows()
    #expect(marked.value == Set(1...5) && own.value == Set(8...10))
    marked.value = []
    #expect(table.indexPathsForMarkedRows == (0..<3).map { IndexPath(row: $0, section: 1) })
    own.value = [8]
    #expect(table.indexPathsForMarkedRows == [IndexPath(row: 0, section: 1)])
    withExtendedLifetime(group) {}
  }

  @Test func `are none where items have no identity`() {
    let group = BindingGroup {
      table *= TableViewSectionBinding.items(["a", "b"]) { (cell: NameCell, name: String) in cell.text = name }
        .marked(marked)
    }
    #expect(rows == [])
    table.setMarked(true, forRowAt: IndexPath(row: 0, section: 0))
    #expect(marked.value == [2])
    withExtendedLifetime(group) {}
  }
}

/// Items that report which of them are read.
private struct LazyItems: RandomAccessCollection {
  var count = 1000
  let look: (Int) -> Void
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> Item {
    look(index)
    return Item(index, "item \(index)")
  }
}
