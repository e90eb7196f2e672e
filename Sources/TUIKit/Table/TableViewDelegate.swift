import FoundationEssentials

/// Notified of events in a table, and provides heights and title views.
///
/// Every method is optional.
@MainActor
public protocol TableViewDelegate: AnyObject {
  /// Called when a row is chosen: with Enter, or with a click on the selected row.
  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath)
  /// Called when another row is selected: by a key, by the mouse, or by the table, at a reload, after the deletion of
  /// the selected row, and when it selects the first one. Not called when a batch only gives the selected row another
  /// index, or when the program selects.
  func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath)
  /// The height of a row in lines; `nil` for ``TableView/rowHeight``. Queried for visible rows only; other rows keep
  /// their last known height.
  func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Int?
  /// Called before a row is displayed.
  func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath)
  /// Called when the marked rows, or their indices, have changed.
  func tableViewDidChangeMarks(_ tableView: TableView)
  /// The view for the title above or below a section; `nil` for a ``TableView/headerViewType``. Queried when a title
  /// becomes visible; the table sets its text.
  func tableView(_ tableView: TableView, viewForTitleOfSection section: Int, isFooter: Bool) -> TableHeaderView?
  /// Called when the rows, the selection or the visible part has changed, for instance to update `POSITION of COUNT`.
  func tableViewDidUpdate(_ tableView: TableView)
  /// Called when a batch contradicted the data source, which is a programming error. The table has reloaded.
  func tableView(_ tableView: TableView, didRecoverFrom inconsistency: TableInconsistency)
}

extension TableViewDelegate {
  /// Does nothing.
  public func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {}
  /// Does nothing.
  public func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) {}
  /// Returns `nil`: every row has the same height.
  public func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Int? { nil }
  /// Does nothing.
  public func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath) {}
  /// Does nothing.
  public func tableViewDidChangeMarks(_ tableView: TableView) {}
  /// Returns `nil`: the table makes the view.
  public func tableView(
    _ tableView: TableView, viewForTitleOfSection section: Int, isFooter: Bool
  ) -> TableHeaderView? { nil }
  /// Does nothing.
  public func tableViewDidUpdate(_ tableView: TableView) {}
  /// Does nothing.
  public func tableView(_ tableView: TableView, didRecoverFrom inconsistency: TableInconsistency) {}
}
