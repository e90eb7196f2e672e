/// An artboard as the file declares it.
@MainActor
final class ArtboardDefinition: ArtboardReference {
  let name: String
  let viewModel: ViewModel?
  /// The components in the order of the file; a component is after the one that contains it.
  ///
  /// The first is the root.
  var elements = NamedList<ElementDefinition>()
  var binds: [BindDefinition] = []
  var animations = NamedList<AnimationDefinition>()
  var machines = NamedList<MachineDefinition>()
  var defaultMachine: String?

  init(_ name: String, viewModel: ViewModel?) {
    self.name = name
    self.viewModel = viewModel
  }
}

/// A component as the file declares it.
@MainActor
final class ElementDefinition {
  let shape: ElementShape
  /// The name; empty for a component without one.
  let name: String
  let parent: Int?
  var initial: ContiguousArray<Value>
  /// The artboard for each view model, in a list.
  var map: [(model: ViewModel, artboard: String)] = []
  /// The state machine of a nested artboard; `nil` for the default one.
  var machine: String?
  /// Whether a nested artboard has an instance of its own.
  var isStateful = false
  /// The properties of a stateful artboard's instance that the artboard around it sets.
  var inputs: [(property: SourceReference, value: ValueReference)] = []
  /// The properties of a stateful artboard's instance that set those of the artboard around it.
  var outputs: [(property: SourceReference, target: SourceReference)] = []
  /// Whether clicks and the Tab key reach it.
  var isFocusable = false

  var kind: ElementKind { shape.kind }

  init(_ shape: ElementShape, name: String, parent: Int?) {
    self.shape = shape
    self.name = name
    self.parent = parent
    initial = ContiguousArray(shape.entries.map(\.initial))
  }
}

/// A property of a view model that a file refers to.
@MainActor
struct SourceReference {
  /// The view model that the path begins at; `nil` for the nearest one that has the path.
  let model: ViewModel?
  let text: String
}

/// A connection between a slot of a component and a property of a view model.
@MainActor
struct BindDefinition {
  enum Mode: String, CaseIterable {
    case toTarget, toSource, twoWay, once
  }

  enum Preference: String, CaseIterable {
    case source, target
  }

  let element: Int
  let slot: Int
  let source: SourceReference
  var mode = Mode.toTarget
  /// The side that wins when both have changed; `nil` is the target, and the source when the scene is bound.
  var preference: Preference?
  var converter: ConverterDefinition?
}
