public import Time

extension Publisher {
  /// Delivers at most one value per `interval`: the first at once, then, at the end of each interval, the newest or the
  /// oldest value that arrived in it.
  ///
  /// A value that waits when the publisher finishes or fails is delivered before the completion, as in Combine.
  ///
  /// - Parameters:
  ///   - interval: The time between two values.
  ///   - scheduler: The source of time.
  ///   - latest: Whether the newest or the oldest value of an interval is delivered.
  public func throttle(
    for interval: Duration, scheduler: any Scheduler, latest: Bool
  ) -> AnyPublisher<Output, Failure> {
    AnyPublisher { observer, lifetime in
      guard !lifetime.isCancelled else { return }
      let state = ThrottleState(
        Outlet(observer, inputs: lifetime.child()), interval: interval, scheduler: scheduler, latest: latest)
      attach(state.observer, to: state.outlet.inputs)
    }
  }
}

/// States: open (no timer: the next value passes), closed (the timer runs; `pending` is what passes when it fires).
final class ThrottleState<Output, Failure: Error> {
  let outlet: Outlet<Output, Failure>
  private let interval: Duration
  private let scheduler: any Scheduler
  private let latest: Bool
  private var pending: Output?
  private var timer: ScheduledAction?

  init(_ outlet: Outlet<Output, Failure>, interval: Duration, scheduler: any Scheduler, latest: Bool) {
    self.outlet = outlet
    self.interval = interval
    self.scheduler = scheduler
    self.latest = latest
    outlet.inputs.onCancel { [weak self] in self?.stop() }
  }

  private func stop() {
    timer?.cancel()
    timer = nil
    pending = nil
  }

  var observer: Observer<Output, Failure> {
    Observer { [self] signal in
      switch signal {
      case .value(let value): take(value)
      case .completion(let completion):
        if let value = pending {
          pending = nil
          outlet.send(value)
        }
        outlet.finish(completion)
      case .mark, .nothing: break
      }
    }
  }

  private func take(_ value: Output) {
    guard timer != nil else { return pass(value) }
    if latest || pending == nil { pending = value }
  }

  private func pass(_ value: Output) {
    // The timer keeps this object, and this object the timer, until it fires or is called off.
    timer = scheduler.schedule(after: interval) { [self] in
      timer = nil
      guard let value = pending else { return }
      pending = nil
      pass(value)
    }
    outlet.send(value)
  }
}
