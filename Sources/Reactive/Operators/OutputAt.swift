extension Publisher {
  /// Delivers the value with the given number, counted from 0, and finishes.
  @inlinable
  public func output(at index: Int) -> Publishers.Prefix<Publishers.Drop<Self>> {
    dropFirst(index).prefix(1)
  }

  /// Delivers the values whose numbers, counted from 0, are in `range`, and finishes with the last of them.
  @inlinable
  public func output(in range: some RangeExpression<Int>) -> Publishers.Prefix<Publishers.Drop<Self>> {
    let range = range.relative(to: 0..<Int.max)
    return dropFirst(range.lowerBound).prefix(range.count)
  }
}
