public import Time

extension Publishers {
  public struct Debounce<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let dueTime: Duration
    public let scheduler: any Scheduler

    public init(upstream: Upstream, dueTime: Duration, scheduler: any Scheduler) {
      self.upstream = upstream
      self.dueTime = dueTime
      self.scheduler = scheduler
    }

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
  /// Delivers a value when no other has followed it for `dueTime`.
  ///
  ///     abcd----e---f-g----|
  ///     debounce 3
  ///     ------d----e-----g-|
  ///
  /// A value that still waits when the publisher finishes is delivered before the completion (Combine drops it: the
  /// last thing typed would be lost). After a failure it is not.
  public func debounce(for dueTime: Duration, scheduler: any Scheduler) -> Publishers.Debounce<Self> {
    Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler)
  }
}
