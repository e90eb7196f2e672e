public import Time

extension Publishers {
  public struct ReceiveOn<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let scheduler: any Scheduler

    public init(upstream: Upstream, scheduler: any Scheduler) {
      self.upstream = upstream
      self.scheduler = scheduler
    }

    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      let scheduler = scheduler
      let upstreamLifetime = lifetime.child()
      var burst: [Signal<Output, Failure>] = []
      var action: ScheduledAction?
      let deliver = {
        action = nil
        let present = burst
        burst = []
        for signal in present {
          guard !upstreamLifetime.isCancelled else { return }
          if case .completion = signal { upstreamLifetime.cancel() }
          observer.forward(signal)
        }
      }
      upstreamLifetime.onCancel {
        action?.cancel()
        action = nil
        burst = []
      }
      upstream.attach(
        Observer { signal in
          switch signal {
          case .mark, .nothing: return
          case .value, .completion: burst.append(signal)
          }
          if action == nil { action = scheduler.schedule(deliver) }
        },
        to: upstreamLifetime
      )
    }
  }
}

extension Publisher {
  /// Delivers on `scheduler`, later: what comes in before it gets round to it is delivered in one go, in order.
  ///
  /// A completion does not overtake values. What has been taken in before a cancellation is not delivered after it.
  /// This moves values in time, not to another thread; see ``Mailbox`` for that.
  public func receive(on scheduler: any Scheduler) -> Publishers.ReceiveOn<Self> {
    Publishers.ReceiveOn(upstream: self, scheduler: scheduler)
  }
}
