import Reactive

/// One property of one object, ready to be written: a weak target and a setter.
///
/// A binding is a transient: a computed property makes it (`label.textBinding`), `*=` takes it, and it is gone. It never
/// keeps its target alive, and what is sent after the target's death ends the subscription.
@MainActor
public struct Binding<Target: AnyObject, Value> {
  weak var target: Target?
  /// What the property is called; with the target it is the binding's identity, so binding it again replaces the first.
  let name: String
  let set: (Target, Value) -> Void

  public init(_ target: Target, _ name: String, set: @escaping (Target, Value) -> Void) {
    self.target = target
    self.name = name
    self.set = set
  }

  /// A binding to a key path: convenient where speed is no concern (a write through a key path costs as much as eight
  /// through a closure).
  public init(_ target: Target, _ keyPath: ReferenceWritableKeyPath<Target, Value> & Sendable) {
    self.init(target, String(describing: keyPath)) { $0[keyPath: keyPath] = $1 }
  }
}
