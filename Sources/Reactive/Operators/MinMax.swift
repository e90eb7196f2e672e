extension Publisher {
  /// Delivers the smallest value when the publisher finishes; nothing if there was no value.
  ///
  /// Of several smallest values the first is delivered, as in `Sequence.min(by:)`.
  ///
  /// - Parameter areInIncreasingOrder: A strict weak ordering of the values.
  @inlinable
  public func min(by areInIncreasingOrder: @escaping (Output, Output) -> Bool) -> AnyPublisher<Output, Failure> {
    extreme { areInIncreasingOrder($1, $0) }
  }

  /// Delivers the largest value when the publisher finishes; nothing if there was no value.
  ///
  /// Of several largest values the first is delivered, as in `Sequence.max(by:)`.
  ///
  /// - Parameter areInIncreasingOrder: A strict weak ordering of the values.
  @inlinable
  public func max(by areInIncreasingOrder: @escaping (Output, Output) -> Bool) -> AnyPublisher<Output, Failure> {
    extreme(areInIncreasingOrder)
  }

  /// Delivers at the end the value that no later value replaces.
  @inlinable
  func extreme(_ isReplaced: @escaping (Output, Output) -> Bool) -> AnyPublisher<Output, Failure> {
    summing(up: { Output?.none }) { best, value in
      if let current = best, !isReplaced(current, value) { return }
      best = value
    } _: {
      $0
    }
  }
}

extension Publisher where Output: Comparable {
  /// Delivers the smallest value when the publisher finishes; nothing if there was no value.
  @inlinable
  public func min() -> AnyPublisher<Output, Failure> { min(by: <) }

  /// Delivers the largest value when the publisher finishes; nothing if there was no value.
  @inlinable
  public func max() -> AnyPublisher<Output, Failure> { max(by: <) }
}
