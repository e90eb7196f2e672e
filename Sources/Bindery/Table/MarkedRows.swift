import FoundationEssentials
import Reactive
import TUIKit

extension TableViewSectionBinding {
  /// Keeps the marked rows of the section and a set of ids equal, whoever changes: a person with Space, or the program.
  ///
  /// Items have to be `Identifiable`. A row that is deleted takes its id along. An id whose row is not there waits for it in
  /// the set: a search that has the list load anew leaves what it hides marked.
  ///
  /// - Parameter row: finds the row of an id. Without it rows are looked through until it is found, which fetches them where
  ///   they are lazy; it is needed after the set was changed by the program, and after the list has loaded anew.
  public func marked<ID: Hashable>(
    _ ids: CurrentValue<Set<ID>, Never>, row: ((ID) -> Int?)? = nil
  ) -> Self {
    var copy = self
    copy.answers.marks = MarkedRows(ids, row: row)
    return copy
  }
}

extension TableViewBinding {
  /// The same for the rows of all sections.
  public func marked<ID: Hashable>(_ ids: CurrentValue<Set<ID>, Never>) -> Self {
    var copy = self
    copy.answers.marks = MarkedRows(ids, row: nil)
    return copy
  }
}

/// A set of ids that stands for marked rows, without the type of the ids.
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

/// The marks of the rows of a bound table that one set of ids stands for.
@MainActor
final class BoundMarks {
  let ids: MarkedRows
  private let content: any TableContent
  /// Whether the rows of a section are meant.
  private let covers: (Int) -> Bool
  private weak var tableView: TableView?
  private var token: AnyCancellable?
  /// Ids whose rows are not there.
  private var waiting: Set<AnyHashable> = []
  private var isMarking = false

  init(
    _ ids: MarkedRows, content: any TableContent, tableView: TableView, covers: @escaping (Int) -> Bool
  ) {
    self.ids = ids
    self.content = content
    self.tableView = tableView
    self.covers = covers
    tableView.allowsMultipleSelection = true
    token = ids.observe { [weak self] in self?.markRows() }
  }

  isolated deinit {}

  /// Marks the rows that the ids stand for, and no others.
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
    for section in 0..<content.numberOfSections where covers(section) && !waiting.isEmpty {
      for row in rows(ofWaitingIn: section) {
        tableView.setMarked(true, forRowAt: IndexPath(row: row, section: section))
      }
    }
  }

  /// The rows of a section whose ids are waited for, and are no longer.
  private func rows(ofWaitingIn section: Int) -> [Int] {
    let count = content.numberOfRows(inSection: section)
    let candidates: any Sequence<Int> =
      if let row = ids.row { waiting.compactMap(row).filter { 0..<count ~= $0 } } else { 0..<count }
    var rows: [Int] = []
    for row in candidates {
      guard !waiting.isEmpty else { break }
      let id = content.identity(at: IndexPath(row: row, section: section))
      if id.flatMap({ waiting.remove($0) }) != nil { rows.append(row) }
    }
    return rows
  }

  /// The table has other marks now.
  func takeMarks() {
    guard let tableView, !isMarking else { return }
    isMarking = true
    defer { isMarking = false }
    let marked = tableView.indexPathsForMarkedRows.lazy.filter { self.covers($0.section) }
    ids.set(waiting.union(marked.compactMap { self.content.identity(at: $0) }))
  }
}

/// What tells an item from the others, when it says so itself.
func identity(of item: Any) -> AnyHashable? {
  func id(of item: some Identifiable) -> AnyHashable { item.id }
  return (item as? any Identifiable).map { id(of: $0) }
}
