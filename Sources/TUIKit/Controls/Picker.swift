import Time

/// Says how many components a picker has, and how many rows each.
@MainActor
public protocol PickerDataSource: AnyObject {
  /// The number of components; one by default.
  func numberOfComponents(in picker: Picker) -> Int
  /// The number of rows; asked again by ``Picker/reloadAllComponents()``.
  func picker(_ picker: Picker, numberOfRowsInComponent component: Int) -> Int
}

extension PickerDataSource {
  /// One component.
  public func numberOfComponents(in picker: Picker) -> Int { 1 }
}

/// Provides the titles of a picker's rows, and is notified when the user chooses another one.
@MainActor
public protocol PickerDelegate: AnyObject {
  /// Asked only for rows that can be seen, and for those that are looked through when a person types.
  func picker(_ picker: Picker, titleForRow row: Int, forComponent component: Int) -> String
  /// The columns for a component; when `nil`, as many as the widest of its first 200 rows takes.
  func picker(_ picker: Picker, widthForComponent component: Int) -> Int?
  /// A person has chosen a row.
  func picker(_ picker: Picker, didSelectRow row: Int, inComponent component: Int)
}

extension PickerDelegate {
  /// `nil`: as wide as the widest of its first 200 rows.
  public func picker(_ picker: Picker, widthForComponent component: Int) -> Int? { nil }
  /// Does nothing.
  public func picker(_ picker: Picker, didSelectRow row: Int, inComponent component: Int) {}
}

/// One or several wheels, in each of which one row is chosen: a month, a day and a month.
///
/// Up and Down turn the wheel that has the focus, PgUp, PgDn, Home and End go further, Left and Right go to the next
/// wheel; what is typed leads to the next row that begins with it. On one line only the chosen rows are shown, so a
/// picker fits into a form; the line in the middle is theirs otherwise.
@MainActor
open class Picker: Control {
  /// Says what there is to choose from; held weakly.
  public weak var dataSource: (any PickerDataSource)? {
    didSet { if dataSource !== oldValue { reloadAllComponents() } }
  }
  /// Notified of the choice; held weakly.
  public weak var delegate: (any PickerDelegate)? {
    didSet { if delegate !== oldValue { reloadAllComponents() } }
  }

