extension Publisher {
  /// Delivers, when the publisher finishes, the result of `next` for all its values.
  ///
  /// A failure is passed on alone.
  @inlinable
  public func reduce<T>(_ initialResult: T, _ next: @escaping (T, Output) -> T) -> AnyPublisher<T, Failure> {
    summing(up: { initialResult }, into: { $0 = next($0, $1) }) { $0 }
  }

  /// Delivers all values as one array when the publisher finishes; an empty array if there was no value.
  @inlinable
  public func collect() -> AnyPublisher<[Output], Failure> {
    summing(up: { [] }, into: { $0.append($1) }) { $0 }
  }

  /// Delivers the number of values when the publisher finishes.
  @inlinable
  public func count() -> AnyPublisher<Int, Failure> {
    summing(up: { 0 }, into: { count, _ in count += 1 }) { $0 }
  }

  /// Delivers the last value when the publisher finishes; nothing if there was no value.
  @inlinable
  public func last() -> AnyPublisher<Output, Failure> {
    last { _ in true }
  }

  /// Delivers the last value for which `predicate` is true when the publisher finishes; nothing if there was none.
  @inlinable
  public func last(where predicate: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
    summing(up: { Output?.none }, into: { if predicate($1) { $0 = $1 } }) { $0 }
  }

  /// Delivers no value, only the completion.
  @inlinable
  public func ignoreOutput() -> AnyPublisher<Never, Failure> {
    summing(up: {}, into: { _, _ in }) { _ in nil }
  }

  /// Adds each value to a sum, and delivers the result at the end.
  @inlinable
  func summing<Sum, T>(
    up start: @escaping () -> Sum, into add: @escaping (inout Sum, Output) -> Void, _ result: @escaping (Sum) -> T?
  ) -> AnyPublisher<T, Failure> {
    AnyPublisher { observer, lifetime in
      var sum = start()
      // The subscriber may cancel when it receives the result: then no completion follows.
      attach(
        observer.onValue { (value: Output) in
          add(&sum, value)
          observer.nothing()
        } onCompletion: { [weak lifetime] (completion: Completion<Failure>) in
          if case .finished = completion, let total = result(sum) {
            observer.send(total)
            guard let lifetime, !lifetime.isCancelled else { return }
          }
          observer.send(completion: completion)
        },
        to: lifetime
      )
    }
  }
}
