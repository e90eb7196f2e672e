import PeoplebookCore
import Reactive
import TUIKit

/// Keeps the input of a window back while an action runs, so that keys typed ahead act on its result.
///
/// When the user stops the action, or it fails, the keys that were typed for its result are dropped, and the screen
/// names them.
@MainActor
final class ActionInput {
  private let actions: ActionQueue
  private weak var window: Window?
  private var hold: InputHold?
  private var tokens: [AnyCancellable] = []

  init(_ actions: ActionQueue, in window: Window) {
    self.actions = actions
    self.window = window
    window.onDiscardedInput = { [weak window] in window?.nameIgnoredInput($0) }
    tokens.append(actions.states.sink { [weak self] in self?.follow($0) })
    tokens.append(actions.failures.sink { [weak self] _ in self?.dropWaitingInput() })
  }

  isolated deinit {}

  private func follow(_ state: ActionState) {
    if state.running?.isCancelling == true { dropWaitingInput() }
    guard let running = state.running else {
      hold?.release()
      hold = nil
      return
    }
    hold = hold ?? window?.holdInput()
    hold?.isVisible = running.isVisible
  }

  private func dropWaitingInput() {
    if let window { window.nameIgnoredInput(window.discardWaitingInput()) }
  }
}

extension Window {
  /// Names input that was dropped.
  fileprivate func nameIgnoredInput(_ dropped: [Event]) {
    let words = dropped.words
    if !words.isEmpty { Toast.show("Ignored keys: \(words)", in: self) }
  }
}

extension ActionQueue {
  /// Stops the action that the status line shows.
  var stopCommand: KeyCommand {
    KeyCommand(
      KeyEvent(.escape), KeyEvent(.character("c"), .control), title: "stop", detail: "Stop the current action",
      isEnabled: { self.domain.running.map { $0.isVisible && $0.canCancel && !$0.isCancelling } ?? false }
    ) { self.interact(with: .cancel) }
  }
}

extension ViewController {
  /// Asks the user whether a change is to be undone that was not made here; does nothing while this is not on screen.
  func ask(_ question: UndoQuestion, of viewModel: PeopleViewModel) {
    ask(
      Alert(
        title: question.title, message: question.origin,
        buttons: [.cancel("Keep the change"), .destructive("Undo") { [viewModel] in viewModel.undo(question) }]))
  }

  /// Presents a question; keys that were typed before it is visible don't answer it, and are named.
  func ask(_ question: Alert) {
    if question.present(from: self) { ignoreInputTypedAhead() }
  }

  /// Drops and names the keys that were typed before what was presented in this turn is visible.
  func ignoreInputTypedAhead() {
    window?.discardInputTypedAhead { [weak window] in window?.nameIgnoredInput($0) }
  }
}

extension [Event] {
  /// The keys in words: `d q enter`.
  var words: String {
    let names = compactMap { event in
      switch event {
      case .key(let key): key.name
      case .paste: "a paste"
      case .mouse: event.isPress ? "a click" : nil
      case .focus, .resize: nil
      }
    }
    let shown = names.prefix(8).joined(separator: " ")
    return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
  }
}
