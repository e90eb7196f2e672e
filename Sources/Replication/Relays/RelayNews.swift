import Reactive

/// The moments at which a relay may have entries that have not been read.
///
/// Several of them before ``next(isolation:)`` are one. The release of this object ends the observation of the relay.
public final class RelayNews: Sendable {
  private let signals = Mailbox<Void>(buffering: .newest(1))
  private let end: @Sendable () -> Void

  /// - Parameter end: Ends the observation of the relay.
  init(end: @escaping @Sendable () -> Void) { self.end = end }

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
  func finish() { signals.finish() }
}
