#if DEBUG
  import Synchronization

  /// Counts the live subscriptions of a test, which are to end with the test.
  ///
  /// Only in debug builds.
  package final class SubscriptionCounter: Sendable {
    /// The counter for subscriptions of this task.
    @TaskLocal package static var present: SubscriptionCounter?

    private let subscriptions = Atomic(0)

    package init() {}

    /// The number of live subscriptions of the task.
    package var live: Int { subscriptions.load(ordering: .sequentiallyConsistent) }

    func begin() { subscriptions.add(1, ordering: .sequentiallyConsistent) }
    func end() { subscriptions.subtract(1, ordering: .sequentiallyConsistent) }
  }
#endif
