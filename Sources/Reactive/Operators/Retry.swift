extension Publisher {
  /// Subscribes anew after a failure, at most `retries` times; the failure after that is passed on.
  ///
  /// A publisher that fails at once does not deepen the stack, however often it is tried.
  @inlinable
  public func retry(_ retries: Int) -> AnyPublisher<Output, Failure> {
    precondition(retries >= 0, "retry needs a number that is not negative")
    return AnyPublisher { observer, lifetime in
      guard !lifetime.isCancelled else { return }
      Attempts(self, left: retries, outlet: Outlet(observer, inputs: lifetime.child())).start()
    }
  }
}

/// The attempts of one subscription of `retry`.
///
/// States: subscribing (a failure that comes now makes the loop in `start` go round again), subscribed (a failure calls
/// `start`), done.
@usableFromInline
final class Attempts<Upstream: Publisher> {
  @usableFromInline let upstream: Upstream
  @usableFromInline var left: Int
  @usableFromInline let outlet: Outlet<Upstream.Output, Upstream.Failure>
  @usableFromInline var current: AnyCancellable?
  @usableFromInline var isSubscribing = false
  @usableFromInline var goesRound = false

  @inlinable
  init(_ upstream: Upstream, left: Int, outlet: Outlet<Upstream.Output, Upstream.Failure>) {
    self.upstream = upstream
    self.left = left
    self.outlet = outlet
    outlet.inputs.onCancel { [weak self] in self?.leave() }
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
      goesRound = false
      isSubscribing = true
      subscribe()
      isSubscribing = false
    } while goesRound && !outlet.inputs.isCancelled
  }

  @inlinable
  func subscribe() {
    leave()
    let attempt = AnyCancellable()
    current = attempt
    let owed = Cell(Owed())
    upstream.attach(
      Observer(wantsMarks: outlet.wantsMarks) { [self] signal in
        owed.value.note(signal)
        switch signal {
        case .value, .nothing: outlet.send(signal)
        case .mark: outlet.mark()
        case .completion(.finished): outlet.finish(.finished)
        case .completion(.failure(let failure)):
          guard left > 0 else { return outlet.finish(.failure(failure)) }
          left -= 1
          for _ in 0..<owed.value.settle() { outlet.nothing() }
          if isSubscribing { goesRound = true } else { start() }
        }
      },
      to: attempt
    )
  }
}
