import Bindery
import FoundationEssentials
import Reactive
import TUIKit
import Testing

/// The sources that a table can be bound to.
@Suite @MainActor struct `A table may be bound to` {
  let stage = BoundTableStage()
  let items = [BindableItem(id: 1, text: "Ada"), BindableItem(id: 2, text: "Grace", isUrgent: true)]
  var table: TableView { stage.table }

  private func lines(_ bind: () -> Void) -> [String] {
    let group = BindingGroup(bind)
    defer { withExtendedLifetime(group) {} }
    return stage.lines
  }

  @Test func `an observable array of items that know their cells`() {
    let array = MutableObservableArray(items)
    #expect(lines { table *= array } == ["Ada", "! Grace"])
    #expect(lines { table *= array.eraseToAnyObservableArray() } == ["Ada", "! Grace"])
    #expect(lines { table *= TableViewSectionBinding.items(array) } == ["Ada", "! Grace"])
  }

  @Test func `a publisher of changes of such items`() {
    let changes = MutableObservableArray(items).changesetPublisher
    #expect(lines { table *= changes } == ["Ada", "! Grace"])
    #expect(lines { table *= TableViewSectionBinding.items(changes) } == ["Ada", "! Grace"])
  }

  @Test func `fixed items that know their cells`() {
    #expect(lines { table *= items } == ["Ada", "! Grace"])
    #expect(lines { table *= TableViewSectionBinding.items(items[0], items[1]) } == ["Ada", "! Grace"])
  }

  @Test func `cells, and a publisher of changes of cells`() {
    let cells = ["x", "y"].map { text in
      let cell = TableViewCell()
      cell.text = text
      return cell
    }
    #expect(lines { table *= cells } == ["x", "y"])
    #expect(lines { table *= TableViewSectionBinding.cells(cells[1], cells[0]) } == ["y", "x"])
    let changes = CurrentValue<CollectionChange<[TableViewCell]>, Never>(.initial(cells))
    let group = BindingGroup { table *= changes }
    #expect(stage.lines == ["x", "y"])
    changes.value = .update([cells[1]], Changeset(deletions: [0]))
    #expect(stage.lines == ["y"])
    withExtendedLifetime(group) {}
  }

  @Test func `any data, by a closure that sets up or makes the cell`() {
    let make: MakeCell<BindableItem> = { table, indexPath, item in
      let cell = table.dequeueReusableCell(NameCell.self, for: indexPath)
      cell.text = "\(indexPath.row) \(item.text)"
      return cell
    }
    let set: ConfigureCell<NameCell, BindableItem> = { $0.text = $1.text }
    let array = MutableObservableArray(items)
    #expect(lines { table *= TableViewSectionBinding.items(items, makeCell: make) } == ["0 Ada", "1 Grace"])
    #expect(lines { table *= TableViewSectionBinding.items(array, makeCell: make) } == ["0 Ada", "1 Grace"])
    #expect(
      lines { table *= TableViewSectionBinding.items(array.changesetPublisher, makeCell: make) }
        == ["0 Ada", "1 Grace"])
    #expect(lines { table *= TableViewSectionBinding.items(items, configure: set) } == ["Ada", "Grace"])
    #expect(lines { table *= TableViewSectionBinding.items(array, configure: set) } == ["Ada", "Grace"])
  }

  @Test func `any data, by a type of cells that bind it`() {
    let array = MutableObservableArray(items)
    #expect(lines { table *= TableViewSectionBinding.items(array, cell: UrgentCell.self) } == ["! Ada", "! Grace"])
    #expect(
      lines { table *= TableViewSectionBinding.items(array.changesetPublisher, cell: ItemCell.self) }
        == ["Ada", "Grace"])
  }

  @Test func `sections, in a list or by publisher`() {
    let section = TableViewSectionBinding.items(items).headerTitle("A")
    #expect(lines { table *= section } == ["A", "Ada", "! Grace"])
    #expect(lines { table *= [section, section.headerTitle("B")] } == ["A", "Ada", "! Grace", "B", "Ada", "! Grace"])
    #expect(lines { table *= Just(.initial([section])) } == ["A", "Ada", "! Grace"])
    #expect(lines { table *= TableViewBinding.sections(section) } == ["A", "Ada", "! Grace"])
  }

  @Test func `items with recycled cells`() {
    let array = MutableObservableArray((0..<40).map { BindableItem(id: $0, text: "row \($0)", isUrgent: $0 % 3 == 0) })
    let group = BindingGroup { table *= array }
    _ = stage.lines
    for _ in 0..<5 { table.moveSelection(byPages: 1) }
    let expected = table.indexPathsForVisibleRows.map {
      ($0.row % 3 == 0 ? "! " : "") + "row \($0.row)"
    }
    #expect(stage.lines == expected)
    withExtendedLifetime(group) {}
  }
}
