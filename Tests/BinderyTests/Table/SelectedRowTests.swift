import Bindery
import FoundationEssentials
import Reactive
import TUIKit
import Testing

@Suite @MainActor struct `The bound selection of a table` {
  let stage = BoundTableStage()
  let names = MutableObservableArray(["Ada", "Barbara", "Grace"])
  var table: TableView { stage.table }

  private func section(_ names: MutableObservableArray<String>) -> TableViewSectionBinding {
    .items(names) { (cell: NameCell, name: String) in cell.text = name }
  }

  @Test func `follows the value, and the value the user and the rows`() {
    let row = CurrentValue<Int?, Never>(1)
    let group = BindingGroup { table *= section(names).selectedRow(row) }
    #expect(table.selectedIndexPath?.row == 1)
    table.moveSelection(by: 1)
    #expect(row.value == 2)
    row.value = 0
    #expect(table.selectedIndexPath?.row == 0)
    names.insert("Aaliyah", at: 0)
    _ = stage.lines
    #expect(row.value == 1)
    group.clear()
    #expect(row.subscriberCount == 0)
  }

  @Test func `starts with the table's own selection when the value is nil`() {
    let row = CurrentValue<Int?, Never>(nil)
    let group = BindingGroup { table *= section(names).selectedRow(row) }
    #expect(row.value == 0)
    withExtendedLifetime(group) {}
  }

  @Test func `waits for a row that does not exist yet`() {
    let row = CurrentValue<Int?, Never>(3)
    let empty = MutableObservableArray<String>()
    let group = BindingGroup { table *= section(empty).selectedRow(row) }
    #expect(row.value == 3)
    empty.items = ["a", "b"]
    _ = stage.lines
    #expect(row.value == 3)
    empty.append("c")
    empty.append("d")
    _ = stage.lines
    #expect(table.selectedIndexPath?.row == 3)
    row.value = 9
    table.moveSelection(by: -1)
    #expect(row.value == 2)
    withExtendedLifetime(group) {}
  }

  @Test func `belongs to a section, wherever that is, or to the table`() {
    let row = CurrentValue<Int?, Never>(nil)
    let path = CurrentValue<IndexPath?, Never>(IndexPath(row: 0, section: 1))
    let more = MutableObservableArray(["Hedy", "Ida"])
    let group = BindingGroup {
      table *= TableViewBinding.sections(section(names), section(more).selectedRow(row)).selectedRow(path)
    }
    #expect(table.selectedIndexPath == IndexPath(row: 0, section: 1))
    #expect(row.value == 0)
    table.moveSelection(by: -1)
    #expect(row.value == nil && path.value == IndexPath(row: 2, section: 0))
    row.value = 1
    #expect(path.value == IndexPath(row: 1, section: 1))
    withExtendedLifetime(group) {}
  }
  @Test func `clears the selection when the value becomes nil`() {
    let path = CurrentValue<IndexPath?, Never>(IndexPath(row: 1, section: 0))
    let group = BindingGroup { table *= TableViewBinding.sections(section(names)).selectedRow(path) }
    #expect(table.selectedIndexPath?.row == 1)
    path.value = nil
    #expect(table.selectedIndexPath == nil)
    _ = stage.lines
    #expect(path.value == nil)
    path.value = IndexPath(row: 0, section: 7)
    #expect(table.selectedIndexPath == nil)
    withExtendedLifetime(group) {}
  }

  @Test func `is that of the first of the sections that share a value`() {
    let row = CurrentValue<Int?, Never>(1)
    let shared = section(names).selectedRow(row)
    let group = BindingGroup { table *= [section(names), shared, shared] }
    #expect(table.selectedIndexPath == IndexPath(row: 1, section: 1))
    #expect(row.subscriberCount == 1)
    row.value = 2
    #expect(table.selectedIndexPath == IndexPath(row: 2, section: 1))
    withExtendedLifetime(group) {}
  }

  @Test func `is sent once for each change, and stays with its section`() {
    let row = CurrentValue<Int?, Never>(1)
    var sent: [Int?] = []
    let log = row.sink { sent.append($0) }
    let (plain, selected) = (section(names), section(names).selectedRow(row))
    let sections = CurrentValue<CollectionChange<[TableViewSectionBinding]>, Never>(.initial([selected]))
    let group = BindingGroup { table *= sections }
    table.moveSelection(by: 1)
    sections.value = .update([plain, selected], Changeset(insertions: [0]))
    _ = stage.lines
    #expect(table.selectedIndexPath == IndexPath(row: 2, section: 1))
    #expect(sent == [1, 2])
    row.value = 0
    #expect(table.selectedIndexPath == IndexPath(row: 0, section: 1))
    sections.value = .update([plain], Changeset(deletions: [1]))
    _ = stage.lines
    let before = table.selectedIndexPath
    row.value = 2
    #expect(table.selectedIndexPath == before)
    withExtendedLifetime((group, log)) {}
  }

