import Bindery
import Scenes
import TUIKit

/// An example of a feature of scenes: controls of the program above a scene that shows the same values.
class SceneExampleController: ViewController {
  /// The scene, bound to the default instance of its first artboard.
  let sceneView = SceneView()
  private let quit: () -> Void
  private var bindings = BindingGroup()

  /// - Parameters:
  ///   - text: The scene file.
  ///   - quit: Ends the program.
  init(_ text: String, quit: @escaping () -> Void) {
    self.quit = quit
    super.init()
    sceneView.scene = try? Scene(file: File(reading: .resource("example.json", text: text)))
  }

  isolated deinit {}

  /// The file of the scene.
  var file: File? { sceneView.scene?.file }

  /// The program's end of the bindings; called inside the block of a binding group.
  ///
  /// - Returns: The controls above the scene.
  func bind(_ instance: ViewModelInstance) -> [View] { [] }

  override func loadView() -> View {
    let stack = StackView(.vertical)
    stack.insets = Insets(top: 1, left: 2, right: 2)
    let row = StackView(.horizontal, spacing: 2)
    if let instance = sceneView.scene?.viewModelInstance {
      bindings = BindingGroup {
        for control in bind(instance) {
          row.addArrangedSubview(control, sizing: control is TextField ? .fill : .hugging)
        }
      }
    }
    if !row.arrangedSubviews.isEmpty {
      stack.addArrangedSubview(row)
      stack.addArrangedSubview(View(), sizing: .fixed(1))
    }
    stack.addArrangedSubview(sceneView, sizing: .fill)
    stack.addArrangedSubview(HintBar(trailing: KeyEvent(.character("q"), .control)), sizing: .fixed(1))
    return stack
  }

  override var keyCommands: [KeyCommand] {
    [KeyCommand(KeyEvent(.character("q"), .control), title: "quit") { [quit] in quit() }]
  }
}
