import Reactive
import Scenes

// Properties of scenes as one end of a binding: `scene[StringProperty(path: "person/name")] *= viewModel.name`.

/// A property of a scene's instance that `*=` connects to a value.
///
/// The instance follows the value at once, and the scene shows it with its next advance. What the scene itself changes
/// is sent to the value after the advance. A wrong path is reported through `File.errors`.
@MainActor
public struct PropertyBinding<Value: Equatable> {
  let path: String
  fileprivate let connect: (_ receive: ((Value) -> Void)?) -> PropertyConnection<Value>

  fileprivate init<P: ObservableProperty>(_ property: P, of instance: ViewModelInstance) where P.Value == Value {
    path = property.path
    connect = { instance.connect(property, receive: $0) }
  }

  fileprivate init(_ property: ViewModelInstanceProperty, of instance: ViewModelInstance)
  where Value == ViewModelInstance {
    path = property.path
    connect = { instance.connect(property, receive: $0) }
  }

  /// A property of a scene that is bound to no instance; a value that is written is reported.
  fileprivate init(unbound path: String, in file: Scenes.File) {
    self.path = path
    connect = { _ in PropertyConnection(token: AnyCancellable(), write: { _ in file.reportUnbound(path) }) }
  }

  /// Follows `publisher`, and calls `send` with what the scene changes.
  fileprivate func bind(to publisher: some Publisher<Value, Never>, send: ((Value) -> Void)?) {
    let group = BindingGroup.running(for: "Scene.\(path)")
    let connection = connect(send)
    group.add(connection.token)
    group.add(publisher.sink(receiveValue: connection.write))
  }
}

/// A trigger of a scene's instance that `*=` connects to a subject or an action.
@MainActor
public struct TriggerBinding {
  let instance: ViewModelInstance?
  let property: TriggerProperty
}

/// A list of a scene's instance that `*=` connects to an observable array.
@MainActor
public struct ListBinding {
  let instance: ViewModelInstance?
  let property: ListProperty
}

extension Scenes.File {
  fileprivate func reportUnbound(_ path: String) { report("The scene is bound to no instance, and has no \(path)") }
}

extension ViewModelInstance {
  /// A property that `*=` connects to a value.
  public subscript<P: ObservableProperty>(property: P) -> PropertyBinding<P.Value> {
    PropertyBinding(property, of: self)
  }

  /// A nested instance that `*=` connects to a value.
  public subscript(nested: ViewModelInstanceProperty) -> PropertyBinding<ViewModelInstance> {
    PropertyBinding(nested, of: self)
  }

  /// A trigger that a subject fires, and that the subject reports.
  public subscript(trigger: TriggerProperty) -> TriggerBinding { TriggerBinding(instance: self, property: trigger) }

  /// A list that follows an observable array.
  public subscript(list: ListProperty) -> ListBinding { ListBinding(instance: self, property: list) }
}

/// The properties of the instance that the scene is bound to now.
///
/// A binding stays with that instance, also when the scene is bound to another one. Where the scene has no instance,
/// what is bound is reported through `File.errors`.
extension Scene {
  /// A property that `*=` connects to a value.
  public subscript<P: ObservableProperty>(property: P) -> PropertyBinding<P.Value> {
    viewModelInstance?[property] ?? PropertyBinding(unbound: property.path, in: file)
  }

  /// A nested instance that `*=` connects to a value.
  public subscript(nested: ViewModelInstanceProperty) -> PropertyBinding<ViewModelInstance> {
    viewModelInstance?[nested] ?? PropertyBinding(unbound: nested.path, in: file)
  }

  /// A trigger that a subject fires, and that the subject reports.
  public subscript(trigger: TriggerProperty) -> TriggerBinding {
    if viewModelInstance == nil { file.reportUnbound(trigger.path) }
    return TriggerBinding(instance: viewModelInstance, property: trigger)
  }

  /// A list that follows an observable array.
  public subscript(list: ListProperty) -> ListBinding {
    if viewModelInstance == nil { file.reportUnbound(list.path) }
    return ListBinding(instance: viewModelInstance, property: list)
  }
}

/// Keeps a property and a value equal: the program changes the value, and the scene the property.
@MainActor
public func *= <Value>(binding: PropertyBinding<Value>, value: CurrentValue<Value, Never>) {
  binding.bind(to: value) { if value.value != $0 { value.value = $0 } }
}

/// Sends what the scene changes to `subject`, and writes what others send there to the property.
@MainActor
public func *= <Value>(binding: PropertyBinding<Value>, subject: Subject<Value, Never>) {
  binding.bind(to: subject) { subject.send($0) }
}

/// Makes a property follow a publisher.
@MainActor
public func *= <Value>(binding: PropertyBinding<Value>, publisher: some Publisher<Value, Never>) {
  binding.bind(to: publisher, send: nil)
}

/// Whether the subject has fired the trigger since the last event; `false` while an event of the scene is sent.
private final class TriggerEcho {
  var written: Bool?
}

/// Fires the trigger at each event of `subject`, and sends the events of the scene to it.
///
/// An event that the subject has caused is not sent back to it.
@MainActor
public func *= (binding: TriggerBinding, subject: Subject<Void, Never>) {
  let property = binding.property
  let group = BindingGroup.running(for: "Scene.\(property.path)")
  guard let instance = binding.instance else { return }
  let state = TriggerEcho()
  group.add(
    subject.sink { [weak instance] in
      guard state.written != false else { return }
      state.written = true
      instance?.fire(trigger: property)
    })
  group.add(
    instance.publisher(of: property).sink(
      receiveCompletion: { _ in },
      receiveValue: {
        let isEcho = state.written == true
        // `false` while the event is sent: it must not fire the trigger again.
        state.written = isEcho ? nil : false
        if !isEcho { subject.send() }
        if state.written == false { state.written = nil }
      }))
}

/// Calls `action` at each event of a trigger.
@MainActor
public func *= (binding: TriggerBinding, action: @escaping () -> Void) {
  let group = BindingGroup.running(for: "Scene.\(binding.property.path)")
  guard let instance = binding.instance else { return }
  group.add(
    instance.publisher(of: binding.property).sink(receiveCompletion: { _ in }, receiveValue: { action() }))
}

/// Makes a list follow an observable array of instances, change by change: an insertion there is one insertion here.
@MainActor
public func *= (binding: ListBinding, items: some ObservableArray<ViewModelInstance>) {
  let property = binding.property
  let group = BindingGroup.running(for: "Scene.\(property.path)")
  guard let instance = binding.instance else { return }
  group.add(
    items.changesetPublisher.sink { [weak instance] in instance?.apply($0, to: property) })
}
