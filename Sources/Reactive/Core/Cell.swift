/// A variable of an operator, shared by the closures of one subscription.
///
/// What a captured `var` would be, without the check for exclusive access at each use, which costs more than most
/// operators do. In return, `value` may only be read and written as a whole, never held across a call: take it out,
/// call, put it back.
@usableFromInline
final class Cell<Value> {
  @usableFromInline @exclusivity(unchecked) var value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
  }
}
