extension File {
  /// An instance of a view model: a new blank one, or a copy of one in the file.
  ///
  /// - Throws: ``FileError/invalidViewModelInstance(_:)`` when the view model or the instance does not exist.
  /// - Complexity: O(*n*), where *n* is the number of values that are copied.
  public func createViewModelInstance(
    from source: ViewModelInstanceSource
  ) throws(FileError) -> ViewModelInstance {
    let model = try viewModel(source.viewModel)
    let instances = content.exportedInstances(of: model)
    switch source.kind {
    case .blank: return model.blankInstance()
    case .viewModelDefault: return content.defaultInstance(of: model)
    case .name(let name):
      guard let instance = instances[name] else {
        throw .invalidViewModelInstance(
          "Could not create view model instance named \(name) of view model \(model.name)")
      }
      return instance.copied()
    case .index(let index):
      guard instances.indices.contains(index) else {
        throw .invalidViewModelInstance("View model \(model.name) has no instance at index \(index)")
      }
      return instances[index].copied()
    }
  }

  /// An instance of a view model; the same as ``createViewModelInstance(from:)``.
  ///
  /// - Throws: The error of ``createViewModelInstance(from:)``.
  public func createViewModelInstance(_ source: ViewModelInstanceSource) throws(FileError) -> ViewModelInstance {
    try createViewModelInstance(from: source)
  }

  private func viewModel(_ source: ViewModelSource) throws(FileError) -> ViewModel {
    switch source.kind {
    case .name(let name):
      guard let model = content.viewModels[name] else {
        throw .invalidViewModelInstance("View model \(name) not found")
      }
      return model
    case .artboard(let name, let model):
      guard let model else { throw .invalidViewModelInstance("No view model found for artboard \(name)") }
      return model
    }
  }
}

/// The view model of a new instance.
public struct ViewModelSource {
  enum Kind {
    case name(String)
    case artboard(String, ViewModel?)
  }

  let kind: Kind

  /// The view model with a name.
  public static func name(_ name: String) -> ViewModelSource { ViewModelSource(kind: .name(name)) }
}

/// What a new instance is made from.
public struct ViewModelInstanceSource {
  enum Kind {
    case blank
    case viewModelDefault
    case name(String)
    case index(Int)
  }

  let kind: Kind
  let viewModel: ViewModelSource

  /// An instance with the default of each type: 0, the empty text, `false`, opaque black, the first value of an enum,
  /// an empty list, and blank nested instances.
  public static func blank(from viewModel: ViewModelSource) -> ViewModelInstanceSource {
    ViewModelInstanceSource(kind: .blank, viewModel: viewModel)
  }

  /// A copy of the first instance in the file; a blank one when there is none.
  public static func viewModelDefault(from viewModel: ViewModelSource) -> ViewModelInstanceSource {
    ViewModelInstanceSource(kind: .viewModelDefault, viewModel: viewModel)
  }

  /// A copy of the default instance of the view model with a name.
  public static func name(_ viewModel: String) -> ViewModelInstanceSource {
    viewModelDefault(from: .name(viewModel))
  }

  /// A copy of the instance with a name.
  public static func name(_ name: String, from viewModel: ViewModelSource) -> ViewModelInstanceSource {
    ViewModelInstanceSource(kind: .name(name), viewModel: viewModel)
  }

  /// A copy of the instance at an index.
  public static func index(_ index: Int, from viewModel: ViewModelSource) -> ViewModelInstanceSource {
    ViewModelInstanceSource(kind: .index(index), viewModel: viewModel)
  }
}
