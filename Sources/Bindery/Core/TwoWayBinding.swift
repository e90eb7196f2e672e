import Reactive

/// A property that a person changes too: what they do goes to the bound value, and what the value becomes goes to the
/// property.
@MainActor
public struct TwoWayBinding<Target: AnyObject, Value: Equatable> {
  let binding: Binding<Target, Value>
  let get: (Target) -> Value
  /// Calls back whenever the person has changed the property, until the token goes.
  let observe: (Target, @escaping @MainActor () -> Void) -> AnyCancellable

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
}
