/// What a scene file declares, read and checked.
@MainActor
final class FileContent {
  var enums = NamedList<EnumType>()
  var viewModels = NamedList<ViewModel>()
  /// The named instances of each view model, in the order of the file.
  var instances: [ObjectIdentifier: NamedList<ViewModelInstance>] = [:]
  /// Those of which programs receive copies; the others are parts of these.
  var exportedInstances: [ObjectIdentifier: NamedList<ViewModelInstance>] = [:]
  /// The one instance of each global view model.
  var globals: [ViewModelInstance] = []
  var images: [String: Image] = [:]
  var converters = NamedList<ConverterDefinition>()
  var artboards = NamedList<ArtboardDefinition>()
  let changes = FileChanges()
  /// The number of instances that the file can still declare, nested ones included.
  var instanceBudget = FileContent.instanceLimit
  /// The nested artboards for which the file names a state machine, until their artboards are read.
  var machineReferences: [(name: NodeReader, element: ElementDefinition)] = []
  /// The components of each artboard that name the artboard inside of them, until all artboards are read.
  var artboardReferences: [ObjectIdentifier: [ArtboardName]] = [:]
  /// The view models that have a property with a name, once all properties are read.
  private lazy var owners = viewModels.reduce(into: [String: [ViewModel]]()) { owners, model in
    for property in model.properties { owners[property.name, default: []].append(model) }
  }

  /// The properties that binds and actions of the file set.
  private var writtenProperties: Set<ObjectIdentifier> = []

  static let instanceLimit = 200_000
  /// The number of artboards inside of one, itself included, that no screen needs.
  static let artboardLimit = 2_000
  /// The number of levels of artboards inside of one; data that leads further ends there.
  static let levelLimit = 16

  /// The name of an artboard in a component, with its place.
  struct ArtboardName {
    let place: NodeReader
    let artboard: ArtboardDefinition
  }

  isolated deinit {
    // Instances and artboards may refer to each other in a circle.
    for instance in instances.values.joined() + globals { instance.releaseValues() }
    for artboard in artboards { artboard.elements = NamedList() }
  }

  /// Whether an instance of one of the view models can have a property at a path.
  func hasProperty(at path: String) -> Bool {
    let first = path.prefix { $0 != "/" }
    return owners[String(first)]?.contains { $0.path(path) != nil } ?? false
  }

  /// Remembers that a bind or an action sets a property.
  func noteWrite(to property: ViewModel.Property?) {
    if let property { writtenProperties.insert(ObjectIdentifier(property)) }
  }

  /// Whether the file sets a property.
  func isWritten(_ property: ViewModel.Property) -> Bool {
    property.type == .symbolListIndex || writtenProperties.contains(ObjectIdentifier(property))
  }

  func instances(of model: ViewModel) -> NamedList<ViewModelInstance> {
    instances[ObjectIdentifier(model)] ?? NamedList()
  }

  func exportedInstances(of model: ViewModel) -> NamedList<ViewModelInstance> {
    exportedInstances[ObjectIdentifier(model)] ?? NamedList()
  }

  /// A copy of the default instance of a view model, else a blank one.
  func defaultInstance(of model: ViewModel) -> ViewModelInstance {
    exportedInstances(of: model).first?.copied() ?? model.blankInstance()
  }
}
