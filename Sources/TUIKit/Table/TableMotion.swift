import Time

/// The animation state of a table apart from its rows: items that are not on screen yet, the cross-fade, and the
/// animation that drives them.
@MainActor
final class TableMotion {
  struct CrossFade {
    let start: Instant
    /// The picture that fades out.
    var old: [RowPresentation]

    var half: Instant { start + TableTiming.reorder / 2 }
    var end: Instant { start + TableTiming.reorder }
  }

  private(set) var crossFade: CrossFade?
  /// Inserted items that the next layout may find visible.
  private var arrivals: [TableItem: RowEffects.Change] = [:]
  /// The motions of rows that move into the window.
  private var incoming: [TableItem: RowMotion] = [:]
  /// The time until which another large batch is shown without animation, as part of a burst.
  private var settledUntil: Instant?
  /// The number of recent insertions, deletions and moves.
  private var recent: (since: Instant, changes: Int)?
  private var completions: [() -> Void] = []
  private var ticker: Animation?
  private var tickerEnd: Instant?

  // MARK: Items that are not on screen yet

  func arrival(of item: TableItem) -> RowEffects.Change? { arrivals[item] }

  func incomingMotion(of item: TableItem) -> RowMotion? { incoming[item] }

  func addArrival(_ change: RowEffects.Change, of item: TableItem) {
    arrivals[item] = change
  }

  func addIncoming(_ motion: RowMotion, of item: TableItem) {
    incoming[item] = motion
  }

  /// Updates the pending items for a batch.
  func follow(_ plan: some RowPlan) {
    func moved<Value>(_ items: [TableItem: Value]) -> [TableItem: Value] {
      var result: [TableItem: Value] = [:]
      for (item, value) in items { if let new = plan.new(of: item) { result[new] = value } }
      return result
    }
    if !arrivals.isEmpty { arrivals = moved(arrivals) }
    if !incoming.isEmpty { incoming = moved(incoming) }
  }

  func forgetPending() {
    arrivals = [:]
    incoming = [:]
  }

  // MARK: Bursts

  /// Counts changes that move rows; returns whether there are too many in a row to be animated one by one.
  func isFlood(adding changes: Int, at now: Instant) -> Bool {
    var count = (since: now, changes: 0)
    if let recent, now - recent.since < TableTiming.shift { count = recent }
    count.changes += changes
    recent = count
    return count.changes > TableTiming.crossFadeThreshold
  }

  /// Records a large batch; returns whether it belongs to a burst, of which only the first batch is animated.
  func isBurst(addingBatchAt now: Instant) -> Bool {
    let isBurst = settledUntil.map { now < $0 } ?? false
    settledUntil = now + (isBurst ? TableTiming.cooling : TableTiming.reorder + TableTiming.cooling)
    return isBurst
  }

  // MARK: The cross-fade

  func beginCrossFade(from old: [RowPresentation], at now: Instant) {
    crossFade = CrossFade(start: now, old: old)
  }

  /// Returns the old picture once it has faded out, and ends a cross-fade that is over.
  func advanceCrossFade(at now: Instant) -> [RowPresentation] {
    guard let fade = crossFade, now >= fade.half else { return [] }
    crossFade = now < fade.end ? CrossFade(start: fade.start, old: []) : nil
    return fade.old
  }

  /// Ends the cross-fade and returns what is left of its old picture; `nil` without a cross-fade.
  func endCrossFade() -> [RowPresentation]? {
    defer { crossFade = nil }
    return crossFade?.old
  }

  /// Removes a cell from the old picture, because it is shown elsewhere.
  func removeFromCrossFade(_ cell: TableViewCell) {
    crossFade?.old.removeAll { $0.view === cell }
  }

  // MARK: The clock

  func addCompletion(_ completion: @escaping () -> Void) {
    completions.append(completion)
  }

  /// Calls the completions, each once.
  func callCompletions() {
    let waiting = completions
    completions = []
    for completion in waiting { completion() }
  }

  /// Calls `tick` at every frame until `end`.
  func run(until end: Instant, on clock: FrameClock, tick: @escaping @MainActor (_ isLast: Bool) -> Void) {
    if let ticker, !ticker.isFinished, let tickerEnd, tickerEnd >= end { return }
    ticker?.cancel()
    tickerEnd = end
    ticker = clock.animate(duration: end - clock.now, easing: .linear, step: { tick($0 >= 1) })
  }

  func stop() {
    ticker?.cancel()
    ticker = nil
    tickerEnd = nil
  }

  var isRunning: Bool { ticker.map { !$0.isFinished } ?? false }
}
