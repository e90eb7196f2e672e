import Reactive

/// What the objects of one file share: the reports of refused writes, and the events that the next advance delivers.
@MainActor
final class FileChanges {
  /// A subscription with an event to deliver.
  @MainActor
  protocol Subscription: AnyObject {
    /// Announces the event to joins.
    func announce()
    /// Delivers the event, if the value still differs from the last one.
    func deliver()
  }

  /// A state machine that has to advance, so that events are delivered.
  struct HostReference {
    weak var host: (any AdvancingHost)?
  }

  let errors = Subject<ViewModelInstanceError, Never>()
  @exclusivity(unchecked) private var pending: [any Subscription] = []
  private var hosts: [HostReference] = []

  isolated deinit {}

  /// Reports a write that could not be applied.
  func report(_ message: String) {
    errors.send(.message(message))
    #if DEBUG
      if errors.subscriberCount == 0 { Self.log(message) }
    #endif
  }

  /// Remembers that a subscription has an event, and requests an advance.
  func add(_ subscription: any Subscription) {
    pending.append(subscription)
    guard pending.count == 1 else { return }
    for reference in hosts { reference.host?.setNeedsAdvance() }
  }

  var hasEvents: Bool { !pending.isEmpty }

  /// Delivers all events.
  ///
  /// An event that a receiver causes waits for the next advance.
  func deliver() {
    guard !pending.isEmpty else { return }
    let due = pending
    pending = []
    for subscription in due { subscription.announce() }
    for subscription in due { subscription.deliver() }
  }

  func addHost(_ host: any AdvancingHost) {
    hosts.removeAll { $0.host == nil }
    hosts.append(HostReference(host: host))
  }
}

/// A state machine, seen from what it shows.
@MainActor
protocol AdvancingHost: AnyObject {
  /// Requests an advance.
  func setNeedsAdvance()
}
