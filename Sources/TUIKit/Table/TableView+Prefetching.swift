import FoundationEssentials
import Time

/// The rows that a table has requested its data source to prefetch.
struct TablePrefetching {
  /// The ordinals of the rows that were visible last.
  var shown: Range<Int>?
  /// The requested ordinals that are still near.
  var asked = 0..<0
  private(set) var action: ScheduledAction?

  /// Prefetches after the current frame is on screen, which is not delayed.
  @MainActor
  mutating func schedule(on scheduler: any Scheduler, _ body: @escaping @MainActor () -> Void) {
    action?.cancel()
    action = scheduler.schedule(body)
  }
}

extension TableView {
  /// Prefetches a windowful beyond the visible rows, in the direction of the last scroll.
  func prefetchRows(beyond items: [TableItem]) {
    guard prefetchDataSource != nil, let window, let first = items.lazy.compactMap(\.row).first,
      let last = items.lazy.compactMap(\.row).last
    else { return }
    let shown = geometry.ordinal(of: first)..<geometry.ordinal(of: last) + 1
    guard shown != prefetching.shown else { return }
    let goesUp = prefetching.shown.map { shown.lowerBound < $0.lowerBound } ?? false
    prefetching.shown = shown
    let ahead =
      goesUp
      ? max(0, shown.lowerBound - shown.count)..<shown.lowerBound
      : shown.upperBound..<min(shown.upperBound + shown.count, geometry.rowCount)
    let asked = prefetching.asked
    let wanted = ahead.filter { !asked.contains($0) }
    prefetching.asked = ahead
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
