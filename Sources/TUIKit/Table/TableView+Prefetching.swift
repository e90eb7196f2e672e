import FoundationEssentials
import Time

/// What a table remembers of the rows that it has asked to be fetched ahead.
struct TablePrefetching {
  /// The rows that were on screen last, counted through all sections.
  var shown: Range<Int>?
  /// The rows that have been asked for and are still near.
  var asked = 0..<0
  private(set) var action: ScheduledAction?

  /// Asks once the frame that is being made is on screen: nobody should wait for what they have not asked for.
  @MainActor
  mutating func schedule(on scheduler: any Scheduler, _ body: @escaping @MainActor () -> Void) {
    action?.cancel()
    action = scheduler.schedule(body)
  }
}

extension TableView {
  /// Has the windowful beyond what can be seen fetched, in the direction in which the table went last.
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
    // The rows may have changed since.
    guard !needsReload else { return }
    let rows = ordinals.compactMap { geometry.row(atOrdinal: $0)?.path }
    if !rows.isEmpty { prefetchDataSource?.tableView(self, prefetchRowsAt: rows) }
  }
}
