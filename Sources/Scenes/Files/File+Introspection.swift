/// A property of a view model, described.
public struct ViewModelProperty: Hashable, Sendable {
  /// The type of the property.
  public let type: DataType
  /// The name of the property.
  public let name: String
  /// The name of the enum or of the nested view model; empty for other types.
  public let metaData: String
  /// What the property is for in a stateful artboard; `nil` where the file does not restrict it.
  public let use: PropertyUse?
  /// The name that an editor shows; the name itself where the file has no other.
  public let displayName: String
}

/// An enum of a file.
public struct ViewModelEnum: Hashable, Sendable {
  /// The name of the enum.
  public let name: String
  /// The values in the order of the file.
  public let values: [String]
}

extension File {
  /// The names of the view models, in the order of the file.
  ///
  /// - Complexity: O(*n*), where *n* is the number of view models.
  public func getViewModelNames() -> [String] { content.viewModels.map(\.name) }

  /// The names of the instances of a view model, in the order of the file.
  ///
  /// - Throws: ``FileError/invalidViewModel(_:)`` for an unknown view model.
  /// - Complexity: O(*n*), where *n* is the number of the view model's instances.
  public func getInstanceNames(of viewModel: String) throws(FileError) -> [String] {
    guard let model = content.viewModels[viewModel] else {
      throw .invalidViewModel("Invalid view model name \(viewModel) when getting list of instance names")
    }
    return content.exportedInstances(of: model).map(\.instanceName)
  }

  /// The properties of a view model, in the order of the file.
  ///
  /// - Throws: ``FileError/invalidFile(_:)`` for an unknown view model.
  /// - Complexity: O(*n*), where *n* is the number of properties.
  public func getProperties(of viewModel: String) throws(FileError) -> [ViewModelProperty] {
    guard let model = content.viewModels[viewModel] else {
      throw .invalidFile("Invalid view model name \(viewModel) when getting list of view model properties")
    }
    return model.properties.map { property in
      ViewModelProperty(
        type: property.type, name: property.name,
        metaData: property.enumType?.name ?? property.viewModel?.name ?? "", use: property.use,
        displayName: property.displayName ?? property.name)
    }
  }

  /// The enums, in the order of the file.
  ///
  /// - Complexity: O(*n*), where *n* is the number of enums.
  public func getViewModelEnums() -> [ViewModelEnum] {
    content.enums.map { ViewModelEnum(name: $0.name, values: $0.values) }
  }
}
