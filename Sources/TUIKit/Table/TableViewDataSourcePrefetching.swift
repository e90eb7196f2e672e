import FoundationEssentials

/// Told which rows will probably be wanted next, so that what is slow to fetch is there by then.
@MainActor
public protocol TableViewDataSourcePrefetching: AnyObject {
  /// The rows that come next in the direction in which the table was scrolled, a windowful at most, in the table's order. Called
  /// when the frame that was being made is on screen; again for the same row only after the rows have changed or one has
  /// scrolled away and back.
  func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath])
}
