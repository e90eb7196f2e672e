// Each operator of this file is its namesake without `try`, with a closure that may throw: the publisher fails with
// what the closure throws, and its upstream is cancelled.

extension Publisher {
  /// Delivers the result of `transform` for each value; fails with what it throws.
  @inlinable
  public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> AnyPublisher<T, any Error> {
    trying { value, send in send(try transform(value)) }
  }

  /// Delivers the results of `transform` that are not `nil`; fails with what it throws.
  @inlinable
  public func tryCompactMap<T>(_ transform: @escaping (Output) throws -> T?) -> AnyPublisher<T, any Error> {
    trying { value, send in if let result = try transform(value) { send(result) } }
  }

  /// Delivers the values for which `isIncluded` is true; fails with what it throws.
  @inlinable
  public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> AnyPublisher<Output, any Error> {
    trying { value, send in if try isIncluded(value) { send(value) } }
  }

  /// Delivers the result of `next` for the previous result and each value; fails with what it throws.
  @inlinable
  public func tryScan<T>(
    _ initialResult: T, _ next: @escaping (T, Output) throws -> T
  ) -> AnyPublisher<T, any Error> {
    AnyPublisher { observer, lifetime in
      let result = Box(initialResult)
      tryMap { value in
        let new = try next(result.value, value)
        result.value = new
        return new
      }
      .attach(observer, to: lifetime)
    }
  }

  /// Delivers a value only if it differs, by `predicate`, from the one delivered last; fails with what it throws.
  @inlinable
  public func tryRemoveDuplicates(
    by predicate: @escaping (Output, Output) throws -> Bool
  ) -> AnyPublisher<Output, any Error> {
    AnyPublisher { observer, lifetime in
      let last = Box<Output?>(nil)
      tryFilter { value in
        if let previous = last.value, try predicate(previous, value) { return false }
        last.value = value
        return true
      }
      .attach(observer, to: lifetime)
    }
  }

  /// Drops values until `predicate` is false, then delivers that value and all later ones; fails with what it throws.
  @inlinable
  public func tryDrop(while predicate: @escaping (Output) throws -> Bool) -> AnyPublisher<Output, any Error> {
    AnyPublisher { observer, lifetime in
      let isDropping = Box(true)
      tryFilter { value in
        if isDropping.value, try predicate(value) { return false }
        isDropping.value = false
        return true
      }
      .attach(observer, to: lifetime)
    }
  }

  /// Delivers values until `predicate` is false, then finishes; fails with what it throws.
  @inlinable
  public func tryPrefix(while predicate: @escaping (Output) throws -> Bool) -> AnyPublisher<Output, any Error> {
    tryMap { try predicate($0) ? $0 : nil }
      .prefix { (value: Output?) in value != nil }
      .compactMap { $0 }
      .eraseToAnyPublisher()
  }

  /// Delivers the first value for which `predicate` is true and finishes; fails with what it throws.
  @inlinable
  public func tryFirst(where predicate: @escaping (Output) throws -> Bool) -> AnyPublisher<Output, any Error> {
    tryFilter(predicate).first().eraseToAnyPublisher()
  }

  /// Delivers the last value for which `predicate` is true when the publisher finishes; fails with what it throws.
  @inlinable
  public func tryLast(where predicate: @escaping (Output) throws -> Bool) -> AnyPublisher<Output, any Error> {
    tryFilter(predicate).last()
  }

  /// Delivers `true` and finishes with the first value for which `predicate` is true, `false` if the publisher finishes
  /// without one; fails with what it throws.
  @inlinable
  public func tryContains(where predicate: @escaping (Output) throws -> Bool) -> AnyPublisher<Bool, any Error> {
    tryMap(predicate).contains(true)
  }

  /// Delivers `false` and finishes with the first value for which `predicate` is false, `true` if the publisher
  /// finishes without one; fails with what it throws.
  @inlinable
  public func tryAllSatisfy(_ predicate: @escaping (Output) throws -> Bool) -> AnyPublisher<Bool, any Error> {
    tryMap(predicate).allSatisfy { $0 }
  }

  /// Delivers, when the publisher finishes, the result of `next` for all its values; fails with what it throws.
  @inlinable
  public func tryReduce<T>(
    _ initialResult: T, _ next: @escaping (T, Output) throws -> T
  ) -> AnyPublisher<T, any Error> {
    tryScan(initialResult, next).last().replaceEmpty(with: initialResult)
  }

  /// Delivers the smallest value when the publisher finishes; fails with what `areInIncreasingOrder` throws.
  @inlinable
  public func tryMin(
    by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
  ) -> AnyPublisher<Output, any Error> {
    tryScan(Output?.none) { best, value in
      guard let best else { return value }
      return try areInIncreasingOrder(value, best) ? value : best
    }
    .last().compactMap { $0 }.eraseToAnyPublisher()
  }

  /// Delivers the largest value when the publisher finishes; fails with what `areInIncreasingOrder` throws.
  @inlinable
  public func tryMax(
    by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
  ) -> AnyPublisher<Output, any Error> {
    tryMin { try areInIncreasingOrder($1, $0) }
  }

  /// Continues, after a failure, with the publisher that `handler` returns; fails with what it throws.
  @inlinable
  public func tryCatch<P: Publisher>(
    _ handler: @escaping (Failure) throws -> P
  ) -> AnyPublisher<Output, any Error> where P.Output == Output {
    self.catch { failure -> AnyPublisher<Output, any Error> in
      do {
        return try handler(failure).mapError { $0 }.eraseToAnyPublisher()
      } catch {
        return Fail(error: error).eraseToAnyPublisher()
      }
    }
    .eraseToAnyPublisher()
  }

  /// Calls `body` for each value; `body` sends at most one value, or throws, which ends the subscription.
  @inlinable
  func trying<T>(_ body: @escaping (Output, (T) -> Void) throws -> Void) -> AnyPublisher<T, any Error> {
    AnyPublisher { observer, lifetime in
      let outlet = Outlet(observer, inputs: lifetime.child())
      attach(
        observer.onValue { value in
          guard !outlet.isDone else { return }
          let hasSent = Box(false)
          do {
            try body(value) {
              hasSent.value = true
              outlet.send($0)
            }
          } catch {
            return outlet.finish(.failure(error))
          }
          if !hasSent.value { outlet.nothing() }
        } onCompletion: { completion in
          outlet.finish(completion.mapError { $0 })
        },
        to: outlet.inputs
      )
    }
  }
}
