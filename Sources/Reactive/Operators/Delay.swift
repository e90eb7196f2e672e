import Algorithms
public import Time

extension Publisher {
  /// Delivers each value and the completion later by `interval`, in the same order and spacing.
  ///
  /// A failure is delayed too.
  public func delay(for interval: Duration, scheduler: any Scheduler) -> AnyPublisher<Output, Failure> {
    AnyPublisher { observer, lifetime in
      guard !lifetime.isCancelled else { return }
      let upstream = lifetime.child()
      var waiting = FIFOQueue<Signal<Output, Failure>>()
      var timers = FIFOQueue<ScheduledAction>()
      let deliverNext = {
        _ = timers.removeFirst()
        let signal = waiting.removeFirst()
        guard !upstream.isCancelled else { return }
        if case .completion = signal { upstream.cancel() }
        observer.forward(signal)
      }
      upstream.onCancel {
        while !timers.isEmpty { timers.removeFirst().cancel() }
        waiting = FIFOQueue()
      }
      attach(
        Observer { signal in
          switch signal {
          case .mark, .nothing: return
          case .value, .completion: break
          }
          waiting.append(signal)
          timers.append(scheduler.schedule(after: interval, deliverNext))
        },
        to: upstream
      )
    }
  }
}
