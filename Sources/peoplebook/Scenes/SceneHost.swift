import Bindery
import Reactive
import Scenes

/// A view with a scene of the library, and the bindings of each version of its file.
@MainActor
final class SceneHost {
  /// Shows the scene.
  let view = SceneView()
  /// What is wrong with the user's file, in one sentence; empty when nothing is.
  let problem = CurrentValue<String, Never>("")

  /// Called with each new scene of the view.
  var onScene: () -> Void = {}

  private let bind: (SceneValues) -> Void
  /// How the declarations in the scene file differ from the values; empty if they agree.
  private var mismatch = ""
  private var bindings = BindingGroup()
  private var token: AnyCancellable?

  /// - Parameters:
  ///   - source: The file of the scene.
  ///   - bind: Binds the values of a new scene; called inside the block of a binding group.
  init(_ source: SceneSource, bind: @escaping (SceneValues) -> Void) {
    self.bind = bind
    token = source.content.sink { [weak self] in self?.show($0, of: source.fileName) }
  }

  isolated deinit {}

  private func show(_ content: SceneSource.Content, of name: String) {
    if let file = content.file, file !== view.scene?.file, let artboard = try? file.createArtboard(),
      let instance = try? file.createViewModelInstance(from: .blank(from: .artboardDefault(artboard))),
      let scene = try? Scene(file: file, artboard: artboard, dataBind: .instance(instance))
    {
      let values = SceneValues(instance, of: file)
      bindings = BindingGroup { bind(values) }
      mismatch = values.problem.isEmpty ? "" : "\(name): \(values.problem)"
      view.scene = scene
      onScene()
    }
    problem.value = content.problem.isEmpty ? mismatch : content.problem
  }
}
