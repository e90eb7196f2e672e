import Time

/// One or several wheels with one chosen row each: a month, or a day and a month.
///
/// Up and Down turn the focused wheel, PgUp, PgDn, Home and End turn it further, Left and Right focus the next wheel.
/// Typed characters choose the next row with a title that begins with them. The chosen rows are on the middle line; a
/// picker of one line, such as one in a form, shows only them.
@MainActor
open class Picker: Control {
  /// The number of rows; held weakly.
  ///
  /// Another data source reloads the picker.
  ///
  /// - Complexity: That of ``reloadAllComponents()`` to set.
  public weak var dataSource: (any PickerDataSource)? {
    didSet { if dataSource !== oldValue { reloadAllComponents() } }
  }
  /// The contents of the rows; held weakly.
  ///
  /// Another delegate reloads the picker.
  ///
  /// - Complexity: That of ``reloadAllComponents()`` to set.
  public weak var delegate: (any PickerDelegate)? {
    didSet { if delegate !== oldValue { reloadAllComponents() } }
  }

  /// The number of lines that the picker prefers; an odd number has a middle line.
  public var preferredHeight = 5 {
    didSet { if preferredHeight != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// The component that the keys turn.
  public private(set) var focusedComponent = 0

  private var components: [PickerWheel] = []
  private var typed = ""
  private var lastTyped: Instant?

  // MARK: Rows

  /// The number of components at the last reload.
  public var numberOfComponents: Int { components.count }

  /// The number of rows of a component at the last reload; 0 for a missing component.
  public func numberOfRows(inComponent component: Int) -> Int {
    components.indices.contains(component) ? components[component].rowCount : 0
  }

  /// The chosen row of a component; -1 when there is none.
  public func selectedRow(inComponent component: Int) -> Int {
    components.indices.contains(component) ? components[component].selected : -1
  }

  /// Chooses a row, or the nearest existing one.
  ///
  /// The delegate is not notified.
  public func selectRow(_ row: Int, inComponent component: Int) {
    guard components.indices.contains(component), components[component].select(row) else { return }
    // Row views are placed around the chosen row.
    setNeedsLayout()
    setNeedsDisplay()
  }

  /// Reloads all components; the chosen rows keep their numbers if they still exist.
  ///
  /// - Complexity: O(*n*), where *n* is the number of rows that were visible.
  public func reloadAllComponents() {
    for component in components.indices { components[component].removeViews() }
    let chosen = components.map(\.selected)
    components = []
    for component in 0..<max(0, dataSource?.numberOfComponents(in: self) ?? 0) {
      components.append(PickerWheel(selected: chosen.dropFirst(component).first ?? 0))
      load(component)
    }
    focusedComponent = min(focusedComponent, max(0, components.count - 1))
    rowsDidLoad()
  }

  /// Reloads one component, such as the days of another month; the chosen row keeps its number if it still exists.
  ///
  /// - Complexity: O(*n*), where *n* is the number of rows that were visible.
  public func reloadComponent(_ component: Int) {
    guard components.indices.contains(component) else { return }
    load(component)
    rowsDidLoad()
  }

  private func load(_ component: Int) {
    // A copy: the delegate may read the picker while it is queried.
    var loaded = components[component]
    loaded.load(component, of: self)
    components[component] = loaded
  }

  private func rowsDidLoad() {
    setNeedsLayout()
    setNeedsDisplay()
    invalidateIntrinsicContentSize()
  }

  func title(_ row: Int, _ component: Int) -> StyledText {
    delegate?.picker(self, titleForRow: row, forComponent: component) ?? ""
  }

  // MARK: Layout

  /// A wheel has a column for the mark of the focus before its title, and two after it for the mark of the wheel.
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

  open override func layoutSubviews() {
    for component in components.indices {
      var laidOut = components[component]
      laidOut.layoutViews(of: component, in: self, frame: frame(of: component), middle: middle)
      components[component] = laidOut
    }
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
      find(character)
    }
    return true
  }

  /// Chooses the next row with a title that begins with the characters typed in quick succession.
  ///
  /// - Complexity: O(rows).
  private func find(_ character: Character) {
    let count = numberOfRows(inComponent: focusedComponent)
    guard count > 0 else { return }
    let now = window?.frameClock.now ?? Instant(nanoseconds: 0)
    let isSoon = lastTyped.map { now - $0 < .seconds(1) } ?? false
    lastTyped = now
    typed = isSoon ? typed + String(character) : String(character)
    let pattern = typed.lowercased()
    // Another character may match the chosen row; the first one starts at the next row.
    let start = selectedRow(inComponent: focusedComponent) + (isSoon ? 0 : 1)
    let rows = (0..<count).lazy.map { (start + $0) % count }
    if let row = rows.first(where: { self.title($0, self.focusedComponent).plain.lowercased().hasPrefix(pattern) }) {
      choose(row, in: focusedComponent)
    }
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    let place = convertFromWindow(event.location)
    guard isEnabled, let component = components.indices.first(where: { frame(of: $0).contains(place) }) else {
      return super.mouseEvent(event)
    }
    switch event.action {
    case .scrollUp, .scrollDown:
      // Without the focus, the wheel is for what is around the picker.
      guard isFirstResponder else { return false }
      choose(selectedRow(inComponent: component) + (event.action == .scrollUp ? -1 : 1), in: component)
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

  /// Draws the row views itself, between the background and the marks of their wheel.
  open override func drawTree(in canvas: Canvas) {
    if let backgroundRole { canvas.fill(style: Style(on: backgroundRole)) }
    draw(in: canvas)
  }

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
      let content = Rect(x: 1, y: y, width: components[component].width, height: 1)
      if let view = components[component].view(ofRow: row) {
        draw(view, isHighlighted: style.background == .selection, in: canvas.part(content))
      } else {
        canvas.write(title(row, component), at: content.origin, style: style, maxWidth: content.width)
      }
      if row == selected { drawMarks(isFocused: isFocused, style: style, count: count, in: canvas.part(line)) }
    }
  }

  private func draw(_ view: PickerRowView, isHighlighted: Bool, in canvas: Canvas) {
    view.drawTree(in: canvas)
    guard isHighlighted else { return }
    canvas.restyle { style in
      (style.foreground == .text ? style.foreground(.selectionText) : style).background(.selection)
    }
  }

  /// Draws `▌` for the focus, and an arrow where only the chosen row is visible.
  private func drawMarks(isFocused: Bool, style: Style, count: Int, in canvas: Canvas) {
    if isFocused { canvas.write("▌", at: .zero, style: style.foreground(.accent)) }
    guard bounds.height == 1, count > 1 else { return }
    canvas.write(
      "▾", at: Point(x: canvas.size.width - 1, y: 0), style: isFocused ? style : style.foreground(.textDim))
  }
}
