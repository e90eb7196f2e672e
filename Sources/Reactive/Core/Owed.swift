/// Counts the marks that one input has passed on and not answered yet, for an operator that may leave that input.
@usableFromInline
struct Owed {
  @usableFromInline var count = 0

  @inlinable
  init() {}

  /// Takes note of what the input says.
  @inlinable
  mutating func note<Output, Failure>(_ signal: Signal<Output, Failure>) {
    switch signal {
    case .mark: count += 1
    case .value, .nothing: if count > 0 { count -= 1 }
    case .completion: break
    }
  }

  /// How many are open; from now on, none is.
  @inlinable
  mutating func settle() -> Int {
    defer { count = 0 }
    return count
  }
}
