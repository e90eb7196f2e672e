public import Time

extension Publisher {
  /// Delivers in a later turn of `scheduler`; all events that arrive before that turn are delivered in it, in order.
  ///
  /// A completion does not overtake values. Events that arrived before a cancellation are not delivered after it. This
  /// operator moves values in time, not to another thread; see ``Mailbox`` for that.
  public func receive(on scheduler: any Scheduler) -> AnyPublisher<Output, Failure> {
    AnyPublisher { observer, lifetime in
      let upstream = lifetime.child()
      var burst: [Signal<Output, Failure>] = []
      var action: ScheduledAction?
      let deliver = {
        action = nil
        let present = burst
        burst = []
        for signal in present {
          guard !upstream.isCancelled else { return }
          if case .completion = signal { upstream.cancel() }
          observer.forward(signal)
        }
      }
      upstream.onCancel {
        action?.cancel()
        action = nil
        burst = []
      }
      attach(
        Observer { signal in
          switch signal {
          case .mark, .nothing: return
          case .value, .completion: burst.append(signal)
          }
          if action == nil { action = scheduler.schedule(deliver) }
        },
        to: upstream
      )
    }
  }
}
