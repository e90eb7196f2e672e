import Bindery
import Reactive
import TUIKit

/// Views that are bound to one view model in both directions: fields, pickers, charts, and rows that the user reorders.
final class BindingsPage: GalleryPage {
  private let model = BindingsPageModel()
  private let table = TableView()
  private var bindings = BindingGroup()

  init() { super.init("Bindings") }

  isolated deinit {}

  override func loadView() -> View {
    let (name, password, hides, busy) = (TextField(), TextField(), Checkbox("hide it"), Checkbox(""))
    let (greeting, tall) = (Label(""), Checkbox("tall rows"))
    let (color, level, alignment, sample) = (Picker(), Picker(), SegmentedControl(), Label(""))
    let (history, bars, spinner) = (Sparkline(), BarChart(), Spinner())
    let dot = StatusDot()
    let (share, place) = (ProgressBar(), ProgressBar())
    let (more, problem) = (Button("more"), Label(""))
    let remarks = NameRemarks { [weak self] in self?.say($0) }
    for picker in [color, level] { picker.preferredHeight = 1 }
    let form = FormView()
    form.minimumLabelWidth = 10
    let rows: [(String, View)] = [
      ("Name", name), ("", greeting), ("Password", password), ("", hides), ("Color", color), ("Level", level),
      ("", more), ("", problem),
      ("Share", share), ("Align", alignment), ("", sample), ("History", history), ("Numbers", bars), ("Task", place),
      ("", busy), ("", spinner), ("", tall), ("Tall", dot),
    ]
    let formRows: [FormRow] = rows.map { label, view in form.addRow(label, view) }
    bindings = BindingGroup.collecting {
      name *= .subject(model.name).maximumLength(BindingsPageModel.longestName).nextField(password).default(remarks)
        .didChange { [weak self] in self?.say("\($0.text.count) of \(BindingsPageModel.longestName) characters") }
      greeting.textBinding *= model.greeting
      name.placeholderBinding *= model.greeting
      name.isInvalidBinding *= model.isNameFull
      name.eventBinding(.editingDidEnd) *= { [model] in model.trimName() }
      greeting.roleBinding *= model.color.map(\.role)
      password *= .subject(model.password).isInvalid(model.passwordProblem.map { $0 != nil })
      formRows[2].errorBinding *= model.passwordProblem
      password.isSecureBinding *= model.hidesPassword
      hides.isOnBinding *= model.hidesPassword
      hides.isEnabledBinding *= model.password.map { !$0.isEmpty }
      color *= PickerBinding.items(NamedRole.all).row(model.colorRow)
      level *= PickerBinding.items(Level.all).value(model.level)
      level.errorBinding *= model.levelProblem
      problem.errorBinding *= model.levelProblem
      problem.isHiddenBinding *= model.levelProblem.map { $0 == nil }
      more.titleBinding *= model.level.map { "more than \($0.value)" }
      more.roleBinding *= model.color.map(\.role)
      more.isEnabledBinding *= model.level.map { $0.value < Level.maximum }
      more.pressBinding *= { [model] in model.raiseLevel() }
      share.progressBinding *= model.level.map { Double($0.value) / Double(Level.maximum) }
      share.showsPercentageBinding *= model.hidesPassword
      place *= ProgressBinding().progress(model.place).showsPercentage(model.isBusy.map { !$0 })
        .isHidden(model.tasks.currentValuePublisher.map(\.isEmpty))
      alignment.segmentsBinding *= Just(BindingsPageModel.alignments.map(\.name))
      alignment.selectedSegmentIndexBinding *= model.alignmentIndex
      sample.styledTextBinding *= model.sample
      sample.alignmentBinding *= model.alignment
      sample.attributesBinding *= model.isBusy.map { $0 ? .italic : [] }
      sample.backgroundRoleBinding *= model.isBusy.map { $0 ? .surface : nil }
      sample.numberOfLinesBinding *= model.hasTallRows.map { $0 ? 2 : 1 }
      history.valuesBinding *= model.history
      history.roleBinding *= model.color.map(\.role)
      bars.barsBinding *= model.numbers
      busy.isOnBinding *= model.isBusy
      busy.titleBinding *= model.isBusy.map { $0 ? "busy" : "idle" }
      spinner.isAnimatingBinding *= model.isBusy
      formRows[15].isHiddenBinding *= model.isBusy.map { !$0 }
      tall *= CheckboxBinding().isOn(model.hasTallRows).isEnabled(model.isBusy.map { !$0 })
        .title(model.isBusy.map { $0 ? "tall rows, when idle" : "tall rows" })
        .didToggle { [weak self] in self?.say($0 ? "The rows are tall" : "The rows are low") }
      dot.isOnBinding *= model.hasTallRows
      table *= tasks
      model.level.dropFirst().sink { [weak self] in self?.say("Level \($0.value)") }
    }
    // A field does not keep its delegate alive.
    bindings.retain(remarks)
    let both = StackView(.horizontal, spacing: 2)
    both.insets = Insets(top: 1)
    both.addArrangedSubview(form, sizing: .fill)
    both.addArrangedSubview(table, sizing: .fill)
    return both
  }

