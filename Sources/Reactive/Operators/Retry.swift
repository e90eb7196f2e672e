extension Publisher {
  /// Subscribes to this publisher again after a failure, at most `retries` times; a further failure is passed on.
  ///
  /// A publisher that fails during its subscription does not deepen the stack, however often it is retried.
  ///
  /// - Precondition: `retries` is not negative.
  @inlinable
  public func retry(_ retries: Int) -> AnyPublisher<Output, Failure> {
    precondition(retries >= 0, "retry needs a number that is not negative")
    return AnyPublisher { observer, lifetime in
      guard !lifetime.isCancelled else { return }
      RetryState(self, left: retries, outlet: Outlet(observer, inputs: lifetime.child())).start()
    }
  }
}

/// The state of one `retry` subscription.
///
/// States: subscribing (a failure makes the loop in `start` run again), subscribed (a failure calls `start`), done.
@usableFromInline
final class RetryState<Upstream: Publisher> {
  @usableFromInline let upstream: Upstream
  @usableFromInline var left: Int
  @usableFromInline let outlet: Outlet<Upstream.Output, Upstream.Failure>
  @usableFromInline var current: AnyCancellable?
  @usableFromInline var isSubscribing = false
  @usableFromInline var mustRestart = false

  @inlinable
  init(_ upstream: Upstream, left: Int, outlet: Outlet<Upstream.Output, Upstream.Failure>) {
    self.upstream = upstream
    self.left = left
    self.outlet = outlet
    // Strong: a publisher need not keep its observer alive, and the token must live as long as the subscription.
    outlet.inputs.onCancel { [self] in leave() }
  }

  @usableFromInline
  func leave() {
    let old = current
    current = nil
    old?.cancel()
  }

  @inlinable
  func start() {
    repeat {
      mustRestart = false
      isSubscribing = true
      subscribe()
      isSubscribing = false
    } while mustRestart && !outlet.inputs.isCancelled
  }

  @inlinable
  func subscribe() {
    leave()
    let attempt = AnyCancellable()
    current = attempt
    let marks = Box(OpenMarks())
    upstream.attach(
      Observer(wantsMarks: outlet.wantsMarks) { [self] signal in
        guard marks.value.record(signal) else { return }
        switch signal {
        case .value, .nothing: outlet.send(signal)
        case .mark: outlet.mark()
        case .completion(.finished): outlet.finish(.finished)
        case .completion(.failure(let failure)):
          guard left > 0 else { return outlet.finish(.failure(failure)) }
          left -= 1
          // The first value of the next attempt answers a mark; what it leaves open is answered after its subscription.
          let open = marks.value.settle()
          if isSubscribing { mustRestart = true } else { start() }
          for _ in 0..<open { outlet.nothing() }
        }
      },
      to: attempt
    )
  }
}
