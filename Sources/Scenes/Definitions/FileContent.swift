/// What a scene file declares, read and checked.
@MainActor
final class FileContent {
  var enums: [EnumType] = []
  var viewModels: [ViewModel] = []
  /// The named instances of each view model, in the order of the file; programs receive copies.
  var instances: [ObjectIdentifier: [ViewModelInstance]] = [:]
  /// The one instance of each global view model.
  var globals: [ViewModelInstance] = []
  var images: [String: Image] = [:]
  var converters: [ConverterDefinition] = []
  var artboards: [ArtboardDefinition] = []
  let changes = FileChanges()

  isolated deinit {
    // Instances and artboards may refer to each other in a circle.
    for instance in instances.values.joined() + globals { instance.releaseValues() }
    for artboard in artboards { artboard.elements = [] }
  }

  func artboard(_ name: String) -> ArtboardDefinition? { artboards.first { $0.name == name } }

  func converter(_ name: String) -> ConverterDefinition? { converters.first { $0.name == name } }

  func enumType(_ name: String) -> EnumType? { enums.first { $0.name == name } }

  func viewModel(_ name: String) -> ViewModel? { viewModels.first { $0.name == name } }

  func instances(of model: ViewModel) -> [ViewModelInstance] { instances[ObjectIdentifier(model)] ?? [] }

  func instance(_ name: String, of model: ViewModel) -> ViewModelInstance? {
    instances(of: model).first { $0.instanceName == name }
  }
}
