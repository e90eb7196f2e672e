extension Publisher {
  /// Delivers, when the publisher finishes, what `next` has made of all its values. After a failure, the failure alone.
  @inlinable
  public func reduce<T>(_ initialResult: T, _ next: @escaping (T, Output) -> T) -> AnyPublisher<T, Failure> {
    summing(up: { initialResult }, into: { $0 = next($0, $1) }) { $0 }
  }

  /// Delivers all values as one array, when the publisher finishes; an empty one if there was none.
  @inlinable
  public func collect() -> AnyPublisher<[Output], Failure> {
    summing(up: { [] }, into: { $0.append($1) }) { $0 }
  }

  /// Delivers how many values there were, when the publisher finishes.
  @inlinable
  public func count() -> AnyPublisher<Int, Failure> {
    summing(up: { 0 }, into: { count, _ in count += 1 }) { $0 }
  }

  /// Delivers the last value, when the publisher finishes; nothing if there was none.
  @inlinable
  public func last() -> AnyPublisher<Output, Failure> {
    last { _ in true }
  }

  /// Delivers the last value for which `predicate` is true, when the publisher finishes; nothing if there was none.
  @inlinable
  public func last(where predicate: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
    summing(up: { Output?.none }, into: { if predicate($1) { $0 = $1 } }) { $0 }
  }

  /// Delivers no value, only the completion.
  @inlinable
  public func ignoreOutput() -> AnyPublisher<Never, Failure> {
    summing(up: {}, into: { _, _ in }) { _ in nil }
  }

  /// What the operators of this file have in common: they keep a sum and deliver it at the end.
  @inlinable
  func summing<Sum, T>(
    up start: @escaping () -> Sum, into add: @escaping (inout Sum, Output) -> Void, _ result: @escaping (Sum) -> T?
  ) -> AnyPublisher<T, Failure> {
    AnyPublisher { observer, lifetime in
      var sum = start()
      // `lifetime` is told apart from its end: the result may make the subscriber cancel.
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
