import Time

/// Counts clicks in quick succession: double and triple clicks.
struct ClickCounter {
  /// Presses on one cell within this time belong together.
  static let interval = Duration.milliseconds(400)

  private var last: (event: MouseEvent, instant: Instant)?

  mutating func count(_ event: MouseEvent, at now: Instant) -> MouseEvent {
    var event = event
    switch event.action {
    case .press:
      if let last, last.event.button == event.button, last.event.location == event.location,
        now - last.instant <= Self.interval
      {
        event.clickCount = last.event.clickCount + 1
      }
      last = (event, now)
    case .release, .drag:
      event.clickCount = last?.event.clickCount ?? 1
    case .scrollUp, .scrollDown:
      last = nil
    }
    return event
  }
}
