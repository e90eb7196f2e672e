import Reactive

// Bindings that send the user's changes and actions to the view model.

/// Keeps property and value equal: the user changes the property, the program the value.
@MainActor
public func *= <Target, Value>(binding: TwoWayBinding<Target, Value>, value: CurrentValue<Value, Never>) {
  binding.bind(to: value) { if value.value != $0 { value.value = $0 } }
}

/// Keeps property and optional value equal; the empty text is `nil`.
@MainActor
public func *= <Target>(binding: TwoWayBinding<Target, String>, value: CurrentValue<String?, Never>) {
  binding.bind(to: value.map { $0 ?? "" }) { if value.value ?? "" != $0 { value.value = $0.isEmpty ? nil : $0 } }
}

/// Sends the user's changes to `subject`, and shows the values that others send there.
@MainActor
public func *= <Target, Value>(binding: TwoWayBinding<Target, Value>, subject: Subject<Value, Never>) {
  binding.bind(to: subject) { subject.send($0) }
}

/// Sends the user's changes to `subject`, and shows the values that others send there; the empty text is `nil`.
@MainActor
public func *= <Target>(binding: TwoWayBinding<Target, String>, subject: Subject<String?, Never>) {
  binding.bind(to: subject.map { $0 ?? "" }) { subject.send($0.isEmpty ? nil : $0) }
}

/// Refuses a publisher that cannot receive the user's changes, such as `$name` of a `@Published` property.
@available(*, unavailable, message: "Bind a CurrentValue or a Subject; for one way, write `.oneWay *= publisher`.")
@MainActor
public func *= <Target, Value, Failure>(
  binding: TwoWayBinding<Target, Value>, publisher: some Publisher<Value, Failure>
) {}

/// Sends each event to `subject`.
@MainActor
public func *= <Source, Event, Failure>(event: EventBinding<Source, Event>, subject: Subject<Event, Failure>) {
  event.onEvent { subject.send($0) }
}

/// Sets `value` at each event.
@MainActor
public func *= <Source, Event, Failure>(event: EventBinding<Source, Event>, value: CurrentValue<Event, Failure>) {
  event.onEvent { value.send($0) }
}

/// Calls `action` with each event.
///
/// The group keeps what the closure captures; see ``weakly(_:_:)`` for methods of the view controller that keeps the
/// group.
@MainActor
public func *= <Source, Event>(event: EventBinding<Source, Event>, action: @escaping (Event) -> Void) {
  event.onEvent { action($0) }
}

/// Calls `action` at each event without a value.
@MainActor
public func *= <Source>(event: EventBinding<Source, Void>, action: @escaping () -> Void) {
  event.onEvent { action() }
}
