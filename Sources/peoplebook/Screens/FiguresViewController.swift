import Bindery
import PeoplebookCore
import Reactive
import TUIKit

/// The book in figures: the people with each tag and of each month, and the changes of each day.
final class FiguresViewController: TableScreenViewController {
  private let viewModel: FiguresViewModel
  private let figuresView = FiguresView()

  init(_ viewModel: FiguresViewModel, people: PeopleViewModel) {
    self.viewModel = viewModel
    super.init(people: people, title: "Figures", problem: viewModel.problem)
  }

  isolated deinit {}

  override var content: View { figuresView }

  override func viewDidLoad() {
    super.viewDidLoad()
    bindings.add(viewModel.figures.sink { [figuresView] in figuresView.figures = $0 })
    bindings.capture { titleBar.detailBinding *= viewModel.figures.map { StyledText($0?.people.people ?? "reading…") } }
  }

  override var keyCommandsTitle: String { "The figures" }

  override func makeCommands() -> [KeyCommand] {
    func scroll(_ keys: KeyEvent..., title: String, by lines: Int) -> KeyCommand {
      KeyCommand(keys: keys, title: title, role: .movement, isHint: false) { [figuresView] in
        _ = figuresView.scroll(by: lines)
      }
    }
    return [
      scroll(KeyEvent(.down), KeyEvent(.character("j")), title: "down", by: 1),
      scroll(KeyEvent(.up), KeyEvent(.character("k")), title: "up", by: -1),
    ]
  }
}

/// The lines of the figures: a sparkline of the days, and bars.
private final class FiguresView: ScrollView {
  var figures: BookFigures? {
    didSet {
      setNeedsLayout()
      page.setNeedsDisplay()
    }
  }
  private let page = Page()

  init() {
    super.init()
    contentView.addSubview(page)
  }

  override var canBecomeFirstResponder: Bool { true }

  override func layoutSubviews() {
    page.lines = figures.map { Self.lines($0, width: bounds.width - 3) } ?? []
    contentHeight = page.lines.count
    page.frame = Rect(x: 0, y: 0, width: max(0, bounds.width - 1), height: contentHeight)
    super.layoutSubviews()
  }

  private static func lines(_ figures: BookFigures, width: Int) -> [StyledText] {
    let days = Array(figures.days.suffix(max(1, width)))
    let changes = days.reduce(0) { $0 + $1.count }
    let today = figures.days.last?.count.grouped ?? "0"
    var lines: [StyledText] = []
    func addHeading(_ text: String) { lines.append(StyledText(text, role: .textDim)) }
    addHeading("\(changes.counted("change", "changes")) in \(days.count) days, today \(today)")
    lines.append(StyledText(Sparkline.text(of: days.map(\.count)), role: .accent))
    lines.append("")
    addHeading("People added each month (\(figures.earlier.grouped) before that)")
    lines += bars(figures.months, width: width)
    lines.append("")
    addHeading("People with each tag")
    lines += figures.tags.isEmpty ? [StyledText("no tags yet")] : bars(figures.tags, width: width)
    return lines
  }

  private static func bars(_ figures: [BookFigures.Figure], width: Int) -> [StyledText] {
    let greatest = max(1, figures.map(\.count).max() ?? 1)
    let names = min(figures.map(\.name.displayWidth).max() ?? 0, max(8, width / 3))
    let room = max(1, width - names - greatest.grouped.count - 2)
    return figures.map { figure in
      let name = figure.name.truncated(toWidth: names).padded(toWidth: names)
      let bar = BarChart.text(of: Double(figure.count) / Double(greatest), width: room)
      let count = StyledText("\(bar.isEmpty ? "" : " ")\(figure.count.grouped)", role: .textDim)
      return StyledText("\(name) ") + StyledText(bar, role: .accent) + count
    }
  }

  private final class Page: View {
    var lines: [StyledText] = []

    override func draw(in canvas: Canvas) {
      for (y, line) in lines.enumerated() {
        canvas.write(line, at: Point(x: 2, y: y), style: Style(.text, on: background), maxWidth: bounds.width - 2)
      }
    }
  }
}
