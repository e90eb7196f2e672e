public import Time

extension Publishers {
  /// When ``Publisher/collect(_:)-(Publishers.TimeGroupingStrategy)`` delivers a group of values.
  public enum TimeGroupingStrategy {
    /// Delivers a group when the duration has passed since its first value.
    case byTime(any Scheduler, Duration)
    /// Delivers a group when the duration has passed since its first value, or at once when it has the given count.
    case byTimeOrCount(any Scheduler, Duration, Int)
  }
}

extension Publisher {
  /// Delivers values in arrays, each for a span of time.
  ///
  ///     ab--c-d-|
  ///     collect(.byTime(clock, .ticks(2)))
  ///     --'ab'---'cd'-|
  ///
  /// The span begins with the first value of a group: no timer runs while there is nothing to collect, and no array is
  /// empty. (In Combine the spans follow each other from the subscription on.) Values that wait when the publisher
  /// finishes are delivered before the completion; after a failure they are not.
  ///
  /// - Precondition: The count of the strategy is positive.
  public func collect(_ strategy: Publishers.TimeGroupingStrategy) -> AnyPublisher<[Output], Failure> {
    let (scheduler, interval, limit) =
      switch strategy {
      case .byTime(let scheduler, let interval): (scheduler, interval, Int.max)
      case .byTimeOrCount(let scheduler, let interval, let count): (scheduler, interval, count)
      }
    precondition(limit > 0, "collect needs a positive count")
    return AnyPublisher { observer, lifetime in
      guard !lifetime.isCancelled else { return }
      var group: [Output] = []
      var timer: ScheduledAction?
      let outlet = Outlet(observer, inputs: lifetime.child())
      let flush = {
        timer?.cancel()
        timer = nil
        let full = group
        group = []
        if !full.isEmpty { outlet.send(full) }
      }
      outlet.inputs.onCancel {
        timer?.cancel()
        timer = nil
        group = []
      }
      attach(
        Observer { signal in
          switch signal {
          case .value(let value):
            group.append(value)
            if group.count >= limit {
              flush()
            } else if timer == nil {
              timer = scheduler.schedule(after: interval, flush)
            }
          case .completion(let completion):
            if case .finished = completion { flush() }
            outlet.finish(completion)
          case .mark, .nothing: break
          }
        },
        to: outlet.inputs
      )
    }
  }
}
