import Bindery
import Reactive
import TUIKit

/// Views that follow one view model, and change it: fields, pickers, charts, and rows that the user reorders.
final class BindingsPage: GalleryPage {
  private let model = BindingsPageModel()
  private let table = TableView()
  private var bindings = BindingGroup()

  init() { super.init("Bindings") }

  isolated deinit {}

  override func loadView() -> View {
    let (name, password, hides, busy) = (TextField(), TextField(), Checkbox("hide it"), Checkbox("busy"))
    let (greeting, tall) = (Label(""), Checkbox("tall rows"))
    let (color, level) = (Picker(), Picker())
    let (history, bars, spinner) = (Sparkline(), BarChart(), Spinner())
    for picker in [color, level] { picker.preferredHeight = 1 }
    let form = FormView()
    form.minimumLabelWidth = 10
    let rows: [(String, View)] = [
      ("Name", name), ("", greeting), ("Password", password), ("", hides), ("Color", color), ("Level", level),
      ("History", history), ("Numbers", bars), ("", busy), ("", spinner), ("", tall),
    ]
    for (label, view) in rows { form.addRow(label, view) }
    bindings = BindingGroup {
      name *= .subject(model.name).maximumLength(20).nextField(password)
      greeting.textBinding *= model.greeting
      name.placeholderBinding *= model.greeting
      greeting.roleBinding *= model.color.map(\.role)
      password *= .subject(model.password)
      password.isSecureBinding *= model.hidesPassword
      hides.isOnBinding *= model.hidesPassword
      color *= PickerBinding.items(NamedRole.all).value(model.color)
      level *= PickerBinding.items(Level.all).value(model.level)
      history.valuesBinding *= model.history
      bars.barsBinding *= model.numbers
      busy.isOnBinding *= model.isBusy
      spinner.isAnimatingBinding *= model.isBusy
      tall.isOnBinding *= model.hasTallRows
      table *= tasks
    }
    let both = StackView(.horizontal, spacing: 2)
    both.insets = Insets(top: 1)
    both.addArrangedSubview(form, sizing: .fill)
    both.addArrangedSubview(table, sizing: .fill)
    return both
  }

  /// Alt-Up, Alt-Down and the mouse move a task.
  private var tasks: TableViewSectionBinding {
    .items(model.tasks) { (cell: TableViewCell, task: String) in cell.text = task }
      .headerTitle("Tasks")
      .footerTitle(model.position)
      .selectedRow(model.selectedTask)
      .rowHeight(model.hasTallRows.map { $0 ? 2 : 1 })
      .moveRow { [model] in model.tasks.move(from: $0, to: $1) }
  }

  override var preferredFirstResponder: Responder? { table }
}

@MainActor
private final class BindingsPageModel {
  let name = CurrentValue<String?, Never>(nil)
  let password = CurrentValue<String, Never>("difference engine")
  let hidesPassword = CurrentValue<Bool, Never>(true)
  let color = CurrentValue<NamedRole, Never>(NamedRole.all[0])
  let level = CurrentValue<Level, Never>(Level(value: 3))
  let isBusy = CurrentValue<Bool, Never>(false)
  let hasTallRows = CurrentValue<Bool, Never>(false)
  let tasks = MutableObservableArray(["Tea", "Note G", "Letter to Babbage", "Piano", "Mathematics", "Sleep"])
  let selectedTask = CurrentValue<Int?, Never>(1)

  isolated deinit {}

  /// The field shows it as its placeholder while the name is empty.
  var greeting: some Publisher<String?, Never> { name.map { $0.map { "Hello, \($0)." } ?? "Your name" } }

  var position: some Publisher<String?, Never> {
    selectedTask.combineLatest(tasks.currentValuePublisher) { row, tasks in
      row.map { "\($0 + 1) of \(tasks.count)" }
    }
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
