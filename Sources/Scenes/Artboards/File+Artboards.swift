extension File {
  /// The names of the artboards, in the order of the file.
  ///
  /// - Complexity: O(*n*), where *n* is the number of artboards.
  public func getArtboardNames() -> [String] { content.artboards.map(\.name) }

  /// Creates an artboard that is independent of others of the same name.
  ///
  /// - Parameter name: The name; the first artboard of the file without one.
  /// - Throws: ``FileError/invalidArtboard(_:)`` for an unknown name, and for a file without artboards.
  public func createArtboard(_ name: String? = nil) throws(FileError) -> Artboard {
    let definition = name.map { content.artboards[$0] } ?? content.artboards.first
    guard let definition else {
      throw .invalidArtboard(name.map { "artboard \"\($0)\" not found." } ?? "The file has no artboard.")
    }
    return Artboard(definition, of: content)
  }

  /// The view model of an artboard, and the name of its default instance.
  ///
  /// - Throws: ``ArtboardError/invalidViewModel(_:)`` for an artboard without view model.
  public func getDefaultViewModelInfo(
    for artboard: Artboard
  ) throws(ArtboardError) -> (viewModelName: String, instanceName: String) {
    guard let model = artboard.definition.viewModel else {
      throw .invalidViewModel("Could not find default view model for artboard when getting default view model info")
    }
    return (model.name, content.exportedInstances(of: model).first?.instanceName ?? "")
  }
}

extension ViewModelSource {
  /// The view model of an artboard.
  @MainActor
  public static func artboardDefault(_ artboard: Artboard) -> ViewModelSource {
    ViewModelSource(kind: .artboard(artboard.name, artboard.definition.viewModel))
  }
}

/// An artboard that a component of type `artboard` shows, or none.
public struct ArtboardProperty: ObservableProperty {
  /// The names from the instance on.
  public let path: String

  /// Creates a descriptor; the path is checked when it is used.
  public init(path: String) {
    self.path = path
  }

  /// The type of the property.
  public static var dataType: DataType { .artboard }

  /// The artboard of a content; `nil` also for one that the file names.
  public static func value(of content: PropertyContent) -> Artboard?? {
    if case .artboard(let reference) = content.value { .some(reference as? Artboard) } else { nil }
  }

  /// The content for an artboard.
  public static func content(of value: Artboard?, replacing old: PropertyContent) -> PropertyContent? {
    PropertyContent(.artboard(value))
  }
}

extension Artboard: Hashable {
  /// Whether both are the same object.
  public nonisolated static func == (left: Artboard, right: Artboard) -> Bool { left === right }

  /// Hashes the identity of the object.
  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
