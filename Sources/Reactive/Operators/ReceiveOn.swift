public import Time

extension Publishers {
  /// A publisher that delivers on a scheduler; see ``Publisher/receive(on:)``.
  public struct ReceiveOn<Upstream: Publisher>: Publisher {
    /// The type of the values.
    public typealias Output = Upstream.Output
    /// The type of the failure.
    public typealias Failure = Upstream.Failure

    /// The publisher that this publisher subscribes to.
    public let upstream: Upstream
    /// The scheduler that measures time and runs the delivery.
    public let scheduler: any Scheduler

    /// Creates a publisher that delivers the values of `upstream` on `scheduler`.
    public init(upstream: Upstream, scheduler: any Scheduler) {
      self.upstream = upstream
      self.scheduler = scheduler
    }

    /// Delivers to `observer` until this publisher ends or `lifetime` does; see ``Publisher/attach(_:to:)``.
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
  /// Delivers in a later turn of `scheduler`; all events that arrive before that turn are delivered in it, in order.
  ///
  /// A completion does not overtake values. Events that arrived before a cancellation are not delivered after it. This
  /// operator moves values in time, not to another thread; see ``Mailbox`` for that.
  public func receive(on scheduler: any Scheduler) -> Publishers.ReceiveOn<Self> {
    Publishers.ReceiveOn(upstream: self, scheduler: scheduler)
  }
}
