import Algorithms
import Bindery
import FoundationEssentials
import Reactive
import ReactiveTesting
import TUIKit
import Testing

/// A bound table agrees with its source after random histories of rows and sections.
///
/// The changes are applied between frames, during animations and inside the table's own callbacks.
@Suite @MainActor struct `A bound table and its source` {
  final class Section {
    let id: Int
    let items: MutableObservableArray<Item>
    init(_ id: Int, _ items: [Item]) {
      self.id = id
      self.items = MutableObservableArray(items)
    }
  }

  /// A source of sections and rows that are inserted, deleted and moved.
  final class Source {
    var sections: [Section] = []
    let changes: CurrentValue<CollectionChange<[TableViewSectionBinding]>, Never>
    var generator: SeededGenerator
    var nextID = 0
    /// How many more changes the table's callbacks may make.
    ///
    /// Every change calls them again.
    var remainingChanges = 0
    let makeBinding: @MainActor (Section) -> TableViewSectionBinding

    @MainActor init(seed: UInt64, makeBinding: @escaping @MainActor (Section) -> TableViewSectionBinding) {
      generator = SeededGenerator(seed: seed)
      self.makeBinding = makeBinding
      changes = CurrentValue(.initial([]))
      sections = (0..<3).map { _ in makeSection() }
      changes.value = .initial(sections.map(makeBinding))
    }

    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

    func makeItem() -> Item {
      nextID += 1
      return Item(nextID, "item \(nextID)")
    }

    func makeSection() -> Section {
      nextID += 1
      return Section(nextID, (0..<number(0..<12)).map { _ in makeItem() })
    }

    @MainActor func change() {
      guard number(0..<6) == 0 else { return changeRows() }
      let old = sections
      switch number(0..<4) {
      case 0: sections.insert(makeSection(), at: number(0..<sections.count + 1))
      case 1 where !sections.isEmpty: sections.remove(at: number(0..<sections.count))
      case 2 where sections.count > 1:
        sections.insert(sections.remove(at: number(0..<sections.count)), at: number(0..<sections.count))
      default: return changes.value = .initial(sections.map(makeBinding))
      }
      let changeset = Changeset(from: old.map(\.id), to: sections.map(\.id))
      if !changeset.isEmpty { changes.value = .update(sections.map(makeBinding), changeset) }
    }

    private func changeRows() {
      guard !sections.isEmpty else { return }
      let items = sections[number(0..<sections.count)].items
      let count = items.count
      switch number(0..<6) {
      case 0 where count > 0: items.remove(at: number(0..<count))
      case 1 where count > 1: items.move(from: number(0..<count), to: number(0..<count))
      case 2 where count > 0:
        let index = number(0..<count)
        items.replace(at: index, with: Item(items[index].id, "changed \(number(0..<100))"))
      case 3: items.items = ChunkedArray(items.items.shuffled(using: &generator).prefix(8) + [makeItem()])
      case 4 where count > 8: items.removeAll()
      default: items.insert(makeItem(), at: number(0..<count + 1))
      }
    }
  }

  @Test(arguments: 0..<24)
  func `agree about the rows`(seed: UInt64) {
    let stage = BoundTableStage(height: 10)
    var source: Source?
    // A callback may change the source; the change is part of the next batch.
    func changeSource() {
      guard let source, source.remainingChanges > 0 else { return }
      source.remainingChanges -= 1
      source.change()
    }
    let made = Source(seed: seed) { section in
      TableViewSectionBinding
        .items(section.items) { (cell: NameCell, item: Item) in
          cell.text = item.text
          changeSource()
        }
        .headerTitle("section \(section.id)")
        .didHighlightRow { _ in changeSource() }
        .willDisplay { _, _ in changeSource() }
        .didUpdate { _ in changeSource() }
    }
    source = made
    let group = BindingGroup { stage.table *= made.changes }
    for _ in 0..<40 {
      made.remainingChanges = made.number(0..<3)
      for _ in 0..<made.number(1..<5) { made.change() }
      switch made.number(0..<4) {
      case 0: stage.scheduler.advance(by: .milliseconds(made.number(1..<150)))
      case 1: stage.table.moveSelection(by: made.number(-3..<4))
      case 2: stage.scheduler.run()
      default: break
      }
    }
    made.remainingChanges = 0
    #expect(stage.table.lastInconsistency == nil)
    #expect(stage.counts == made.sections.map(\.items.count))
    stage.scheduler.run()
    let texts = stage.table.indexPathsForVisibleRows.map { stage.table.cellForRow(at: $0)?.text }
    #expect(texts == stage.table.indexPathsForVisibleRows.map { made.sections[$0.section].items[$0.row].text })
    #expect(stage.table.isEmpty || stage.table.selectedIndexPath != nil)
    group.clear()
    #expect(made.changes.subscriberCount == 0)
    #expect(made.sections.allSatisfy { $0.items.subscriberCount == 0 })
  }

  @Test(arguments: 0..<10)
  func `agree about a list with sections`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let stage = BoundTableStage(height: 10)
    let numbers = MutableObservableArray((0..<20).map { Item($0, "\($0)") })
    let sectioned = numbers.sorted { ($0.text, $0.id) < ($1.text, $1.id) }.sectioned { $0.text.first }
    let group = BindingGroup {
      stage.table *= TableViewBinding.sections(sectioned.changesetPublisher, header: { $0.map(String.init) }) {
        (cell: NameCell, item: Item) in cell.text = item.text
      }
    }
    for step in 0..<40 {
      let count = numbers.count
      switch Int.random(in: 0..<3, using: &generator) {
      case 0 where count > 0: numbers.remove(at: Int.random(in: 0..<count, using: &generator))
      case 1 where count > 0:
        let index = Int.random(in: 0..<count, using: &generator)
        numbers.replace(at: index, with: Item(numbers[index].id, "\(Int.random(in: 0..<100, using: &generator))"))
      default: numbers.append(Item(100 + step, "\(Int.random(in: 0..<100, using: &generator))"))
      }
      if Bool.random(using: &generator) { stage.scheduler.advance(by: .milliseconds(20)) }
    }
    let sections = sectioned.snapshot.sections
    #expect(stage.counts == sections.map(\.count))
    #expect(stage.table.lastInconsistency == nil)
    stage.scheduler.run()
    let visible = stage.table.indexPathsForVisibleRows
    let shown = visible.map { stage.table.cellForRow(at: $0)?.text }
    #expect(shown == visible.map { sections[$0.section][$0.row].text })
    let source = try #require(stage.table.dataSource)
    for (number, section) in sections.enumerated() {
      let title = source.tableView(stage.table, titleForHeaderInSection: number)
      #expect(title == section.key.map { String($0) })
      let texts = (0..<section.count).map { row in
        source.tableView(stage.table, cellForRowAt: IndexPath(row: row, section: number)).text
      }
      #expect(texts == section.items.map(\.text))
    }
    withExtendedLifetime(group) {}
  }
}
