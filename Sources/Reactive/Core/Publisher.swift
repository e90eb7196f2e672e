/// Something that delivers values over time, and ends at most once.
///
/// A publisher is a description; work begins when it is subscribed to, usually with ``sink(receiveValue:)``, and ends
/// when the ``AnyCancellable`` that `sink` returned is cancelled or dropped.
///
/// ## What every publisher of this module promises
///
/// - All subscribers see one and the same sequence of values, and are served in the order in which they subscribed.
/// - What is sent during a delivery is delivered after it, to everybody, in program order.
/// - A cancellation takes effect at once, also within the delivery that is going on.
/// - When several inputs of a join (``combineLatest(_:)``) derive from one source, one value sent yields one output,
///   in which all inputs are new.
///
/// A graph lives in one isolation domain, where it was made: publishers are not `Sendable`, there is no lock in them,
/// and the compiler keeps them from being shared. Values cross threads through a ``Mailbox``.
///
/// There is no demand, as there is in Combine: a source pushes, and an interface collapses bursts at its frame or with
/// operators like ``debounce(for:scheduler:)``.
///
/// ## Writing one of your own
///
/// Compose what is there and pass the observer on:
///
///     struct Ticks: Publisher {
///       let clock: any Scheduler
///       func attach(_ observer: Observer<Int, Never>, to lifetime: AnyCancellable) {
///         Just(0).delay(for: .seconds(1), scheduler: clock).attach(observer, to: lifetime)
///       }
///     }
public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error

  /// Delivers to `observer` until the publisher ends or `lifetime` does.
  ///
  /// An implementation hands its teardown to `lifetime`, delivers nothing once `lifetime.isCancelled`, and nothing
  /// after a completion. It must not let `lifetime` be kept alive by what it keeps: the subscription would never end by
  /// itself. An operator that needs to end its upstream early makes a ``AnyCancellable/child()`` of it.
  func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable)
}

/// A namespace for the types that the operators return.
public enum Publishers {}
