public import Time

extension Publisher {
  /// Delivers, for each value, the time since the value before it, or since the subscription for the first one.
  public func measureInterval(using scheduler: any Scheduler) -> AnyPublisher<Duration, Failure> {
    AnyPublisher { observer, lifetime in
      let last = Box(scheduler.now)
      attach(
        observer.onValue { (_: Output) in
          let now = scheduler.now
          let elapsed = now - last.value
          last.value = now
          observer.send(elapsed)
        },
        to: lifetime
      )
    }
  }
}
