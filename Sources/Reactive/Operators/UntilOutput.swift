extension Publisher {
  /// Delivers values until `other` delivers its first value, then finishes.
  ///
  /// A completion of `other` has no effect.
  @inlinable
  public func prefix<P: Publisher>(untilOutputFrom other: P) -> AnyPublisher<Output, Failure> {
    AnyPublisher { observer, lifetime in
      guard !lifetime.isCancelled else { return }
      let outlet = Outlet(observer, inputs: lifetime.child())
      other.attach(
        Observer { signal in if case .value = signal { outlet.finish(.finished) } },
        to: outlet.inputs
      )
      guard !outlet.isDone else { return }
      attach(
        observer.onValue {
          outlet.send($0)
        } onCompletion: {
          outlet.finish($0)
        },
        to: outlet.inputs
      )
    }
  }

  /// Drops values until `other` delivers its first value.
  ///
  /// Finishes at once when `other` finishes without a value, since no value can be delivered any more. Fails
  /// when this publisher does, or when `other` does before its first value.
  @inlinable
  public func drop<P: Publisher>(untilOutputFrom other: P) -> AnyPublisher<Output, Failure>
  where P.Failure == Failure {
    AnyPublisher { observer, lifetime in
      guard !lifetime.isCancelled else { return }
      let outlet = Outlet(observer, inputs: lifetime.child())
      let gate = outlet.inputs.child()
      var isOpen = false
      other.attach(
        Observer { signal in
          switch signal {
          case .value:
            isOpen = true
            gate.cancel()
          case .completion(let completion):
            outlet.finish(completion)
          case .mark, .nothing:
            break
          }
        },
        to: gate
      )
      guard !outlet.isDone else { return }
      attach(
        observer.onValue {
          if isOpen { outlet.send($0) } else { outlet.nothing() }
        } onCompletion: {
          outlet.finish($0)
        },
        to: outlet.inputs
      )
    }
  }
}