  @Test func `may be a row that is inserted in the same frame`() {
    let row = CurrentValue<Int?, Never>(1)
    var sent: [Int?] = []
    let log = row.sink { sent.append($0) }
    let group = BindingGroup { table *= section(names).selectedRow(row) }
    names.append("Hedy")
    row.value = 3
    #expect(table.selectedIndexPath?.row == 3)
    names.insert("Aaliyah", at: 0)
    row.value = 0
    _ = stage.lines
    #expect(table.selectedIndexPath?.row == 0)
    #expect(sent == [1, 3, 0])
    withExtendedLifetime((group, log)) {}
  }

  @Test func `a section's row height follows a publisher`() {
    let height = CurrentValue<Int, Never>(1)
    let group = BindingGroup { table *= section(names).rowHeight(height).footerTitle("end") }
    func line(of text: String) -> Int? { (0..<8).first { stage.surface.line($0).contains(text) } }
    _ = stage.lines
    #expect(line(of: "end") == 3)
    height.value = 2
    _ = stage.lines
    #expect(line(of: "end") == 6)
    group.clear()
    #expect(height.subscriberCount == 0)
  }
}

@Suite @MainActor struct `Rows of a bound table that the user moves` {
  let stage = BoundTableStage()
  let names = MutableObservableArray(["Ada", "Barbara", "Grace"])
  var table: TableView { stage.table }

  private func press(_ key: KeyEvent.Key) { stage.window.send(.key(KeyEvent(key, .alt))) }

  @Test func `move in their source only`() {
    let other = MutableObservableArray(["Hedy"])
    let group = BindingGroup {
      table *= [
        .items(names) { (cell: NameCell, name: String) in cell.text = name }
          .canMoveRow { [names] in names[$0] != "Grace" }.moveRow { [names] in names.move(from: $0, to: $1) },
        .items(other) { (cell: NameCell, name: String) in cell.text = name },
      ]
    }
    _ = stage.lines
    stage.window.makeFirstResponder(table)
    press(.down)
    #expect(stage.lines == ["Barbara", "Ada", "Grace", "Hedy"])
    #expect(table.selectedIndexPath?.row == 1)
    press(.down)
    press(.down)
    #expect(Array(names.items) == ["Barbara", "Grace", "Ada"])
    table.selectRow(at: IndexPath(row: 1, section: 0))
    press(.up)
    #expect(Array(names.items) == ["Barbara", "Grace", "Ada"])
    table.selectRow(at: IndexPath(row: 0, section: 1))
    press(.up)
    #expect(stage.lines == ["Barbara", "Grace", "Ada", "Hedy"])
    #expect(table.lastInconsistency == nil)
    withExtendedLifetime(group) {}
  }

  @Test func `stop at the first and the last row of their section`() throws {
    let other = MutableObservableArray(["Hedy", "Radia"])
    let group = BindingGroup {
      table *= [
        .items(other) { (cell: NameCell, name: String) in cell.text = name },
        .items(names) { (cell: NameCell, name: String) in cell.text = name }.moveRow { _, _ in },
        .items(other) { (cell: NameCell, name: String) in cell.text = name },
      ]
    }
    let source = try #require(table.dataSource)
    func target(_ section: Int) -> IndexPath {
      source.tableView(
        table, targetIndexPathForMoveFromRowAt: IndexPath(row: 1, section: 1),
        toProposedIndexPath: IndexPath(row: 1, section: section))
    }
    #expect(target(0) == IndexPath(row: 0, section: 1))
    #expect(target(1) == IndexPath(row: 1, section: 1))
    #expect(target(2) == IndexPath(row: 2, section: 1))
    withExtendedLifetime(group) {}
  }

  @Test func `move between sections with a link of the table`() {
    var moves: [[IndexPath]] = []
    let group = BindingGroup {
      table *= TableViewBinding.sections(
        .items(names) { (cell: NameCell, name: String) in cell.text = name },
        .items(["Hedy"]) { (cell: NameCell, name: String) in cell.text = name }
      ).moveRow { moves.append([$0, $1]) }
    }
    _ = stage.lines
    stage.window.makeFirstResponder(table)
    table.selectRow(at: IndexPath(row: 2, section: 0))
    press(.down)
    #expect(moves == [[IndexPath(row: 2, section: 0), IndexPath(row: 0, section: 1)]])
    withExtendedLifetime(group) {}
  }
}
