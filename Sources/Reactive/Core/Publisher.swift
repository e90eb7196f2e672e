/// A source of values over time, which ends at most once.
///
/// A publisher is a description. Its work starts with a subscription, usually ``sink(receiveValue:)``, and ends when
/// the ``AnyCancellable`` that `sink` returns is cancelled or freed.
///
/// ## What every publisher of this module promises
///
/// - All subscribers see the same sequence of values, and are served in the order in which they subscribed.
/// - A value that is sent during a delivery is delivered after it, in program order.
/// - A cancellation takes effect at once, also within the current delivery.
/// - When several inputs of a join (``combineLatest(_:)``) derive from one source, one value sent yields one output,
///   in which all inputs are new.
///
/// A graph lives in the isolation domain where it was created: publishers are not `Sendable` and have no lock, and the
/// compiler prevents sharing them. Values cross threads through a ``Mailbox``.
///
/// Unlike Combine, there is no demand: a source pushes, and a user interface collapses bursts at its frame or with
/// operators like ``debounce(for:scheduler:)``.
///
/// ## Writing one of your own
///
/// Compose existing publishers and pass the observer on:
///
///     struct Ticks: Publisher {
///       let clock: any Scheduler
///       func attach(_ observer: Observer<Int, Never>, to lifetime: AnyCancellable) {
///         Just(0).delay(for: .seconds(1), scheduler: clock).attach(observer, to: lifetime)
///       }
///     }
public protocol Publisher<Output, Failure> {
  /// The type of the values.
  associatedtype Output
  /// The type of the failure; `Never` for a publisher that cannot fail.
  associatedtype Failure: Error

  /// Delivers to `observer` until the publisher ends or `lifetime` does.
  ///
  /// An implementation adds its teardown to `lifetime`, and delivers nothing once `lifetime.isCancelled` or after a
  /// completion. Its state must not keep `lifetime` alive, or the subscription would not end when the token is freed.
  /// An operator that ends its upstream early subscribes with a ``AnyCancellable/child()``.
  func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable)
}

/// A namespace for the types that the operators return.
public enum Publishers {}
