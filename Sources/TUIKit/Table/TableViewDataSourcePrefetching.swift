import FoundationEssentials

/// Prefetches the rows that will probably be displayed next.
@MainActor
public protocol TableViewDataSourcePrefetching: AnyObject {
  /// Prefetches rows: the next ones in the direction of scrolling, at most a windowful, in order.
  ///
  /// Called after the frame is on screen; again for the same row only after the rows have changed, or after scrolling
  /// away and back.
  func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath])
}
