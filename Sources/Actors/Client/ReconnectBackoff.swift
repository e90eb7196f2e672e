import Time

/// How long a connection waits before its next attempt.
///
/// After a connection that lasted, the wait is the first one again. One that is lost soon after it was made counts as a
/// failure, so that a server that accepts connections and ends them sees fewer and fewer attempts.
struct ReconnectBackoff {
  private var backoff = Backoff.connecting
  /// When the current connection was made.
  private var start: Instant?
  /// Whether the server has sent an answer or an event over the current connection.
  private var hasCarriedMessage = false

  /// How long a connection lasts before its loss counts as the first failure again.
  static let settlingTime = Duration.seconds(5)

  /// Notes that the connection has been made.
  mutating func didConnect(at instant: Instant) {
    start = instant
    hasCarriedMessage = false
  }

  /// Notes an answer or an event.
  mutating func didReceive() { hasCarriedMessage = true }

  /// Returns the wait after a failed attempt, or after the loss of the connection.
  ///
  /// - Parameters:
  ///   - instant: The time of the failure.
  ///   - random: A number from 0 to 1.
  mutating func next(at instant: Instant, random: Double) -> Duration {
    if let start, instant - start >= Self.settlingTime {
      backoff.reset()
    } else if start != nil, hasCarriedMessage {
      backoff.reset(failures: 1)
    }
    start = nil
    return backoff.next(random: random)
  }
}
