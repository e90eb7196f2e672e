import PeoplebookCore
import Reactive
import TUIKit

/// Keeps the input of a window back while an action runs, so that keys typed ahead act on its result.
///
/// When the action fails or is stopped, the keys that were typed for its result are dropped, and the screen names them.
@MainActor
final class ActionInput {
  private let actions: ActionQueue
  private weak var window: Window?
  private var hold: InputHold?
  private var tokens: [AnyCancellable] = []

  init(_ actions: ActionQueue, in window: Window) {
    self.actions = actions
    self.window = window
    tokens.append(actions.states.sink { [weak self] in self?.follow($0) })
    tokens.append(actions.failures.sink { [weak window] _ in window?.dropTypedAhead() })
  }

  isolated deinit {}

  private func follow(_ state: ActionState) {
    guard let running = state.running else {
      hold?.release()
      hold = nil
      return
    }
    hold = hold ?? window?.holdInput()
    hold?.isVisible = running.isVisible
  }
}

extension Window {
  /// Drops the keys that wait, and names them on the screen. They were typed for a state that does not come.
  func dropTypedAhead() {
    let dropped = discardWaitingInput()
    if !dropped.isEmpty { Toast.show("Not carried out: \(dropped.words)", in: self) }
  }
}

extension [Event] {
  /// The keys in words: `d q enter`.
  var words: String {
    let names = compactMap { event in
      switch event {
      case .key(let key): key.name
      case .paste: "a paste"
      case .mouse(let mouse): mouse.action == .press ? "a click" : nil
      case .focus, .resize: nil
      }
    }
    let shown = names.prefix(8).joined(separator: " ")
    return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
  }
}
