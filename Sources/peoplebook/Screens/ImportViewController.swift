import Bindery
import PeoplebookCore
import RIV
import TUIKit

/// People coming in from a file: how many, how far, and a way to stop it. It goes by itself when it is over.
final class ImportViewController: ViewController {
  private let feature: Feature<ImportAction, ImportViewState>
  private let path: String
  private let onOver: (ImportViewState) -> Void
  private let bar = TUIKit.ProgressBar()
  private let label = Label()
  private var bindings = BindingGroup()

  /// - Parameter onOver: told what came of it, once.
  init(
    path: String, feature: Feature<ImportAction, ImportViewState>, onOver: @escaping (ImportViewState) -> Void
  ) {
    self.path = path
    self.feature = feature
    self.onOver = onOver
    super.init()
    preferredContentSize = Size(width: 56, height: 3)
  }

  isolated deinit {}

  override func loadView() -> View {
    let heading = Label()
    let stack = StackView(.vertical)
    for view in [heading, bar, label] { stack.addArrangedSubview(view) }
    bindings.capture {
      heading.textBinding *= feature.viewStates.map(\.title)
      bar.progressBinding *= feature.viewStates.map { $0.share ?? 0 }
      label.textBinding *= feature.viewStates.map(\.sentence)
    }
    return stack
  }

  override func viewDidAppear() {
    feature.send(.begin(path: path))
    bindings.add(
      feature.viewStates.filter(\.isOver).first().sink { [weak self] in self?.onOver($0) })
  }

  override var keyCommandsTitle: String { "The import" }

  override var keyCommands: [KeyCommand] {
    [
      KeyCommand(
        KeyEvent(.escape), KeyEvent(.character("c"), .control), title: "stop",
        detail: "Stop, and leave the book as it was"
      ) { [feature] in feature.send(.cancel) }
    ]
  }
}
