public import Time

extension Publisher {
  /// Finishes when no value arrives for `interval`, counted from the subscription and from each value.
  public func timeout(_ interval: Duration, scheduler: any Scheduler) -> AnyPublisher<Output, Failure> {
    timeout(interval, scheduler: scheduler, ending: .finished)
  }

  /// Fails with `customError` when no value arrives for `interval`, counted from the subscription and from each value.
  public func timeout(
    _ interval: Duration, scheduler: any Scheduler, customError: @escaping () -> Failure
  ) -> AnyPublisher<Output, Failure> {
    timeout(interval, scheduler: scheduler, ending: .failure(customError()))
  }

  private func timeout(
    _ interval: Duration, scheduler: any Scheduler, ending: @escaping @autoclosure () -> Completion<Failure>
  ) -> AnyPublisher<Output, Failure> {
    AnyPublisher { observer, lifetime in
      guard !lifetime.isCancelled else { return }
      let outlet = Outlet(observer, inputs: lifetime.child())
      var timer: ScheduledAction?
      let restart = {
        timer?.cancel()
        timer = scheduler.schedule(after: interval) { outlet.finish(ending()) }
      }
      outlet.inputs.onCancel {
        timer?.cancel()
        timer = nil
      }
      restart()
      attach(
        observer.onValue { value in
          guard !outlet.isDone else { return }
          restart()
          outlet.send(value)
        } onCompletion: {
          outlet.finish($0)
        },
        to: outlet.inputs
      )
    }
  }
}
