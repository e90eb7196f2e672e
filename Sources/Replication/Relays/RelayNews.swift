import Reactive

/// The moments at which a relay may have entries that have not been read.
///
/// Several of them before ``next(isolation:)`` are one. The release of this object ends the observation of the relay.
public final class RelayNews: Sendable {
  private let signals = Mailbox<Void>(buffering: .newest(1))
  private let end: @Sendable () -> Void
  /// The presence of the members; `nil` for a relay that does not carry it.
  let presence: RelayPresence?

  /// - Parameters:
  ///   - presence: What the relay passes on between members that are connected.
  ///   - end: Ends the observation of the relay.
  init(presence: RelayPresence? = nil, end: @escaping @Sendable () -> Void) {
    self.presence = presence
    self.end = end
  }

  deinit { end() }

  /// Waits for the next one.
  ///
  /// - Returns: `false` when the relay is lost, or the task is cancelled.
  public func next(isolation: isolated (any Actor)? = #isolation) async -> Bool {
    await signals.nextBurst(isolation: isolation) != nil
  }

  /// Notes that entries may have arrived.
  func note() { signals.post(()) }

  /// Notes that the relay is lost.
  func finish() {
    signals.finish()
    presence?.events.finish()
  }
}
