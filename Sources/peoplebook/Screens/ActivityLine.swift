import PeoplebookCore
import Reactive
import TUIKit

/// Shows the running action in a status line once it takes a while: `Deleting 5,000 people  ████░░░░ 50 %  esc stops`.
@MainActor
final class ActivityLine: WindowObserver {
  private let actions: ActionQueue
  private weak var statusBar: StatusBar?
  private var shown: StyledText?
  private var token: AnyCancellable?

  init(_ actions: ActionQueue, in statusBar: StatusBar) {
    self.actions = actions
    self.statusBar = statusBar
    token = actions.states.sink { [weak self] _ in self?.update() }
  }

  isolated deinit {}

  func windowDidChangeWaitingInput(_ window: Window) { update() }

  private func update() {
    guard let statusBar else { return }
    statusBar.window?.addObserver(self)
    guard let running = actions.domain.running, running.isVisible, let window = statusBar.window else {
      if let shown, statusBar.message == shown { statusBar.clearMessage() }
      shown = nil
      return
    }
    let text = Self.text(running, waiting: window.waitingInput)
    shown = text
    statusBar.show(text, for: .seconds(3_600))
  }

  /// The line of an action, with the keys that wait for its end.
  static func text(_ activity: Activity, waiting: [Event]) -> StyledText {
    var text = StyledText(activity.isCancelling ? "Stopping…" : "\(activity.title)…")
    if let share = activity.share, !activity.isCancelling {
      let done = Int((share * 8).rounded(.down))
      let bar = String(repeating: "█", count: done) + String(repeating: "░", count: 8 - done)
      text = text + StyledText("  \(bar)", role: .accent) + StyledText(" \(Int(share * 100)) %")
    }
    if activity.canCancel, !activity.isCancelling { text = text + StyledText("  esc stops", role: .textDim) }
    // A click and the input after it are dropped; see ``InputHold``.
    let sent = waiting.prefix { !$0.isPress }
    let words = Array(sent).words
    if !words.isEmpty { text = text + StyledText("  then \(words)", role: .textDim) }
    if sent.count < waiting.count { text = text + StyledText("  clicks and later keys are ignored", role: .textDim) }
    return text
  }
}
