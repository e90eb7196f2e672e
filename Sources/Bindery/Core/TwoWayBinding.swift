import Reactive

/// A property that a person changes too: what they do goes to the bound value, and what the value becomes goes to the
/// property.
@MainActor
public struct TwoWayBinding<Target: AnyObject, Value: Equatable> {
  /// One way only: from the program to the property.
  public let binding: Binding<Target, Value>
  let get: (Target) -> Value
  /// Calls back whenever the person has changed the property, until the token goes.
  let observe: (Target, @escaping @MainActor () -> Void) -> AnyCancellable

  /// - Parameters:
  ///   - name: what the property is called, as in `"text"` for `textBinding`.
  ///   - observe: calls back whenever the person has changed the property, until the token that it returns goes.
  public init(
    _ target: Target, _ name: String,
    get: @escaping (Target) -> Value, set: @escaping (Target, Value) -> Void,
    observe: @escaping (Target, @escaping @MainActor () -> Void) -> AnyCancellable
  ) {
    binding = Binding(target, name) { target, value in
      // What the person has just typed comes back as it was sent: writing it again would only disturb the cursor.
      if get(target) != value { set(target, value) }
    }
    self.get = get
    self.observe = observe
  }

  /// Calls `send` with what the person has made of the property, each time, until the running group or the target goes.
  func onChange(_ send: @escaping (Value) -> Void) {
    let group = BindingGroup.running(for: binding.title)
    guard let target = binding.target else { return }
    let token = observe(target) { [weak target, get] in if let target { send(get(target)) } }
    // Under a name of its own, so that whoever binds the property again replaces this way too.
    let way = Binding<Target, Value>(target, binding.name + ", changed by a person") { _, _ in }
    _ = way.tie(token)
    group.add(token)
  }
}