  /// Alt-Up, Alt-Down and the mouse move a task, unless the page is busy.
  private var tasks: TableViewSectionBinding {
    .items(model.tasks) { (cell: TableViewCell, task: GalleryTask) in cell.text = task.title }
      .headerTitle("Tasks")
      .headerView { RuledTitleView() }
      .footerTitle(model.position)
      .footerView { RuledTitleView() }
      .selectedRow(model.selectedTask)
      .marked(model.markedTasks)
      .rowHeight(model.hasTallRows.map { $0 ? 2 : 1 })
      .moveRow { [model] in model.tasks.move(from: $0, to: $1) }
      .canMoveRow { [model] _ in !model.isBusy.value }
      .rowAction("Remove", key: KeyEvent(.delete), role: .destructive) { [model] in model.removeTask(at: $0) }
      .didSelectRowByDefault { [weak self] in self?.say("Task \($0 + 1)") }
  }

  override var preferredFirstResponder: Responder? { table }
}

extension TableViewSectionBinding {
  /// Calls `action` when a row is chosen, unless an earlier link does something else.
  fileprivate func didSelectRowByDefault(_ action: @escaping (Int) -> Void) -> Self {
    responds(to: \.didSelectRow) ? self : didSelectRow(action)
  }
}

/// A title that is followed by a rule.
private final class RuledTitleView: TableHeaderView {
  override func draw(in canvas: Canvas) {
    canvas.fill(style: Style())
    let rule = String(repeating: "─", count: max(0, canvas.size.width - text.displayWidth - 2))
    canvas.write("\(text) \(rule)", at: Point(x: 1, y: 0), style: Style(isFooter ? .textDim : .accent))
  }
}

/// Shows the name when the user has left its field.
private final class NameRemarks: TextFieldDelegate {
  private let say: (StyledText) -> Void

  init(say: @escaping (StyledText) -> Void) {
    self.say = say
  }

  func textFieldDidEndEditing(_ textField: TextField) { say("The name is “\(textField.text)”") }
}

@MainActor
private final class BindingsPageModel {
  let name = CurrentValue<String?, Never>(nil)
  let password = CurrentValue<String, Never>("difference engine")
  let hidesPassword = CurrentValue<Bool, Never>(true)
  let colorRow = CurrentValue<Int, Never>(0)
  var color: some Publisher<NamedRole, Never> { colorRow.map { NamedRole.all[$0] } }
  let level = CurrentValue<Level, Never>(Level(value: 3))
  let alignmentIndex = CurrentValue<Int?, Never>(0)
  let isBusy = CurrentValue<Bool, Never>(false)
  let hasTallRows = CurrentValue<Bool, Never>(false)
  let tasks = MutableObservableArray(
    ["Tea", "Note G", "Letter to Babbage", "Piano", "Mathematics", "Sleep"].map { GalleryTask(title: $0) })
  let selectedTask = CurrentValue<Int?, Never>(1)
  let markedTasks = CurrentValue<Set<String>, Never>([])

