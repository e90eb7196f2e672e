extension Publisher {
  /// Delivers what `transform` makes of each value; fails with what it throws.
  @inlinable
  public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> AnyPublisher<T, any Error> {
    trying { value, send in send(try transform(value)) }
  }

  /// Delivers what `transform` makes of each value, except `nil`; fails with what it throws.
  @inlinable
  public func tryCompactMap<T>(_ transform: @escaping (Output) throws -> T?) -> AnyPublisher<T, any Error> {
    trying { value, send in if let result = try transform(value) { send(result) } }
  }

  /// Delivers the values for which `isIncluded` is true; fails with what it throws.
  @inlinable
  public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> AnyPublisher<Output, any Error> {
    trying { value, send in if try isIncluded(value) { send(value) } }
  }

  /// Delivers what `next` makes of the result so far and each value; fails with what it throws.
  @inlinable
  public func tryScan<T>(
    _ initialResult: T, _ next: @escaping (T, Output) throws -> T
  ) -> AnyPublisher<T, any Error> {
    AnyPublisher { observer, lifetime in
      var result = initialResult
      trying { value, send in
        result = try next(result, value)
        send(result)
      }
      .attach(observer, to: lifetime)
    }
  }

  /// What the operators of this file have in common: `body` sends at most one value, or throws and so ends everything.
  @inlinable
  func trying<T>(_ body: @escaping (Output, (T) -> Void) throws -> Void) -> AnyPublisher<T, any Error> {
    AnyPublisher { observer, lifetime in
      let outlet = Outlet(observer, inputs: lifetime.child())
      attach(
        observer.onValue { value in
          guard !outlet.isDone else { return }
          var hasSent = false
          do {
            try body(value) {
              hasSent = true
              outlet.send($0)
            }
          } catch {
            return outlet.finish(.failure(error))
          }
          if !hasSent { outlet.nothing() }
        } onCompletion: { completion in
          outlet.finish(completion.mapError { $0 })
        },
        to: outlet.inputs
      )
    }
  }
}
