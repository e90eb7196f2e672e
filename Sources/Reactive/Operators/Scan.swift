extension Publisher {
  /// Delivers the result of `next` for the previous result and each value.
  ///
  /// `initialResult` itself is not delivered.
  @inlinable
  public func scan<T>(_ initialResult: T, _ next: @escaping (T, Output) -> T) -> AnyPublisher<T, Failure> {
    AnyPublisher { observer, lifetime in
      let result = Box(initialResult)
      attach(
        observer.onValue { value in
          let new = next(result.value, value)
          result.value = new
          observer.send(new)
        },
        to: lifetime
      )
    }
  }
}
