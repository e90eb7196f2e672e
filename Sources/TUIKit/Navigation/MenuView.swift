/// The items of a ``Menu``, one per line, under the title.
///
/// If not all fit, they scroll, with a scroll mark.
final class MenuView: View {
  private let title: String
  private let allItems: [Menu.Item]
  /// Whether typing filters the items; `false` when the items have keys of their own.
  let filters: Bool
  var onChoose: (Menu.Item) -> Void = { _ in }

  /// The typed text.
  private(set) var filter = ""
  /// The items that match ``filter``.
  private(set) var items: [Menu.Item]
  private(set) var selected: Int?

  init(title: String, items: [Menu.Item]) {
    self.title = title
    allItems = items
    self.items = items
    filters = !items.contains { $0.key != nil }
    selected = items.firstIndex { $0.isOn && $0.canBeChosen } ?? items.firstIndex(where: \.canBeChosen)
    super.init()
  }

  override var canBecomeFirstResponder: Bool { true }
  override var takesText: Bool { filters }

  private var titleStart: Int { allItems.contains(where: \.isOn) ? 4 : 2 }

  /// The size for all items.
  ///
  /// Filtering doesn't change it, so that the menu does not move.
  var contentSize: Size {
    let widest = allItems.map { $0.title.displayWidth + ($0.key.map { $0.name.displayWidth + 3 } ?? 0) }.max() ?? 0
    let titleWidth = title.displayWidth + (filters ? 2 + Self.filterWidth : 0)
    return Size(width: titleStart + max(widest, titleWidth) + 1, height: (title.isEmpty ? 0 : 1) + allItems.count)
  }

  /// The columns that a filter has at least.
  private static let filterWidth = 10

  private var titleHeight: Int { title.isEmpty && filter.isEmpty ? 0 : 1 }
  /// The lines for items.
  private var room: Int { max(0, bounds.height - titleHeight) }
  /// The first visible item.
  private var top: Int { max(0, min((selected ?? 0) - room / 2, items.count - room)) }

  // MARK: Choosing

  func chooseSelected() {
    if let selected { onChoose(items[selected]) }
  }

  /// Selects the next enabled item, and wraps around.
  private func moveSelection(by step: Int) {
    guard let selected else { return }
    var index = selected
    repeat { index = (index + step + items.count) % items.count } while !items[index].canBeChosen
    select(index)
  }

  /// Selects the item at an index, or the nearest enabled one on the way there.
  private func moveSelection(toward index: Int) {
    let index = min(max(index, 0), items.count - 1)
    let isBefore = index < selected ?? 0
    let nearest =
      isBefore
      ? items.indices.first { $0 >= index && items[$0].canBeChosen }
      : items.indices.last { $0 <= index && items[$0].canBeChosen }
    select(nearest)
  }

  private func select(_ index: Int?) {
    guard let index, index != selected else { return }
    selected = index
    setNeedsDisplay()
  }

  private func setFilter(_ text: String) {
    let chosen = selected.map { items[$0].title }
    filter = text
    let lowercased = text.lowercased()
    items = text.isEmpty ? allItems : allItems.filter { $0.canBeChosen && $0.title.lowercased().contains(lowercased) }
    let beginning = items.firstIndex { $0.title.lowercased().hasPrefix(lowercased) }
    selected =
      text.isEmpty
      ? items.firstIndex { $0.title == chosen } ?? items.firstIndex(where: \.canBeChosen)
      : beginning ?? items.indices.first
    setNeedsDisplay()
  }

  override func keyPressed(_ event: KeyEvent) -> Bool {
    switch event {
    case KeyEvent(.down), KeyEvent(.tab): moveSelection(by: 1)
    case KeyEvent(.up), KeyEvent(.tab, .shift): moveSelection(by: -1)
    case KeyEvent(.home): select(items.firstIndex(where: \.canBeChosen))
    case KeyEvent(.end): select(items.lastIndex(where: \.canBeChosen))
    case KeyEvent(.pageUp): moveSelection(toward: (selected ?? 0) - max(1, room - 1))
    case KeyEvent(.pageDown): moveSelection(toward: (selected ?? 0) + max(1, room - 1))
    case KeyEvent(.character(" ")) where filters && filter.isEmpty: chooseSelected()
    case KeyEvent(.backspace) where !filter.isEmpty: setFilter(String(filter.dropLast()))
    default:
      guard filters, event.isPlainCharacter, case .character(let character) = event.key else { return false }
      setFilter(filter + String(character))
    }
    return true
  }

