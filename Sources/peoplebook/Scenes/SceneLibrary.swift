/// The scenes of the screen, each loaded when it is first shown.
@MainActor
final class SceneLibrary {
  /// The set that is used where the user has no file.
  var set: SceneSet {
    didSet { for source in sources.values { source.set = set } }
  }

  private let file: String?
  private let folder: String?
  private var sources: [SceneName: SceneSource] = [:]

  /// - Parameters:
  ///   - set: The set that is used where the user has no file.
  ///   - file: The path of a file that replaces the scene it is named after; `nil` for none.
  ///   - folder: The path of the folder with the user's files; `nil` for none.
  init(set: SceneSet = .plain, file: String? = nil, folder: String? = nil) {
    self.set = set
    self.file = file
    self.folder = folder
  }

  isolated deinit {}

  /// The source of a scene.
  func source(of name: SceneName) -> SceneSource {
    if let source = sources[name] { return source }
    let replacement = file.flatMap { SceneName(replacedBy: $0) == name ? $0 : nil }
    let path = replacement ?? folder.map { "\($0)/\(name.fileName)" }
    let source = SceneSource(name, set: set, path: path, isRequired: replacement != nil)
    sources[name] = source
    return source
  }
}
