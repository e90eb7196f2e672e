import FoundationEssentials

/// Told what happens in a table, and asked for what only the program knows. Every method may be left out.
@MainActor
public protocol TableViewDelegate: AnyObject {
  /// A row was chosen: Enter, or a click on the row that was already selected.
  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath)
  /// Another row is selected now: by a key, the mouse, or because the selected one is gone. Not called when the selected
  /// row only got another index, nor when the program selects.
  func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath)
  /// The height of a row in lines; ``TableView/rowHeight`` when `nil`. Asked only for rows that can be seen; the others count
  /// as high as they were last known to be.
  func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Int?
  /// A row is about to come on screen.
  func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath)
  /// Other rows are marked now, or the marked ones have gone elsewhere.
  func tableViewDidChangeMarks(_ tableView: TableView)
  /// The view for the title of a section, above or below it; one of the table's ``TableView/headerViewType`` when `nil`. Asked
  /// when a title that there is comes into sight; the table sets what it says.
  func tableView(_ tableView: TableView, viewForTitleOfSection section: Int, isFooter: Bool) -> TableHeaderView?
  /// The rows, the selection or the part that can be seen has changed: the moment to bring `POSITION of COUNT` up to date.
  func tableViewDidUpdate(_ tableView: TableView)
  /// A batch did not fit the data source. The table has reloaded and shows the truth; it is the program's error all the same.
  func tableView(_ tableView: TableView, didRecoverFrom inconsistency: TableInconsistency)
}

extension TableViewDelegate {
  /// Does nothing.
  public func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {}
  /// Does nothing.
  public func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) {}
  /// `nil`: every row has the same height.
  public func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Int? { nil }
  /// Does nothing.
  public func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath) {}
  /// Does nothing.
  public func tableViewDidChangeMarks(_ tableView: TableView) {}
  /// `nil`: the table makes the view.
  public func tableView(
    _ tableView: TableView, viewForTitleOfSection section: Int, isFooter: Bool
  ) -> TableHeaderView? { nil }
  /// Does nothing.
  public func tableViewDidUpdate(_ tableView: TableView) {}
  /// Does nothing.
  public func tableView(_ tableView: TableView, didRecoverFrom inconsistency: TableInconsistency) {}
}
