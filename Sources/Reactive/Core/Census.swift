#if DEBUG
  import Synchronization

  /// Counts the subscriptions that are live, for tests: all that a test has subscribed to has ended when the test has.
  ///
  /// Not in a program that is built for use.
  package final class Census: Sendable {
    /// Where the subscriptions of this task are counted.
    @TaskLocal package static var present: Census?

    private let subscriptions = Atomic(0)

    package init() {}

    /// How many subscriptions of the task are live.
    package var live: Int { subscriptions.load(ordering: .sequentiallyConsistent) }

    func begin() { subscriptions.add(1, ordering: .sequentiallyConsistent) }
    func end() { subscriptions.subtract(1, ordering: .sequentiallyConsistent) }
  }
#endif
