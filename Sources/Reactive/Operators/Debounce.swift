public import Time

extension Publisher {
  /// Delivers a value when no other follows it for `dueTime`.
  ///
  ///     abcd----e---f-g----|
  ///     debounce 3
  ///     ------d----e-----g-|
  ///
  /// A value that waits when the publisher finishes is delivered before the completion (Combine drops it, and the last
  /// input of a user with it). When the publisher fails, it is dropped.
  public func debounce(for dueTime: Duration, scheduler: any Scheduler) -> AnyPublisher<Output, Failure> {
    AnyPublisher { observer, lifetime in
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
      attach(
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
