import FoundationEssentials
import Reactive
import TUIKit

extension TableViewSectionBinding {
  /// Binds the marked rows of the section and a set of ids both ways.
  ///
  /// Items have to be `Identifiable`. The id of a deleted row leaves the set. An id without a row stays in the set: a
  /// search that reloads the list keeps the marks of the rows that it hides.
  ///
  /// - Parameters:
  ///   - ids: The ids of the marked rows.
  ///   - row: Finds the row of an id, after the program has changed the set or the list was reloaded, and after rows
  ///     were inserted while ids of the set have no row. Without it the rows, or the inserted ones, are searched in
  ///     order, which fetches lazy rows.
  public func marked<ID: Hashable>(
    _ ids: CurrentValue<Set<ID>, Never>, row: ((ID) -> Int?)? = nil
  ) -> Self {
    var copy = self
    copy.answers.marks = MarkedRows(ids, row: row)
    return copy
  }
}

extension TableViewBinding {
  /// Binds the marked rows of all sections and a set of ids both ways.
  public func marked<ID: Hashable>(_ ids: CurrentValue<Set<ID>, Never>) -> Self {
    var copy = self
    copy.answers.marks = MarkedRows(ids, row: nil)
    return copy
  }
}

/// The set of the ids of marked rows, without the type of the ids.
final class MarkedRows {
  let get: () -> Set<AnyHashable>
  let set: (Set<AnyHashable>) -> Void
  let row: ((AnyHashable) -> Int?)?
  let observe: (@escaping () -> Void) -> AnyCancellable

  init<ID: Hashable>(_ ids: CurrentValue<Set<ID>, Never>, row: ((ID) -> Int?)?) {
    get = { ids.value }
    set = { new in
      let new = Set(new.compactMap { $0.base as? ID })
      if new != ids.value { ids.value = new }
    }
    self.row = row.map { row in { ($0.base as? ID).flatMap(row) } }
    observe = { body in ids.sink { _ in body() } }
  }
}

/// Keeps the marks of a bound table's rows and one set of ids equal.
@MainActor
final class BoundMarks {
  let ids: MarkedRows
  private let content: any TableContent
  /// Whether the set is that of the rows of a section.
  private let covers: (Int) -> Bool
  private weak var tableView: TableView?
  private var token: AnyCancellable?
  /// The ids that have no row now.
  private var waiting: Set<AnyHashable> = []
  private var isMarking = false

  init(
    _ ids: MarkedRows, content: any TableContent, tableView: TableView, covers: @escaping (Int) -> Bool
  ) {
    self.ids = ids
    self.content = content
    self.tableView = tableView
    self.covers = covers
    token = ids.observe { [weak self] in self?.markRows() }
  }

  isolated deinit {}

  /// Marks the rows with these ids, and no others.
  func markRows() {
    guard let tableView, !isMarking else { return }
    isMarking = true
    defer { isMarking = false }
    waiting = ids.get()
    for indexPath in tableView.indexPathsForMarkedRows where covers(indexPath.section) {
      if content.identity(at: indexPath).flatMap({ waiting.remove($0) }) == nil {
        tableView.setMarked(false, forRowAt: indexPath)
      }
    }
    markWaiting(among: (0..<content.numberOfSections).map { InsertedRows(section: $0, rows: nil) }, in: tableView)
  }

  /// Marks the rows of waiting ids that a batch has inserted.
  func mark(_ inserted: [InsertedRows]) {
    guard let tableView, !isMarking else { return }
    isMarking = true
    defer { isMarking = false }
    markWaiting(among: inserted, in: tableView)
  }

  private func markWaiting(among inserted: [InsertedRows], in tableView: TableView) {
    for rows in inserted where covers(rows.section) && !waiting.isEmpty {
      for row in rowsOfWaiting(among: rows) {
        tableView.setMarked(true, forRowAt: IndexPath(row: row, section: rows.section))
      }
    }
  }

  /// Finds the rows of the waiting ids; these ids wait no longer.
  private func rowsOfWaiting(among inserted: InsertedRows) -> [Int] {
    guard inserted.rows?.isEmpty != true else { return [] }
    let section = inserted.section
    let count = content.numberOfRows(inSection: section)
    let candidates: any Sequence<Int> =
      if let row = ids.row { waiting.compactMap(row).filter { 0..<count ~= $0 } } else { inserted.rows ?? 0..<count }
    var rows: [Int] = []
    for row in candidates {
      guard !waiting.isEmpty else { break }
      let id = content.identity(at: IndexPath(row: row, section: section))
      if id.flatMap({ waiting.remove($0) }) != nil { rows.append(row) }
    }
    return rows
  }

  /// Sends the marks of the table to the set.
  func takeMarks() {
    guard let tableView, !isMarking else { return }
    isMarking = true
    defer { isMarking = false }
    let marked = tableView.indexPathsForMarkedRows.lazy.filter { self.covers($0.section) }
    ids.set(waiting.union(marked.compactMap { self.content.identity(at: $0) }))
  }
}

/// The identity of an item that is `Identifiable`.
func identity(of item: Any) -> AnyHashable? {
  func id(of item: some Identifiable) -> AnyHashable { item.id }
  return (item as? any Identifiable).map { id(of: $0) }
}
