public import Time

extension Publisher {
  /// Subscribes to this publisher in a later turn of `scheduler`, so that the work of the subscription does not hold up
  /// the caller.
  ///
  /// Values are delivered where this publisher sends them; ``receive(on:)`` changes that. A cancellation takes effect
  /// at once, also before the subscription has taken place: then there is none.
  public func subscribe(on scheduler: any Scheduler) -> AnyPublisher<Output, Failure> {
    AnyPublisher { observer, lifetime in
      guard !lifetime.isCancelled else { return }
      let upstream = lifetime.child()
      let action = scheduler.schedule { attach(observer, to: upstream) }
      upstream.onCancel { action.cancel() }
    }
  }
}
