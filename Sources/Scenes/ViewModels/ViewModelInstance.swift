/// An instance of a view model: the values of its properties.
///
/// A program reads and writes them through property descriptors, and a scene that the instance is bound to shows them
/// after its next advance:
///
///     try instance.value(of: NumberProperty(path: "age"))
///     instance.setValue(of: StringProperty(path: "employer/name"), to: "Analytical Engines")
///
/// All values are in memory on the main actor. A read is therefore a plain call, which throws when the path is wrong. A
/// write that cannot be applied changes nothing and is reported through ``File/errors``.
///
/// Instances are references: one may be in several lists and properties. Instances that contain each other in a circle
/// keep each other alive until the program breaks the circle.
@MainActor
public final class ViewModelInstance {
  let viewModel: ViewModel
  nonisolated let instanceName: String
  @exclusivity(unchecked) private(set) var values: ContiguousArray<Value>
  /// The binds and subscriptions that depend on this instance; `nil` as long as there are none.
  @exclusivity(unchecked) private var presentDependents: Dependents?

  init(_ viewModel: ViewModel, name: String, values: ContiguousArray<Value>) {
    self.viewModel = viewModel
    instanceName = name
    self.values = values
  }

  isolated deinit {
    // One after the other: a chain of instances that release each other would use up the stack.
    var instances: [ViewModelInstance] = []
    var lists: [InstanceList] = []
    takeNested(into: &instances, &lists)
    while true {
      if var nested = instances.popLast() {
        if isKnownUniquelyReferenced(&nested) { nested.takeNested(into: &instances, &lists) }
      } else if var list = lists.popLast() {
        if isKnownUniquelyReferenced(&list) { instances += list.takeItems() }
      } else {
        break
      }
    }
  }

  /// Moves the nested instances and the lists out of the values.
  private func takeNested(into instances: inout [ViewModelInstance], _ lists: inout [InstanceList]) {
    for index in values.indices {
      switch values[index] {
      case .instance(let nested?):
        values[index] = .none
        instances.append(nested)
      case .list(let list):
        values[index] = .none
        lists.append(list)
      default: break
      }
    }
  }

  /// The name of the view model.
  public func viewModelName() -> String { viewModel.name }

  /// The name of the instance in the file that it was copied from; empty for a blank instance.
  public func name() -> String { instanceName }

  var dependents: Dependents {
    if let presentDependents { return presentDependents }
    let new = Dependents(count: values.count)
    presentDependents = new
    return new
  }

  /// An element for each call that sets, fires or changes a list through this instance, also when nothing changes.
  ///
  /// It wakes a host that has settled. The stream ends with the instance.
  public func dirtyStream() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    dependents.addCallStream(continuation)
    return stream
  }

  /// Notes a call for ``dirtyStream()``.
  func noteCall() { presentDependents?.noteCall() }

  /// Sets a value and marks what depends on it; an equal value changes nothing.
  func set(_ value: Value, at index: Int) {
    guard !values[index].isSame(as: value) else { return }
    values[index] = value
    presentDependents?.notify(index)
  }

  /// Fires the trigger at an index.
  func fire(at index: Int) {
    guard case .trigger(let count) = values[index] else { return }
    values[index] = .trigger(count &+ 1)
    presentDependents?.notify(index)
  }

  /// Marks what depends on a list after a change of its items.
  func listDidChange(at index: Int) {
    presentDependents?.notify(index)
  }

  /// Writes the initial value, before anything depends on it.
  func initialize(_ value: Value, at index: Int) {
    values[index] = value
  }

  /// Forgets nested instances and lists when the file is released.
  func releaseValues() {
    for index in values.indices {
      switch values[index] {
      case .instance: values[index] = .instance(nil)
      case .list: values[index] = .list(InstanceList())
      default: break
      }
    }
  }
}

extension ViewModelInstance: CustomReflectable {
  /// An instance without its values, which may lead to all instances of a program.
  public nonisolated var customMirror: Mirror { Mirror(self, children: ["name": instanceName]) }
}

extension ViewModelInstance: Hashable {
  /// Whether both are the same object.
  public nonisolated static func == (left: ViewModelInstance, right: ViewModelInstance) -> Bool { left === right }

  /// Hashes the identity of the object.
  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
