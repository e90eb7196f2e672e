/// A variable that the closures of one subscription share.
///
/// A captured `var` without the check for exclusive access, which costs more than most operators. In return, `value` is
/// only read and written as a whole, and never held across a call: read it, call, write it back.
@usableFromInline
final class Box<Value> {
  @usableFromInline @exclusivity(unchecked) var value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
  }
}
