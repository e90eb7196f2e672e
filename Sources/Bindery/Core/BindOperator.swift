import Reactive
import TUIKit

// `target.property *= source`: the property follows the source from now on. The operator is the standard library's, with
// assignment precedence; it was chosen because a binding reads like an assignment that goes on.

/// Writes every value of `publisher` to the property, the current one at once, until the group or the target goes.
@MainActor
public func *= <Target, Value>(binding: Binding<Target, Value>, publisher: some Publisher<Value, Never>) {
  BindingGroup.forBinding(binding.name, of: binding.target).add(publisher.bind(to: binding))
}

/// The same for an optional property and a publisher of plain values.
@MainActor
public func *= <Target, Value>(binding: Binding<Target, Value?>, publisher: some Publisher<Value, Never>) {
  BindingGroup.forBinding(binding.name, of: binding.target).add(publisher.map(Optional.some).bind(to: binding))
}

/// Keeps property and value equal, whoever changes: the person by way of the control, or the program by way of `value`.
@MainActor
public func *= <Target, Value>(binding: TwoWayBinding<Target, Value>, value: CurrentValue<Value, Never>) {
  let group = BindingGroup.forBinding(binding.binding.name, of: binding.binding.target)
  group.add(value.bind(to: binding.binding))
  guard let target = binding.binding.target else { return }
  group.add(
    binding.observe(target) { [weak target] in
      guard let target else { return }
      let now = binding.get(target)
      if value.value != now { value.value = now }
    })
}

/// One way only: a property that could be changed by a person follows a publisher.
@MainActor
public func *= <Target, Value>(binding: TwoWayBinding<Target, Value>, publisher: some Publisher<Value, Never>) {
  binding.binding *= publisher
}

extension Publisher where Failure == Never {
  /// What `*=` does, for those who keep the subscription themselves.
  ///
  /// It ends with the returned token, with a view or view controller that is the target, and for any other target at the
  /// first value after its death.
  @MainActor
  public func bind<Target>(to binding: Binding<Target, Output>) -> AnyCancellable {
    let subscription = Subscription()
    subscription.token = sink { [weak target = binding.target, weak subscription, set = binding.set] value in
      guard let target else {
        subscription?.cancel()
        return
      }
      set(target, value)
    }
    guard let owner = binding.target as? any AttachmentOwner else {
      return AnyCancellable { subscription.cancel() }
    }
    owner.attachments[binding.name] = subscription
    return AnyCancellable { [weak subscription] in subscription?.cancel() }
  }
}

/// Holds a sink's token where the group, the target's end and the sink itself can end it. Whoever owns it (a view's
/// attachments, or the token in the group) ends it by letting go.
@MainActor
private final class Subscription {
  var token: AnyCancellable? {
    didSet { if isCancelled, token != nil { token = nil } }
  }
  private var isCancelled = false

  isolated deinit {}

  func cancel() {
    isCancelled = true
    token = nil
  }
}
