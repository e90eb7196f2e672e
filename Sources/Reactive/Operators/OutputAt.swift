extension Publisher {
  /// Delivers the value at an index, counted from 0, and finishes.
  ///
  /// - Precondition: `index` is not negative.
  @inlinable
  public func output(at index: Int) -> Publishers.Prefix<Publishers.Drop<Self>> {
    dropFirst(index).prefix(1)
  }

  /// Delivers the values at the indices in `range`, counted from 0, and finishes with the last of them.
  ///
  /// - Precondition: `range` contains no negative index.
  @inlinable
  public func output(in range: some RangeExpression<Int>) -> Publishers.Prefix<Publishers.Drop<Self>> {
    let range = range.relative(to: 0..<Int.max)
    return dropFirst(range.lowerBound).prefix(range.count)
  }
}
