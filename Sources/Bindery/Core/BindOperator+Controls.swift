import Reactive

// What a person does, on its way to the view model.

/// Keeps property and value equal, whoever changes: the person by way of the control, or the program by way of `value`.
@MainActor
public func *= <Target, Value>(binding: TwoWayBinding<Target, Value>, value: CurrentValue<Value, Never>) {
  binding.binding *= value
  binding.onChange { if value.value != $0 { value.value = $0 } }
}

/// The same for a value that may be missing: no words are no value.
@MainActor
public func *= <Target>(binding: TwoWayBinding<Target, String>, value: CurrentValue<String?, Never>) {
  binding.binding *= value.map { $0 ?? "" }
  binding.onChange { if value.value ?? "" != $0 { value.value = $0.isEmpty ? nil : $0 } }
}

/// Sends what the person makes of the property, and shows what is sent by others. Nothing is shown before the first value.
@MainActor
public func *= <Target, Value>(binding: TwoWayBinding<Target, Value>, subject: Subject<Value, Never>) {
  binding.binding *= subject
  binding.onChange { subject.send($0) }
}

/// One way only: a property that could be changed by a person follows a publisher.
@MainActor
public func *= <Target, Value, Failure>(
  binding: TwoWayBinding<Target, Value>, publisher: some Publisher<Value, Failure>
) {
  binding.binding *= publisher
}

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

/// Calls `action` with each event. The group keeps what the closure captures; see ``weakly(_:_:)`` for methods of the view
/// controller that keeps the group.
@MainActor
public func *= <Source, Event>(event: EventBinding<Source, Event>, action: @escaping (Event) -> Void) {
  event.onEvent { action($0) }
}

/// Calls `action` at each event that says nothing but that it happened.
@MainActor
public func *= <Source>(event: EventBinding<Source, Void>, action: @escaping () -> Void) {
  event.onEvent { action() }
}
