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

  let errors = Subject<ViewModelInstanceError, Never>()
  @exclusivity(unchecked) private var pending: [any Subscription] = []
  /// The requests of the state machines that deliver events when they advance.
  private var hosts: [AdvanceRequest] = []

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
    for host in hosts { host.make() }
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

  /// Requests advances of a state machine from now on.
  func add(_ host: AdvanceRequest) { hosts.append(host) }

  /// Ends the requests to a state machine.
  func remove(_ host: AdvanceRequest) { hosts.removeAll { $0 === host } }
}
