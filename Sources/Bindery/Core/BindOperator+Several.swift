import Reactive

// Several properties at once. Each is a binding of its own, which ends with its own target. Share a publisher that is
// expensive to subscribe to (`share()`).

/// Makes every property follow the publisher: `[save.isEnabledBinding, reset.isEnabledBinding] *= viewModel.isChanged`.
///
/// - Complexity: O(*n*), where *n* is the number of bindings.
@MainActor
public func *= <Target, Value, Failure>(
  bindings: [Binding<Target, Value>], publisher: some Publisher<Value, Failure>
) {
  for binding in bindings { binding *= publisher }
}

/// Makes properties of two views follow one publisher: `(bar.titleBinding, label.textBinding) *= viewModel.name`.
@MainActor
public func *= <First, Second, Value, Failure>(
  bindings: (Binding<First, Value>, Binding<Second, Value>), publisher: some Publisher<Value, Failure>
) {
  bindings.0 *= publisher
  bindings.1 *= publisher
}

/// Makes properties of three views follow one publisher.
@MainActor
public func *= <First, Second, Third, Value, Failure>(
  bindings: (Binding<First, Value>, Binding<Second, Value>, Binding<Third, Value>),
  publisher: some Publisher<Value, Failure>
) {
  bindings.0 *= publisher
  bindings.1 *= publisher
  bindings.2 *= publisher
}

/// Makes each property follow its part of a pair:
/// `(name.textBinding, age.textBinding) *= viewModel.name.combineLatest(viewModel.age)`.
@MainActor
public func *= <First, Second, A, B, Failure>(
  bindings: (Binding<First, A>, Binding<Second, B>), publisher: some Publisher<(A, B), Failure>
) {
  bindings.0 *= publisher.map { $0.0 }
  bindings.1 *= publisher.map { $0.1 }
}

/// Makes each property follow its part of a triple.
@MainActor
public func *= <First, Second, Third, A, B, C, Failure>(
  bindings: (Binding<First, A>, Binding<Second, B>, Binding<Third, C>), publisher: some Publisher<(A, B, C), Failure>
) {
  bindings.0 *= publisher.map { $0.0 }
  bindings.1 *= publisher.map { $0.1 }
  bindings.2 *= publisher.map { $0.2 }
}