  isolated deinit {}

  /// The field shows it as its placeholder while the name is empty.
  var greeting: some Publisher<String?, Never> { name.map { $0.map { "Hello, \($0)." } ?? "Your name" } }

  static let longestName = 20

  var isNameFull: some Publisher<Bool, Never> { name.map { $0?.count == Self.longestName } }

  /// Removes the blanks around the name.
  func trimName() {
    name.value = name.value.map { name in
      String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The number of tasks up to the selected one.
  var place: some Publisher<(done: Int, total: Int), Never> {
    selectedTask.combineLatest(tasks.currentValuePublisher) { row, tasks in (row.map { $0 + 1 } ?? 0, tasks.count) }
  }

  var position: some Publisher<String?, Never> {
    selectedTask.combineLatest(tasks.currentValuePublisher, markedTasks) { row, tasks, marked in
      row.map { "\($0 + 1) of \(tasks.count)" + (marked.isEmpty ? "" : ", \(marked.count) marked") }
    }
  }

  func removeTask(at row: Int) {
    _ = tasks.remove(at: row)
  }

  var passwordProblem: some Publisher<ShortPassword?, Never> {
    password.map { $0.count < 8 ? ShortPassword() : nil }
  }

  var levelProblem: some Publisher<LowLevel?, Never> { level.map { $0.value == 0 ? LowLevel() : nil } }

  func raiseLevel() { level.value = Level(value: min(Level.maximum, level.value.value + 1)) }

  static let alignments: [(name: String, alignment: TextAlignment)] = [
    ("left", .leading), ("middle", .center), ("right", .trailing),
  ]

  var alignment: some Publisher<TextAlignment, Never> {
    alignmentIndex.map { Self.alignments[$0 ?? 0].alignment }
  }

  var sample: some Publisher<StyledText, Never> {
    color.map { StyledText("A text in ") + StyledText($0.name, role: $0.role) }
  }

  /// The levels chosen so far.
  var history: some Publisher<[Double], Never> {
    level.scan([1.0, 2, 4, 3, 5, 4]) { Array(($0 + [Double($1.value)]).suffix(60)) }
  }

  var numbers: some Publisher<[BarChart.Bar], Never> {
    level.combineLatest(name).map { level, name in
      [.init("level", Double(level.value)), .init("name", Double(name?.count ?? 0), role: .ok)]
    }
  }
}

private struct GalleryTask: Hashable, Sendable, Identifiable {
  let title: String
  var id: String { title }
}

private struct ShortPassword: Error, CustomStringConvertible {
  var description: String { "8 characters are needed" }
}

private struct LowLevel: Error, CustomStringConvertible {
  var description: String { "Choose at least 1" }
}

/// A role of the theme, shown in its colour.
private struct NamedRole: Hashable, @MainActor PickerElement {
  static let all = [
    NamedRole(name: "accent", role: .accent), NamedRole(name: "ok", role: .ok),
    NamedRole(name: "warning", role: .warning), NamedRole(name: "danger", role: .danger),
  ]

  let name: String
  let role: ColorRole

  @MainActor var pickerTitle: StyledText { StyledText(name, role: role) }
}

/// A number from 0 to 5, shown as a row of squares.
private struct Level: Hashable, @MainActor BindableViewModelItem {
  typealias View = LevelRowView

  static let all = (0...maximum).map { Level(value: $0) }
  static let maximum = 5

  let value: Int
}

private final class LevelRowView: PickerRowView, @MainActor BindableView {
  private var level = 0

  func bind(to level: Level) {
    self.level = level.value
    setNeedsDisplay()
  }

  override func sizeThatFits(_ size: Size) -> Size { Size(width: min(Level.maximum, size.width), height: 1) }

  override func draw(in canvas: Canvas) {
    let style = Style(.ok, on: background)
    canvas.write(String(repeating: "■", count: level), at: .zero, style: style)
    canvas.write(
      String(repeating: "·", count: Level.maximum - level), at: Point(x: level, y: 0), style: style.foreground(.textDim)
    )
  }
}
