import Bindery
import Reactive
import Scenes
import TUIKit

/// Shows a scene file: `Examples scene FILE [--set path=value]… [--watch]`.
///
/// A panel beside the scene has the properties of its instance. They can be edited, and triggers can be fired. With
/// `--watch` the scene follows the file; a file that is broken leaves the scene as it is, and the reason is below.
final class ScenePreviewController: ViewController {
  private let options: PreviewOptions
  private let quit: () -> Void
  private let sceneView = SceneView()
  private let panel = StackView(.vertical)
  private let message = Label("", role: .danger, numberOfLines: 0)
  private var bindings = BindingGroup()
  private var watch: FileWatch?

  init(_ options: PreviewOptions, quit: @escaping () -> Void) {
    self.options = options
    self.quit = quit
  }

  isolated deinit {}

  override func loadView() -> View {
    let columns = StackView(.horizontal, spacing: 2)
    columns.addArrangedSubview(sceneView, sizing: .fill)
    columns.addArrangedSubview(panel, sizing: .fixed(32))
    let stack = StackView(.vertical)
    stack.addArrangedSubview(columns, sizing: .fill)
    stack.addArrangedSubview(message)
    stack.addArrangedSubview(HintBar(trailing: KeyEvent(.character("q"), .control)), sizing: .fixed(1))
    return stack
  }

  override func viewDidLoad() {
    load()
    guard options.isWatching else { return }
    watch = FileWatch(path: options.path) { [weak self] in self?.load() }
  }

  override var keyCommands: [KeyCommand] {
    [KeyCommand(KeyEvent(.character("q"), .control), title: "quit") { [quit] in quit() }]
  }

  /// Reads the file; on a mistake the former scene stays.
  private func load() {
    do {
      let scene = try Scene(file: File(reading: .path(options.path)))
      if let instance = scene.viewModelInstance {
        for (path, value) in options.values { PropertyText(path, of: instance, in: scene.file)?.write(value) }
      }
      message.text = ""
      sceneView.scene = scene
      showProperties(of: scene)
    } catch {
      message.text = "\(error)"
    }
  }

  /// Fills the panel with a field or a button for each property.
  private func showProperties(of scene: Scene) {
    bindings.clear()
    for view in panel.arrangedSubviews { view.removeFromSuperview() }
    guard let instance = scene.viewModelInstance,
      let properties = try? scene.file.getProperties(of: instance.viewModelName())
    else { return }
    bindings = BindingGroup {
      for property in properties {
        if property.type == .trigger {
          panel.addArrangedSubview(
            Button("fire \(property.name)") { instance.fire(trigger: TriggerProperty(path: property.name)) })
        } else if let text = PropertyText(property.name, of: instance, in: scene.file) {
          panel.addArrangedSubview(Label(property.name, role: .textDim))
          let field = TextField()
          field.textBinding *= text.value
          BindingGroup.add(text.observe())
          panel.addArrangedSubview(field)
        }
      }
    }
  }
}

/// What the command line asks for.
struct PreviewOptions {
  var path = ""
  var values: [(path: String, value: String)] = []
  var isWatching = false

  init(_ arguments: some Sequence<String>) {
    var isValue = false
    for argument in arguments {
      if isValue {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        values.append((parts[0], parts.count > 1 ? parts[1] : ""))
        isValue = false
      } else if argument == "--set" {
        isValue = true
      } else if argument == "--watch" {
        isWatching = true
      } else {
        path = argument
      }
    }
  }
}
