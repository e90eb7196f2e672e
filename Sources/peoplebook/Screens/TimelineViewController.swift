import Bindery
import FoundationEssentials
import PeoplebookCore
import Reactive
import TUIKit

/// The earlier states of the book: the list moves to how it was, and Enter restores that state.
final class TimelineViewController: TableScreenViewController {
  private let viewModel: TimelineViewModel
  private let strip = TimelineStrip()
  private let momentLabel = Label("", role: .accent)
  private let details = TimelineDetailsView()
  /// Holds the keys after an Enter that waits until the state under the cursor is shown.
  private var waitingHold: InputHold?

  init(_ viewModel: TimelineViewModel, people: PeopleViewModel) {
    self.viewModel = viewModel
    super.init(people: people, title: "Timeline", problem: viewModel.problem)
  }

  isolated deinit {}

  override var panels: [View] { [momentLabel, details, strip] }

  override func viewDidLoad() {
    super.viewDidLoad()
    bindTable(.sections(.items(viewModel.rows, cell: PersonCell.self))) { [weak self] in self?.restore() }
    bindings.capture {
      momentLabel.textBinding *= viewModel.state.map { " \($0.title)" }
      details.label.textBinding *= viewModel.state.map { $0.details.joined(separator: "\n") }
      emptyLabel.textBinding *= viewModel.state.map { $0.isLoaded ? "The book was empty" : "Reading…" }
      titleBar.detailBinding *= viewModel.state.map(Self.detail)
    }
    bindings.add(viewModel.state.sink { [weak self] in self?.show($0) })
  }

  private static func detail(_ state: TimelineViewModel.State) -> StyledText {
    guard state.isLoaded else { return "" }
    return state.index == 0
      ? "now" : StyledText("\(state.index.counted("change", "changes")) ago", role: .warning)
  }

  private func show(_ state: TimelineViewModel.State) {
    let isOther = state.isLoaded && strip.state != state
    strip.state = state
    // The people who were changed are on the screen.
    if isOther, !state.isReading, let index = viewModel.touchedIndex, table.numberOfRows > 0 {
      table.selectRow(at: IndexPath(row: min(index, table.numberOfRows - 1), section: 0), scrollPosition: .nearest)
    }
    if !state.isReading, let hold = waitingHold {
      waitingHold = nil
      if statusBar.message == Self.reading { statusBar.clearMessage() }
      hold.release()
      if !state.hasFailed { restore() }
    }
  }

  // MARK: Keys

  override var keyCommandsTitle: String { "The timeline" }

  override var closing: (title: String, detail: String) { ("now", "Return to the current state") }

  override func makeCommands() -> [KeyCommand] {
    func walk(_ keys: KeyEvent..., title: String, detail: String, isHint: Bool = true, by step: Int) -> KeyCommand {
      KeyCommand(keys: keys, title: title, detail: detail, isHint: isHint) { [viewModel] in viewModel.step(by: step) }
    }
    return [
      walk(KeyEvent(.left), KeyEvent(.character("h")), title: "earlier", detail: "Show the previous state", by: 1),
      walk(KeyEvent(.right), KeyEvent(.character("l")), title: "later", detail: "Show the next state", by: -1),
      walk(KeyEvent(.character("[")), title: "10 earlier", detail: "Go 10 changes back", isHint: false, by: 10),
      walk(KeyEvent(.character("]")), title: "10 later", detail: "Go 10 changes forward", isHint: false, by: -10),
      writing(
        KeyCommand(
          KeyEvent(.character("r")), KeyEvent(.enter), title: "restore",
          detail: "Restore the state that is shown; undo reverses this",
          keywords: ["revert", "rewind", "take back"], role: .destructive,
          isEnabled: { [weak self] in self?.canWrite == true },
          isReady: { [viewModel] in viewModel.state.value.isReading || viewModel.state.value.index > 0 }
        ) { [weak self] in self?.restore() }),
    ]
  }

  /// Restores the state that is shown; while it is being read, waits until it is shown.
  private func restore() {
    guard waitingHold == nil, !refusesWrite() else { return }
    if viewModel.state.value.isReading {
      waitingHold = view.window?.holdInput()
      waitingHold?.isVisible = true
      statusBar.show(Self.reading, for: .seconds(3_600))
    } else if viewModel.restore() {
      navigationController?.pop()
    } else {
      statusBar.show("This is the current state: ← shows an earlier one")
    }
  }

  private static let reading = StyledText("Reading that state…")

  /// Drops a restore that still waits for its state, with the keys that were typed for its result.
  override func viewWillDisappear() {
    guard let hold = waitingHold else { return }
    waitingHold = nil
    ignoreInputTypedAhead()
    hold.release()
  }

  override func holdExemption(of event: KeyEvent) -> HoldExemption? {
    waitingHold != nil && event == KeyEvent(.escape) ? .stop : super.holdExemption(of: event)
  }
}

/// A mark for each transaction: the newest is at the right end, and the selected one is filled.
private final class TimelineStrip: View {
  var state: TimelineViewModel.State? {
    didSet { if state != oldValue { setNeedsDisplay() } }
  }

  override func sizeThatFits(_ size: Size) -> Size { Size(width: size.width, height: min(1, size.height)) }

  override func draw(in canvas: Canvas) {
    let style = Style(.textDim, on: background)
    canvas.fill(style: style)
    guard let state else { return }
    let room = max(1, (bounds.width - 4) / 2)
    // The selected mark stays in the room, with later ones to its right.
    let newest = max(0, min(state.index - room / 2, state.count + 1 - room))
    for place in 0..<min(room, state.count + 1 - newest) {
      let (index, x) = (newest + place, bounds.width - 3 - 2 * place)
      let isSelected = index == state.index
      canvas.write(
        isSelected ? "●" : index == state.count && state.isComplete ? "│" : "·", at: Point(x: x, y: 0),
        style: isSelected ? style.foreground(.accent).adding(.bold) : style)
    }
  }
}

/// What a change has changed, in a few lines below the list.
private final class TimelineDetailsView: View {
  private static let mostLines = 5
  private static let insets = Insets(left: 3, right: 1)

  let label = Label("", role: .textDim, numberOfLines: 0)

  init() {
    super.init()
    addSubview(label)
  }

  override func sizeThatFits(_ size: Size) -> Size {
    let width = size.width - Self.insets.left - Self.insets.right
    let room = Size(width: width, height: min(Self.mostLines, size.height / 4))
    return Size(width: size.width, height: label.sizeThatFits(room).height)
  }

  override func layoutSubviews() {
    label.frame = bounds.inset(by: Self.insets)
  }
}
