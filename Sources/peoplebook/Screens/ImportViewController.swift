import Bindery
import PeoplebookCore
import RIV
import TUIKit

/// Shows the progress of an import from a file, with a key that stops it.
///
/// It calls back at the end, so that its caller can dismiss it.
final class ImportViewController: ViewController, FeatureView {
  private let feature: Feature<ImportAction, ImportViewState>
  private let path: String
  private let onOver: (ImportViewState) -> Void
  private let heading = Label()
  private let bar = TUIKit.ProgressBar()
  private let label = Label()
  private var bindings = BindingGroup()
  /// Whether the heading names the keys that work during the import.
  private var showsKeys = false

  /// - Parameter onOver: Receives the last state, once.
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
    let stack = StackView(.vertical)
    for view in [heading, bar, label] { stack.addArrangedSubview(view) }
    bindings.capture { self *= feature }
    return stack
  }

  func show(_ state: ImportViewState) {
    heading.text = showsKeys ? Self.keys : state.title
    bar.progress = state.share ?? 0
    label.text = StatusBar.text(state.sentence, keys: state.keys)
  }

  override func viewDidAppear() {
    feature.send(.begin(path: path))
    bindings.add(
      feature.viewStates.filter(\.isOver).first().sink { [weak self] in self?.onOver($0) })
  }

  /// Named in the sheet, because an open help would receive the keys that stop the import.
  private static let keys = "Esc stops the import. Other keys wait for its end."

  override func holdExemption(of event: KeyEvent) -> HoldExemption? {
    keyCommands[0].matches(event) ? .stop : keyCommands[1].matches(event) ? .message : nil
  }

  override var keyCommandsTitle: String { "The import" }

  override var keyCommands: [KeyCommand] {
    [
      KeyCommand(
        KeyEvent(.escape), KeyEvent(.character("c"), .control), title: "stop",
        detail: "Stop, and leave the book unchanged"
      ) { [feature] in feature.send(.cancel) },
      KeyCommand(
        KeyEvent(.character("?")), KeyEvent(.function(1)), title: "keys", detail: "Show the keys of the import",
        isHint: false
      ) { [weak self] in
        self?.showsKeys = true
        self?.heading.text = Self.keys
      },
    ]
  }
}
