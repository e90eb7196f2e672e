import FoundationEssentials
import Reactive
import TUIKit

extension TableViewSectionBinding {
  /// Binds the selected row of the section both ways; the value is `nil` while another section has the selection.
  ///
  /// A row that does not exist yet is selected as soon as it exists, unless the user selects another one first.
  public func selectedRow(_ row: CurrentValue<Int?, Never>) -> Self {
    var copy = self
    copy.answers.selection = SelectedRow(
      get: { section in row.value.map { IndexPath(row: $0, section: section) } },
      set: { if $0?.row != row.value { row.value = $0?.row } },
      observe: { body in row.sink { _ in body() } })
    return copy
  }
}

extension TableViewBinding {
  /// Binds the selected row both ways; the value is `nil` while no row is selected.
  ///
  /// A row that does not exist yet is selected as soon as it exists, unless the user selects another one first.
  public func selectedRow(_ indexPath: CurrentValue<IndexPath?, Never>) -> Self {
    var copy = self
    copy.answers.selection = SelectedRow(
      get: { _ in indexPath.value }, set: { if $0 != indexPath.value { indexPath.value = $0 } },
      observe: { body in indexPath.sink { _ in body() } })
    return copy
  }
}

/// A value that is bound to the selected row of a table, or of one of its sections.
final class SelectedRow {
  /// The value, for the number that the section has now.
  let get: (_ section: Int) -> IndexPath?
  let set: (IndexPath?) -> Void
  /// Calls back at once, and at each change of the value.
  let observe: (@escaping () -> Void) -> AnyCancellable

  init(
    get: @escaping (Int) -> IndexPath?, set: @escaping (IndexPath?) -> Void,
    observe: @escaping (@escaping () -> Void) -> AnyCancellable
  ) {
    self.get = get
    self.set = set
    self.observe = observe
  }
}

/// Keeps the selection of a bound table and one value equal.
@MainActor
final class BoundSelection {
  let row: SelectedRow
  /// The number of the section that the value belongs to; `nil` while it is not in the table.
  private let section: () -> Int?
  /// Whether the value belongs to a single section.
  private let isOfSection: Bool
  private weak var tableView: TableView?
  private var token: AnyCancellable?
  /// Whether the value refers to a row that does not exist yet.
  private var isPending = false
  private var isUpdating = false
  /// The selection at the last update.
  private var lastSelection: IndexPath?

  init(_ row: SelectedRow, tableView: TableView, isOfSection: Bool, section: @escaping () -> Int?) {
    self.row = row
    self.tableView = tableView
    self.isOfSection = isOfSection
    self.section = section
    lastSelection = tableView.selectedIndexPath
    isUpdating = row.get(section() ?? 0) == nil
    token = row.observe { [weak self] in self?.selectRow() }
    isUpdating = false
    tableDidUpdate()
  }

  isolated deinit {}

  /// The selected row, if it belongs to the value.
  private var selection: IndexPath? {
    guard let selected = tableView?.selectedIndexPath, !isOfSection || selected.section == section() else { return nil }
    return selected
  }

  /// Selects the row of the value.
  private func selectRow() {
    guard !isUpdating, let tableView, let section = section() else { return }
    isUpdating = true
    defer { isUpdating = false }
    let wanted = row.get(section)
    isPending = false
    guard wanted != selection else { return }
    if let wanted, tableView.position(of: wanted) == nil {
      isPending = true
    } else {
      tableView.selectRow(at: wanted)
    }
  }

  /// The table highlighted another row, by itself if none was selected before.
  func didHighlightRow() {
    if lastSelection != nil { isPending = false }
  }

  /// Sends the selection of the table to the value.
  func tableDidUpdate() {
    guard !isUpdating else { return }
    if isPending { selectRow() }
    lastSelection = tableView?.selectedIndexPath
    guard !isPending else { return }
    isUpdating = true
    defer { isUpdating = false }
    row.set(selection)
  }
}
