import Bindery
import PeoplebookCore
import Reactive
import Scenes
import TUIKit
import Time

/// The message that says who changed what, drawn by a scene for four seconds.
///
/// The scene has the texts `who`, `what` and `detail`.
final class ToastView: View {
  private static let duration = Duration.seconds(4)
  private static let leastWidth = 60
  private static let height = 4

  private let scenes: SceneLibrary
  private let changes = CurrentValue<AuthoredChanges?, Never>(nil)
  private let hint = CurrentValue<String, Never>("")
  private var host: SceneHost?
  private var problemToken: AnyCancellable?
  private var end: ScheduledAction?
  /// Called when the user clicks on the message.
  var onClick: () -> Void = {}
  /// Reports what is wrong with a scene file of the user.
  var onProblem: (String) -> Void = { _ in }

  /// - Parameter scenes: The library with the scene.
  init(scenes: SceneLibrary) {
    self.scenes = scenes
    super.init()
    isHidden = true
  }

  isolated deinit {
    end?.cancel()
  }

  /// Shows some changes, instead of former ones.
  ///
  /// - Parameter key: The key that goes to the changed person; `nil` where there is none.
  func show(_ changes: AuthoredChanges, key: KeyEvent?) {
    guard let window else { return }
    loadScene()
    hint.value = key.map { "   \($0.name) goes there" } ?? ""
    self.changes.value = changes
    isHidden = false
    superview?.setNeedsLayout()
    end?.cancel()
    end = window.frameClock.scheduler.schedule(after: Self.duration) { [weak self] in self?.isHidden = true }
  }

  private func loadScene() {
    guard host == nil else { return }
    let host = SceneHost(scenes.source(of: .toast)) { [changes, hint] values in
      values.bind("who", to: changes.map { $0?.author ?? "" })
      values.bind("what", to: changes.map { $0?.summary ?? "" })
      values.bind("detail", to: changes.combineLatest(hint).map { ($0?.detail ?? "") + $1 })
    }
    self.host = host
    host.view.onAdvance = { [weak self] in self?.superview?.setNeedsLayout() }
    addSubview(host.view)
    problemToken = host.problem.sink { [weak self] in if !$0.isEmpty { self?.onProblem($0) } }
  }

  override func sizeThatFits(_ size: Size) -> Size {
    let width = min(max(Self.leastWidth, size.width * 3 / 4), size.width)
    let room = Size(width: width, height: min(Self.height, size.height))
    return host?.view.sizeThatFits(room) ?? .zero
  }

  override func layoutSubviews() {
    host?.view.frame = bounds
  }

  override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard event.action == .press, event.button == .left else { return false }
    onClick()
    return true
  }
}

/// A view with a table, and a toast above the right end of the table's last lines, or of its first ones while the
/// selected row is among the last ones only.
final class ToastStage: View {
  private let content: View
  private let table: TableView
  private let toast: ToastView

  init(_ content: View, table: TableView, toast: ToastView) {
    self.content = content
    self.table = table
    self.toast = toast
    super.init()
    addSubview(content)
    addSubview(toast)
  }

  override func layoutSubviews() {
    content.frame = bounds
    guard !toast.isHidden else { return }
    let top = convertFromWindow(table.convertToWindow(.zero)).y
    // The last column is the scroll mark's.
    let size = toast.sizeThatFits(Size(width: max(0, bounds.width - 2), height: max(0, bounds.height - top)))
    let bottom = bounds.height - size.height
    let isAtTop = isSelectionCovered(bottom..<bounds.height) && !isSelectionCovered(top..<top + size.height)
    toast.frame = Rect(
      x: max(0, bounds.width - 1 - size.width), y: isAtTop ? top : bottom, width: size.width, height: size.height)
  }

  /// Whether the selected row is on one of the lines, when all motion has ended.
  private func isSelectionCovered(_ lines: Range<Int>) -> Bool {
    guard let selected = table.selectedPosition else { return false }
    return lines.contains { line in
      let point = table.convertFromWindow(convertToWindow(Point(x: 0, y: line)))
      return table.indexPathForRow(at: point).flatMap { table.position(of: $0) } == selected
    }
  }
}
