import Reactive

/// A property that the user changes too: the user's changes are sent to the bound value, and the value's changes to the
/// property.
@MainActor
public struct TwoWayBinding<Target: AnyObject, Value: Equatable> {
  /// The property alone, which follows a publisher: `field.textBinding.oneWay *= viewModel.greeting`.
  public let oneWay: Binding<Target, Value>
  let get: (Target) -> Value
  /// Calls back whenever the user has changed the property, until the token ends.
  let observe: (Target, @escaping @MainActor () -> Void) -> AnyCancellable

  /// A property that is read, written and observed with closures.
  ///
  /// - Parameters:
  ///   - target: The object that has the property; held weakly.
  ///   - name: The name of the property, such as `"text"` for `textBinding`.
  ///   - get: Reads the property.
  ///   - set: Writes the property.
  ///   - observe: Calls back whenever the user has changed the property, until the returned token ends.
  public init(
    _ target: Target, _ name: String,
    get: @escaping (Target) -> Value, set: @escaping (Target, Value) -> Void,
    observe: @escaping (Target, @escaping @MainActor () -> Void) -> AnyCancellable
  ) {
    oneWay = Binding(target, name) { target, value in
      // A value that the user has just typed is published as it was sent. Writing it would only move the cursor.
      if get(target) != value { set(target, value) }
    }
    self.get = get
    self.observe = observe
  }

  /// Makes the property follow `publisher`, and calls `send` with each value that the user gives it.
  func bind<Failure>(to publisher: some Publisher<Value, Failure>, send: @escaping (Value) -> Void) {
    oneWay *= publisher
    guard let target = oneWay.target else { return }
    let token = observe(target) { [weak target, get] in if let target { send(get(target)) } }
    // Binding the property again, one way or both, ends this direction too.
    oneWay.endTogether(with: token)
    BindingGroup.running(for: oneWay.title).add(token)
  }
}