  override func pasted(_ text: String) -> Bool {
    guard filters else { return false }
    setFilter(filter + text.filter { !$0.isNewline })
    return true
  }

  override func mouseEvent(_ event: MouseEvent) -> Bool {
    switch event.action {
    case .scrollUp: moveSelection(by: -1)
    case .scrollDown: moveSelection(by: 1)
    case .press, .drag, .release:
      guard event.button == .left else { return true }
      let line = convertFromWindow(event.location).y - titleHeight
      guard 0..<room ~= line, items.indices.contains(top + line), items[top + line].canBeChosen else { return true }
      let index = top + line
      select(index)
      if event.action == .press { chooseSelected() }
    }
    return true
  }

  // MARK: Drawing

  override var cursorPosition: Point? {
    if !filter.isEmpty { return Point(x: min(filterStart + filter.displayWidth, max(0, bounds.width - 1)), y: 0) }
    return selected.map { Point(x: min(titleStart, max(0, bounds.width - 1)), y: titleHeight + $0 - top) }
  }

  private var filterStart: Int { title.isEmpty ? titleStart : titleStart + title.displayWidth + 2 }

  override func draw(in canvas: Canvas) {
    let style = Style(.textDim, on: background)
    if titleHeight > 0 {
      canvas.write(
        title, at: Point(x: titleStart, y: 0), style: style.adding(.bold), maxWidth: bounds.width - titleStart)
      canvas.write(filter, at: Point(x: filterStart, y: 0), style: style.foreground(.text).adding(.underline))
    }
    if items.isEmpty { canvas.write("No match", at: Point(x: titleStart, y: titleHeight), style: style) }
    let lines = Rect(x: 0, y: titleHeight, width: bounds.width, height: room)
    for (y, index) in (top..<min(items.count, top + room)).enumerated() {
      let line = Rect(x: 0, y: titleHeight + y, width: bounds.width, height: 1)
      draw(items[index], isSelected: index == selected, in: canvas.part(line))
    }
    canvas.drawScrollMark(in: lines, offset: top, contentHeight: items.count, style: style)
  }

  private func draw(_ item: Menu.Item, isSelected: Bool, in canvas: Canvas) {
    if item.role == .separator { return canvas.fill(with: "─", style: Style(.border, on: background)) }
    let role: ColorRole = !item.isEnabled ? .textDim : item.role == .destructive ? .danger : .text
    let style = Style(isSelected && role == .text ? .selectionText : role, on: isSelected ? .selection : background)
    if isSelected {
      canvas.fill(style: style)
      canvas.write("▌", at: .zero, style: style.foreground(.accent))
    }
    if item.isOn { canvas.write("✓", at: Point(x: 2, y: 0), style: style.foreground(.accent)) }
    let keyWidth = item.key?.name.displayWidth ?? 0
    canvas.write(
      StyledText(item.title, highlighting: item.title.ranges(containing: filter)), at: Point(x: titleStart, y: 0),
      style: style, maxWidth: bounds.width - titleStart - (keyWidth > 0 ? keyWidth + 2 : 0))
    if let key = item.key?.name {
      canvas.write(
        key, at: Point(x: bounds.width - keyWidth - 1, y: 0), style: isSelected ? style : style.foreground(.textDim))
    }
  }
}

extension String {
  /// The first range that equals `text` without regard to case, as an array; empty without a match.
  fileprivate func ranges(containing text: String) -> [Range<String.Index>] {
    guard !text.isEmpty else { return [] }
    let lowercased = text.lowercased()
    for start in indices {
      guard let end = index(start, offsetBy: text.count, limitedBy: endIndex) else { return [] }
      if self[start..<end].lowercased() == lowercased { return [start..<end] }
    }
    return []
  }
}
