import Reactive

// Several properties at once. Each is a binding of its own, which ends with its own target; a publisher that is expensive
// to subscribe to is best shared (`share()`).

/// Every property follows the publisher: `[save.isEnabledBinding, reset.isEnabledBinding] *= viewModel.isChanged`.
@MainActor
public func *= <Target, Value, Failure>(
  bindings: [Binding<Target, Value>], publisher: some Publisher<Value, Failure>
) {
  for binding in bindings { binding *= publisher }
}

/// Properties of different views follow one publisher: `(bar.titleBinding, label.textBinding) *= viewModel.name`.
@MainActor
public func *= <First, Second, Value, Failure>(
  bindings: (Binding<First, Value>, Binding<Second, Value>), publisher: some Publisher<Value, Failure>
) {
  bindings.0 *= publisher
  bindings.1 *= publisher
}

@MainActor
public func *= <First, Second, Third, Value, Failure>(
  bindings: (Binding<First, Value>, Binding<Second, Value>, Binding<Third, Value>),
  publisher: some Publisher<Value, Failure>
) {
  bindings.0 *= publisher
  bindings.1 *= publisher
  bindings.2 *= publisher
}

/// Each property follows its part: `(name.textBinding, age.textBinding) *= viewModel.name.combineLatest(viewModel.age)`.
@MainActor
public func *= <First, Second, A, B, Failure>(
  bindings: (Binding<First, A>, Binding<Second, B>), publisher: some Publisher<(A, B), Failure>
) {
  bindings.0 *= publisher.map { $0.0 }
  bindings.1 *= publisher.map { $0.1 }
}

@MainActor
public func *= <First, Second, Third, A, B, C, Failure>(
  bindings: (Binding<First, A>, Binding<Second, B>, Binding<Third, C>), publisher: some Publisher<(A, B, C), Failure>
) {
  bindings.0 *= publisher.map { $0.0 }
  bindings.1 *= publisher.map { $0.1 }
  bindings.2 *= publisher.map { $0.2 }
}
