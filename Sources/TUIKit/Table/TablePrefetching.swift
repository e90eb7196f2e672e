import Time

/// The rows that a table has requested its data source to prefetch.
@MainActor
final class TablePrefetching {
  /// The ordinals of the rows that were visible last.
  private var shown: Range<Int>?
  /// The requested ordinals that are still near.
  private var requested = 0..<0
  private var request: ScheduledAction?

  /// Forgets the requests, because the rows have changed.
  func reset() {
    shown = nil
    requested = 0..<0
    request?.cancel()
    request = nil
  }

  /// Records which rows are visible, and returns those to prefetch: a windowful further in the direction of the scroll,
  /// without the rows that are already requested.
  ///
  /// - Parameters:
  ///   - visible: The ordinals of the visible rows.
  ///   - count: The number of all rows.
  /// - Complexity: O(visible rows).
  func rowsToRequest(showing visible: Range<Int>, of count: Int) -> [Int] {
    guard visible != shown else { return [] }
    let goesUp = shown.map { visible.lowerBound < $0.lowerBound } ?? false
    let ahead =
      goesUp
      ? max(0, visible.lowerBound - visible.count)..<visible.lowerBound
      : visible.upperBound..<min(visible.upperBound + visible.count, count)
    let wanted = ahead.filter { !requested.contains($0) }
    shown = visible
    requested = ahead
    return wanted
  }

  /// Replaces the waiting request: it is sent after the current frame is on screen, which is not delayed.
  func schedule(on scheduler: any Scheduler, _ body: @escaping @MainActor () -> Void) {
    request?.cancel()
    request = scheduler.schedule(body)
  }
}

extension TableView {
  /// Prefetches a windowful beyond the visible rows, in the direction of the last scroll.
  func prefetchRows(beyond items: [TableItem]) {
    guard prefetchDataSource != nil, let window, let first = items.lazy.compactMap(\.row).first,
      let last = items.lazy.compactMap(\.row).last
    else { return }
    let visible = geometry.ordinal(of: first)..<geometry.ordinal(of: last) + 1
    let wanted = prefetching.rowsToRequest(showing: visible, of: geometry.rowCount)
    guard !wanted.isEmpty else { return }
    prefetching.schedule(on: window.frameClock.scheduler) { [weak self] in self?.prefetch(wanted) }
  }

  private func prefetch(_ ordinals: [Int]) {
    // The rows may have changed since the request.
    guard !updates.needsReload else { return }
    let rows = ordinals.compactMap { geometry.row(atOrdinal: $0)?.path }
    if !rows.isEmpty { prefetchDataSource?.tableView(self, prefetchRowsAt: rows) }
  }
}
