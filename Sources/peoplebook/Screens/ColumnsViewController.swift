import PeoplebookCore
import TUIKit

/// Chooses the columns of the list, their order and their widths.
///
/// Each change is applied at once.
final class ColumnsViewController: ViewController {
  private let settings: ScreenSettings
  private let list: ColumnList
  private let present: () -> PersonColumns?

  /// - Parameter present: Returns the columns at their present widths.
  init(_ settings: ScreenSettings, present: @escaping () -> PersonColumns?) {
    self.settings = settings
    self.present = present
    list = ColumnList(settings.preferences.value.columns)
    super.init()
    title = "Columns"
    preferredContentSize = Size(width: 46, height: list.columns.count + 1)
    update()
  }

  override func loadView() -> View {
    let stack = StackView(.vertical)
    stack.addArrangedSubview(Label("Columns", role: .textDim), sizing: .fixed(1))
    stack.addArrangedSubview(list, sizing: .fill)
    return stack
  }

  override var preferredFirstResponder: Responder? { list }

  override var dismissesOnOutsideClick: Bool { true }

  override var keyCommandsTitle: String { "The columns" }

  override var keyCommands: [KeyCommand] {
    func command(
      _ keys: KeyEvent..., title: String, detail: String, isHint: Bool = true, needsShown: Bool = true,
      _ change: @escaping @MainActor (ColumnsViewController, PersonColumn) -> Void
    ) -> KeyCommand {
      KeyCommand(
        keys: keys, title: title, detail: detail, isHint: isHint,
        isReady: { [weak self] in !needsShown || self.map { $0.list.layout[$0.list.selected] != nil } ?? false }
      ) { [weak self] in
        guard let self else { return }
        change(self, list.selected)
        settings.set(\.columns, to: list.layout)
        update()
      }
    }
    return [
      command(
        KeyEvent(.character(" ")), title: "show", detail: "Show or hide the column", needsShown: false
      ) { $0.list.layout.toggle($1) },
      command(KeyEvent(.right), KeyEvent(.character("+")), title: "wider", detail: "Make the column wider") {
        $0.widen($1, by: 1)
      },
      command(KeyEvent(.left), KeyEvent(.character("-")), title: "narrower", detail: "Make the column narrower") {
        $0.widen($1, by: -1)
      },
      command(
        KeyEvent(.character("J")), KeyEvent(.down, .shift), title: "later", detail: "Move the column to the right"
      ) {
        $0.list.layout.move($1, by: 1)
      },
      command(KeyEvent(.character("K")), KeyEvent(.up, .shift), title: "earlier", detail: "Move the column to the left")
      {
        $0.list.layout.move($1, by: -1)
      },
      KeyCommand(KeyEvent(.escape), KeyEvent(.enter), title: "done", detail: "Go back to the list") { [weak self] in
        self?.dismiss()
      },
    ]
  }

  private func widen(_ column: PersonColumn, by cells: Int) {
    list.layout.widen(column, by: cells, from: present()?[column]?.count ?? 12)
  }

  /// Shows the present widths.
  private func update() {
    list.widths = { [present] in present()?[$0]?.count }
    list.setNeedsDisplay()
  }
}

/// The columns, one a line: those that are shown in their order, then the others.
private final class ColumnList: View {
  var layout: ColumnLayout {
    didSet {
      let column = selected
      columns = Self.columns(of: layout)
      index = columns.firstIndex(of: column) ?? index
      setNeedsDisplay()
    }
  }
  private(set) var columns: [PersonColumn]
  private var index = 0
  var selected: PersonColumn { columns[index] }
  /// Returns the present width of a column; `nil` when there is no room for it.
  var widths: (PersonColumn) -> Int? = { _ in nil }

  init(_ layout: ColumnLayout) {
    self.layout = layout
    columns = Self.columns(of: layout)
    super.init()
  }

  private static func columns(of layout: ColumnLayout) -> [PersonColumn] {
    let shown = layout.choices.map(\.column)
    return shown + PersonColumn.all.filter { $0 != .name && !shown.contains($0) }
  }

  override var canBecomeFirstResponder: Bool { true }

  override func keyPressed(_ event: KeyEvent) -> Bool {
    switch event {
    case KeyEvent(.down), KeyEvent(.character("j")): select(index + 1)
    case KeyEvent(.up), KeyEvent(.character("k")): select(index - 1)
    case KeyEvent(.home): select(0)
    case KeyEvent(.end): select(columns.count - 1)
    default: return false
    }
    return true
  }

  override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard event.action == .press, event.button == .left else { return false }
    select(top + convertFromWindow(event.location).y)
    return true
  }

  private func select(_ index: Int) {
    self.index = min(max(index, 0), columns.count - 1)
    setNeedsDisplay()
  }

  /// The first visible line.
  private var top: Int { max(0, min(index - bounds.height / 2, columns.count - bounds.height)) }

  override func draw(in canvas: Canvas) {
    for (y, line) in (top..<min(columns.count, top + bounds.height)).enumerated() {
      let column = columns[line]
      let isSelected = line == index
      let style = Style(isSelected ? .selectionText : .text, on: isSelected ? .selection : background)
      let row = canvas.part(Rect(x: 0, y: y, width: bounds.width, height: 1))
      row.fill(style: style)
      if isSelected { row.write("▌", at: .zero, style: style.foreground(.accent), truncates: false) }
      guard layout[column] != nil else {
        row.write(column.title, at: Point(x: 4, y: 0), style: isSelected ? style : style.foreground(.textDim))
        continue
      }
      row.write("✓", at: Point(x: 2, y: 0), style: style.foreground(.accent))
      row.write(column.title, at: Point(x: 4, y: 0), style: style)
      let width = widths(column).map { "\($0) wide" } ?? "no room"
      row.write(
        width, at: Point(x: bounds.width - width.displayWidth - 1, y: 0),
        style: isSelected ? style : style.foreground(.textDim))
    }
  }
}