  /// The lines that the picker asks for where it may choose; an odd number has a middle.
  public var preferredHeight = 5 {
    didSet { if preferredHeight != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// The wheel that the keys turn.
  public private(set) var focusedComponent = 0

  private struct Component {
    var rowCount: Int
    var width: Int
    var selected: Int
  }

  private var components: [Component] = []
  private var typed = ""
  private var lastTyped: Instant?

  // MARK: Rows

  /// As the data source said when it was last asked.
  public var numberOfComponents: Int { components.count }

  /// 0 when there is no such component.
  public func numberOfRows(inComponent component: Int) -> Int {
    components.indices.contains(component) ? components[component].rowCount : 0
  }

  /// The chosen row; -1 when there is none.
  public func selectedRow(inComponent component: Int) -> Int {
    components.indices.contains(component) ? components[component].selected : -1
  }

  /// Selects a row, or the nearest that exists. Sends no action and does not notify the delegate.
  public func selectRow(_ row: Int, inComponent component: Int) {
    guard components.indices.contains(component) else { return }
    let allowed = min(max(row, 0), components[component].rowCount - 1)
    guard allowed != components[component].selected else { return }
    components[component].selected = allowed
    setNeedsDisplay()
  }

  /// Asks for everything again; selected rows keep their indices, as far as there are such rows.
  public func reloadAllComponents() {
    let old = components
    components = []
    for component in 0..<max(0, dataSource?.numberOfComponents(in: self) ?? 0) {
      components.append(Component(rowCount: 0, width: 0, selected: old.dropFirst(component).first?.selected ?? 0))
      load(component)
    }
    focusedComponent = min(focusedComponent, max(0, components.count - 1))
    setNeedsDisplay()
    invalidateIntrinsicContentSize()
  }

  /// Asks for the rows of one component again: the days of another month.
  public func reloadComponent(_ component: Int) {
    guard components.indices.contains(component) else { return }
    load(component)
    setNeedsDisplay()
    invalidateIntrinsicContentSize()
  }

  private func load(_ component: Int) {
    let count = max(0, dataSource?.picker(self, numberOfRowsInComponent: component) ?? 0)
    let widest = { (0..<min(count, 200)).map { self.title($0, component).displayWidth }.max() ?? 0 }
    components[component].rowCount = count
    components[component].width = max(0, delegate?.picker(self, widthForComponent: component) ?? widest())
    components[component].selected = min(max(components[component].selected, 0), count - 1)
  }

  private func title(_ row: Int, _ component: Int) -> String {
    delegate?.picker(self, titleForRow: row, forComponent: component) ?? ""
  }

  // MARK: Where they stand

  /// Beside its words a wheel has a column for the mark of the focus and one for that of the wheel.
  private static let margins = 3
  private static let gap = 1

  private func frame(of component: Int) -> Rect {
    let x = components[..<component].reduce(0) { $0 + $1.width + Self.margins + Self.gap }
    return Rect(x: x, y: 0, width: components[component].width + Self.margins, height: bounds.height)
  }

  private var middle: Int { max(0, bounds.height - 1) / 2 }

  open override func sizeThatFits(_ size: Size) -> Size {
    let width = components.reduce(0) { $0 + $1.width + Self.margins + Self.gap } - (components.isEmpty ? 0 : Self.gap)
    return Size(width: min(width, size.width), height: min(preferredHeight, size.height))
  }

  open override var cursorPosition: Point? {
    guard components.indices.contains(focusedComponent), bounds.width > 0 else { return nil }
    return Point(x: min(frame(of: focusedComponent).minX + 1, bounds.width - 1), y: middle)
  }

  // MARK: Events

  open override var takesText: Bool { true }
  open override var keyCommandsTitle: String { "Choosing" }

  private func choose(_ row: Int, in component: Int) {
    guard isEnabled, components.indices.contains(component) else { return }
    let before = components[component].selected
    selectRow(row, inComponent: component)
    guard components[component].selected != before else { return }
    delegate?.picker(self, didSelectRow: components[component].selected, inComponent: component)
    sendActions(for: .valueChanged)
  }

  private func turn(by rows: Int) {
    choose(selectedRow(inComponent: focusedComponent) + rows, in: focusedComponent)
  }

  private func focus(_ component: Int) {
    guard components.indices.contains(component), component != focusedComponent else { return }
    focusedComponent = component
    typed = ""
    setNeedsDisplay()
  }

  open override func keyPressed(_ event: KeyEvent) -> Bool {
    guard isEnabled else { return false }
    let page = max(bounds.height - 1, 5)
    switch event {
    case KeyEvent(.down): turn(by: 1)
    case KeyEvent(.up): turn(by: -1)
    case KeyEvent(.pageDown): turn(by: page)
    case KeyEvent(.pageUp): turn(by: -page)
    case KeyEvent(.home): choose(0, in: focusedComponent)
    case KeyEvent(.end): choose(numberOfRows(inComponent: focusedComponent) - 1, in: focusedComponent)
    case KeyEvent(.right): focus(focusedComponent + 1)
    case KeyEvent(.left): focus(focusedComponent - 1)
    default:
      guard event.isPlainCharacter, case .character(let character) = event.key else { return false }
      look(for: character)
    }
    return true
  }

  /// Goes to the next row that begins with what was typed, one key soon after the other; O(rows).
  private func look(for character: Character) {
    let count = numberOfRows(inComponent: focusedComponent)
    guard count > 0 else { return }
    let now = window?.frameClock.now ?? Instant(nanoseconds: 0)
    let isSoon = lastTyped.map { now - $0 < .seconds(1) } ?? false
    lastTyped = now
    typed = isSoon ? typed + String(character) : String(character)
    let pattern = typed.lowercased()
    // A further letter may fit the row where one is; the first one leads on.
    let start = selectedRow(inComponent: focusedComponent) + (isSoon ? 0 : 1)
    let rows = (0..<count).lazy.map { (start + $0) % count }
    if let row = rows.first(where: { self.title($0, self.focusedComponent).lowercased().hasPrefix(pattern) }) {
      choose(row, in: focusedComponent)
    }
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    let place = convertFromWindow(event.location)
    guard isEnabled, let component = components.indices.first(where: { frame(of: $0).contains(place) }) else {
      return super.mouseEvent(event)
    }
    switch event.action {
    case .scrollUp: choose(selectedRow(inComponent: component) - 1, in: component)
    case .scrollDown: choose(selectedRow(inComponent: component) + 1, in: component)
    case .press:
      guard super.mouseEvent(event) else { return false }
      focus(component)
      let row = selectedRow(inComponent: component) + place.y - middle
      if 0..<numberOfRows(inComponent: component) ~= row { choose(row, in: component) }
    case .release, .drag: return false
    }
    return true
  }

  open override func firstResponderDidChange() {
    typed = ""
    super.firstResponderDidChange()
  }

  // MARK: Drawing

  open override func draw(in canvas: Canvas) {
    for component in components.indices { draw(component, in: canvas.part(frame(of: component))) }
  }

  private func draw(_ component: Int, in canvas: Canvas) {
    let (count, selected) = (components[component].rowCount, components[component].selected)
    let isFocused = isFirstResponder && component == focusedComponent
    for y in 0..<bounds.height {
      let row = selected + y - middle
      guard 0..<count ~= row else { continue }
      var style = textStyle(row == selected ? .text : .textDim)
      let line = Rect(x: 0, y: y, width: canvas.size.width, height: 1)
      if row == selected, isEnabled, isFirstResponder || bounds.height > 1 {
        style = Style(.selectionText, on: .selection, isFocused ? .bold : [])
        canvas.fill(line, style: style)
      }
      canvas.write(title(row, component), at: Point(x: 1, y: y), style: style, maxWidth: components[component].width)
      if row == selected { drawMarks(isFocused: isFocused, style: style, count: count, in: canvas.part(line)) }
    }
  }

  /// `▌` for the focus, and an arrow where only the chosen row is shown.
  private func drawMarks(isFocused: Bool, style: Style, count: Int, in canvas: Canvas) {
    if isFocused { canvas.write("▌", at: .zero, style: style.foreground(.accent), truncates: false) }
    guard bounds.height == 1, count > 1 else { return }
    canvas.write(
      "▾", at: Point(x: canvas.size.width - 1, y: 0), style: isFocused ? style : style.foreground(.textDim),
      truncates: false)
  }
}
