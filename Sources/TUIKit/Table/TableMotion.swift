import Time

/// The animation state of a table apart from its rows: items that are not on screen yet, the cross-fade, and the
/// animation that drives them.
struct TableMotion {
  struct CrossFade {
    var start: Instant
    /// The picture that fades out.
    var old: [RowPresentation]

    var half: Instant { start + TableTiming.reorder / 2 }
    var end: Instant { start + TableTiming.reorder }
  }

  /// Inserted items that the next layout may find visible.
  var arrivals: [TableItem: RowEffects.Change] = [:]
  /// The motions of rows that move into the window.
  var incoming: [TableItem: RowMotion] = [:]
  var crossFade: CrossFade?
  /// The time until which another large batch is shown without animation, as part of a burst.
  var settledUntil: Instant?
  /// The number of recent insertions, deletions and moves.
  private var recent: (since: Instant, changes: Int)?
  var completions: [() -> Void] = []

  private var ticker: Animation?
  private var tickerEnd: Instant?

  mutating func forgetPending() {
    arrivals = [:]
    incoming = [:]
  }

  /// Counts changes that move rows; returns whether there are too many in a row to be animated one by one.
  mutating func isFlood(adding changes: Int, at now: Instant) -> Bool {
    var count = (since: now, changes: 0)
    if let recent, now - recent.since < TableTiming.shift { count = recent }
    count.changes += changes
    recent = count
    return count.changes > TableTiming.crossFadeThreshold
  }

  /// Updates the pending items for a batch.
  mutating func follow(_ plan: some RowPlan) {
    func moved<Value>(_ items: [TableItem: Value]) -> [TableItem: Value] {
      var result: [TableItem: Value] = [:]
      for (item, value) in items { if let new = plan.new(of: item) { result[new] = value } }
      return result
    }
    if !arrivals.isEmpty { arrivals = moved(arrivals) }
    if !incoming.isEmpty { incoming = moved(incoming) }
  }

  /// Calls `tick` at every frame until `end`.
  @MainActor
  mutating func run(until end: Instant, on clock: FrameClock, tick: @escaping @MainActor (_ isLast: Bool) -> Void) {
    if let ticker, !ticker.isFinished, let tickerEnd, tickerEnd >= end { return }
    ticker?.cancel()
    tickerEnd = end
    ticker = clock.animate(duration: end - clock.now, easing: .linear, step: { tick($0 >= 1) })
  }

  @MainActor
  mutating func stop() {
    ticker?.cancel()
    ticker = nil
    tickerEnd = nil
  }

  @MainActor
  var isRunning: Bool { ticker.map { !$0.isFinished } ?? false }
}

/// A note at the end of a row.
struct RowAnnotation {
  var row: RowIndex
  var text: String
  var start: Instant

  var end: Instant { start + TableTiming.annotation }

  /// The progress of its fading.
  func faded(at now: Instant) -> Double {
    let fade = end - TableTiming.annotationFade
    guard now > fade else { return 0 }
    return now < end ? RowLook.quantised((now - fade) / TableTiming.annotationFade) : 1
  }
}
