import Time

/// What a table has to remember of its motion besides what each row knows: what is still to come on screen, the cross-fade,
/// and the one animation that moves it all.
struct TableMotion {
  struct CrossFade {
    var start: Instant
    /// The picture that goes.
    var old: [RowPresentation]

    var half: Instant { start + TableTiming.reorder / 2 }
    var end: Instant { start + TableTiming.reorder }
  }

  /// New items that the next layout may find in sight.
  var arrivals: [TableItem: RowEffects.Change] = [:]
  /// Rows that come from beyond the edge to their new place, and how.
  var incoming: [TableItem: RowMotion] = [:]
  var crossFade: CrossFade?
  /// Until when another large batch is shown as it is, since they come in a burst.
  var settledUntil: Instant?
  /// How many rows have come, gone or been moved since a moment not long ago.
  private var recent: (since: Instant, changes: Int)?
  var completions: [() -> Void] = []

  private var ticker: Animation?
  private var tickerEnd: Instant?

  mutating func forgetPending() {
    arrivals = [:]
    incoming = [:]
  }

  /// Counts changes that move rows; returns whether so many follow each other that nobody could see each by itself.
  mutating func isFlood(adding changes: Int, at now: Instant) -> Bool {
    var count = (since: now, changes: 0)
    if let recent, now - recent.since < TableTiming.shift { count = recent }
    count.changes += changes
    recent = count
    return count.changes > TableTiming.crossFadeThreshold
  }

  /// Moves what is still to come along with a batch.
  mutating func follow(_ plan: some RowPlan) {
    func moved<Value>(_ items: [TableItem: Value]) -> [TableItem: Value] {
      var result: [TableItem: Value] = [:]
      for (item, value) in items { if let new = plan.new(of: item) { result[new] = value } }
      return result
    }
    if !arrivals.isEmpty { arrivals = moved(arrivals) }
    if !incoming.isEmpty { incoming = moved(incoming) }
  }

  /// Keeps `tick` being called at every frame until `end`.
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

  /// How far it has faded.
  func faded(at now: Instant) -> Double {
    let fade = end - TableTiming.annotationFade
    guard now > fade else { return 0 }
    return now < end ? RowLook.quantised((now - fade) / TableTiming.annotationFade) : 1
  }
}
