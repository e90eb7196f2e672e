public import Time

extension Publishers {
  /// A publisher that delivers a value when no other follows it for a time; see ``Publisher/debounce(for:scheduler:)``.
  public struct Debounce<Upstream: Publisher>: Publisher {
    /// The type of the values.
    public typealias Output = Upstream.Output
    /// The type of the failure.
    public typealias Failure = Upstream.Failure

    /// The publisher that this publisher subscribes to.
    public let upstream: Upstream
    /// The time for which no other value may follow.
    public let dueTime: Duration
    /// The scheduler that measures time and runs the delivery.
    public let scheduler: any Scheduler

    /// Creates a publisher that delivers a value of `upstream` when no other follows it for `dueTime`.
    public init(upstream: Upstream, dueTime: Duration, scheduler: any Scheduler) {
      self.upstream = upstream
      self.dueTime = dueTime
      self.scheduler = scheduler
    }

    /// Delivers to `observer` until this publisher ends or `lifetime` does; see ``Publisher/attach(_:to:)``.
    public func attach(_ observer: Observer<Output, Failure>, to lifetime: AnyCancellable) {
      let scheduler = scheduler
      let dueTime = dueTime
      var pending: Output?
      var timer: ScheduledAction?
      let outlet = Outlet(observer, inputs: lifetime.child())
      let flush = {
        timer = nil
        guard let value = pending else { return }
        pending = nil
        outlet.send(value)
      }
      outlet.inputs.onCancel {
        timer?.cancel()
        timer = nil
        pending = nil
      }
      upstream.attach(
        Observer { signal in
          switch signal {
          case .value(let value):
            pending = value
            timer?.cancel()
            timer = scheduler.schedule(after: dueTime, flush)
          case .completion(.finished):
            timer?.cancel()
            flush()
            outlet.finish(.finished)
          case .completion(let failure):
            outlet.finish(failure)
          case .mark, .nothing:
            break
          }
        },
        to: outlet.inputs
      )
    }
  }
}

extension Publisher {
  /// Delivers a value when no other follows it for `dueTime`.
  ///
  ///     abcd----e---f-g----|
  ///     debounce 3
  ///     ------d----e-----g-|
  ///
  /// A value that waits when the publisher finishes is delivered before the completion (Combine drops it, and the last
  /// input of a user with it). When the publisher fails, it is dropped.
  public func debounce(for dueTime: Duration, scheduler: any Scheduler) -> Publishers.Debounce<Self> {
    Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler)
  }
}
