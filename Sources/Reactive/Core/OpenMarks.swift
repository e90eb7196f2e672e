/// Counts the marks of one input that are not answered yet, for an operator that may cancel or replace that input.
@usableFromInline
struct OpenMarks {
  @usableFromInline var count = 0

  @inlinable
  init() {}

  /// Counts a signal of the input.
  ///
  /// Returns whether it is to be passed on: a *nothing* that answers no mark is not.
  @inlinable
  mutating func record<Output, Failure>(_ signal: Signal<Output, Failure>) -> Bool {
    switch signal {
    case .mark: count += 1
    case .value: if count > 0 { count -= 1 }
    case .nothing: return answer()
    case .completion: break
    }
    return true
  }

  /// Counts an answer to one open mark.
  ///
  /// Returns whether there was one.
  @inlinable
  @discardableResult
  mutating func answer() -> Bool {
    guard count > 0 else { return false }
    count -= 1
    return true
  }

  /// Returns the number of open marks and resets it to zero.
  @inlinable
  mutating func settle() -> Int {
    defer { count = 0 }
    return count
  }
}
