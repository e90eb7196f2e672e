/// A few things to choose from, beside what they are about: the actions of a row, the orders of a list.
///
///     Menu(items: [
///       Menu.Item("Edit", key: KeyEvent(.character("e"))) { … },
///       .separator,
///       Menu.Item("Delete", key: KeyEvent(.character("d")), role: .destructive) { … },
///     ]).present(from: self, at: cell)
///
/// Up and Down go from one to the next and round at the ends, Enter and a click choose, and so does an item's own key; Esc,
/// and a click elsewhere, close.
@MainActor
public final class Menu: ViewController {
  /// Something that can be chosen, or a line between two groups.
  public struct Item {
    /// What it is: something that can be chosen, something that destroys, or a line.
    public enum Role: Sendable { case standard, destructive, separator }

    /// What it says.
    public var title: String
    /// A key that chooses it at once while the menu is open.
    public var key: KeyEvent?
    /// What it is.
    public var role: Role
    /// Whether it is what holds at present; a check mark says so.
    public var isOn: Bool
    /// One that cannot be chosen is dim, and passed over.
    public var isEnabled: Bool
    /// Runs when the menu has gone.
    public var action: @MainActor () -> Void

    /// Something that can be chosen.
    public init(
      _ title: String, key: KeyEvent? = nil, role: Role = .standard, isOn: Bool = false, isEnabled: Bool = true,
      action: @escaping @MainActor () -> Void
    ) {
      self.title = title
      self.key = key
      self.role = role
      self.isOn = isOn
      self.isEnabled = isEnabled
      self.action = action
    }

    /// A line between two groups.
    public static var separator: Item { Item("", role: .separator, isEnabled: false) {} }

    var canBeChosen: Bool { isEnabled && role != .separator }
  }

  /// From the top.
  public let items: [Item]
  private let list: MenuView

  /// - Parameters:
  ///   - title: what the items are about; it stands above them. None, unless told.
  ///   - items: from the top.
  public init(title: String = "", items: [Item]) {
    self.items = items
    list = MenuView(title: title, items: items)
    super.init()
    self.title = title
    list.onChoose = { [weak self] in self?.choose($0) }
  }

  /// Opens the menu beside `view`, or in the middle of the window.
  @discardableResult
  public func present(from controller: ViewController, at view: View? = nil) -> Bool {
    let place = view.map { Rect(origin: $0.convertToWindow(.zero), size: $0.bounds.size) }
    return present(from: controller, at: place)
  }

  /// Opens the menu beside a place, in the window's coordinates.
  @discardableResult
  public func present(from controller: ViewController, at place: Rect?) -> Bool {
    guard items.contains(where: \.canBeChosen) else { return false }
    return controller.present(self, style: place.map { .popover($0) } ?? .sheet)
  }

  public override func loadView() -> View { list }

  public override var preferredContentSize: Size? {
    get { list.contentSize }
    set {}
  }

  /// The menu goes first, then the action runs.
  private func choose(_ item: Item) {
    guard item.canBeChosen, window != nil else { return }
    dismiss()
    item.action()
  }

  public override var keyCommands: [KeyCommand] {
    let own = items.compactMap { item in
      item.key.map { key in
        KeyCommand(key, title: item.title, isHint: false, isEnabled: { item.isEnabled }) { [weak self] in
          self?.choose(item)
        }
      }
    }
    return own + [
      KeyCommand(KeyEvent(.enter), KeyEvent(.character(" ")), title: "choose") { [weak self] in
        self?.list.chooseSelected()
      },
      KeyCommand(KeyEvent(.escape), title: "close") { [weak self] in self?.dismiss() },
    ]
  }
}

/// The items of a menu, one a line; what does not fit scrolls, under the title.
final class MenuView: View {
  let title: String
  let items: [Menu.Item]
  var onChoose: (Menu.Item) -> Void = { _ in }
  private(set) var selected: Int?

  init(title: String, items: [Menu.Item]) {
    self.title = title
    self.items = items
    selected = items.firstIndex { $0.isOn && $0.canBeChosen } ?? items.firstIndex(where: \.canBeChosen)
    super.init()
  }

  override var canBecomeFirstResponder: Bool { true }

  private var hasChecks: Bool { items.contains(where: \.isOn) }
  private var titleStart: Int { hasChecks ? 4 : 2 }

  var contentSize: Size {
    let widest = items.map { $0.title.displayWidth + ($0.key.map { $0.name.displayWidth + 3 } ?? 0) }.max() ?? 0
    return Size(width: titleStart + max(widest, title.displayWidth) + 1, height: titleHeight + items.count)
  }

  private var titleHeight: Int { title.isEmpty ? 0 : 1 }
  /// The lines that items have.
  private var room: Int { max(0, bounds.height - titleHeight) }
  /// The first item that can be seen.
  private var top: Int { max(0, min((selected ?? 0) - room / 2, items.count - room)) }

  // MARK: Choosing

  func chooseSelected() {
    if let selected { onChoose(items[selected]) }
  }

  /// Goes on to what can be chosen, round at the ends.
  private func moveSelection(by step: Int) {
    guard let selected else { return }
    var index = selected
    repeat { index = (index + step + items.count) % items.count } while !items[index].canBeChosen
    select(index)
  }

  private func select(_ index: Int?) {
    guard let index, index != selected else { return }
    selected = index
    setNeedsDisplay()
  }

  override func keyPressed(_ event: KeyEvent) -> Bool {
    switch event {
    case KeyEvent(.down), KeyEvent(.tab): moveSelection(by: 1)
    case KeyEvent(.up), KeyEvent(.tab, .shift): moveSelection(by: -1)
    case KeyEvent(.home), KeyEvent(.pageUp): select(items.firstIndex(where: \.canBeChosen))
    case KeyEvent(.end), KeyEvent(.pageDown): select(items.lastIndex(where: \.canBeChosen))
    default: return false
    }
    return true
  }

  override func mouseEvent(_ event: MouseEvent) -> Bool {
    switch event.action {
    case .scrollUp: moveSelection(by: -1)
    case .scrollDown: moveSelection(by: 1)
    case .press, .drag, .release:
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
    selected.map { Point(x: min(titleStart, max(0, bounds.width - 1)), y: titleHeight + $0 - top) }
  }

  override func draw(in canvas: Canvas) {
    if titleHeight > 0 {
      canvas.write(
        title, at: Point(x: titleStart, y: 0), style: Style(.textDim, on: background, .bold),
        maxWidth: bounds.width - titleStart)
    }
    for (y, index) in (top..<min(items.count, top + room)).enumerated() {
      let line = Rect(x: 0, y: titleHeight + y, width: bounds.width, height: 1)
      draw(items[index], isSelected: index == selected, in: canvas.part(line))
    }
  }

  private func draw(_ item: Menu.Item, isSelected: Bool, in canvas: Canvas) {
    if item.role == .separator { return canvas.fill(with: "─", style: Style(.border, on: background)) }
    let role: ColorRole = !item.isEnabled ? .textDim : item.role == .destructive ? .danger : .text
    let style = isSelected ? Style(.selectionText, on: .selection) : Style(role, on: background)
    if isSelected {
      canvas.fill(style: style)
      canvas.write("▌", at: .zero, style: style.foreground(.accent), truncates: false)
    }
    if item.isOn { canvas.write("✓", at: Point(x: 2, y: 0), style: isSelected ? style : style.foreground(.accent)) }
    let keyWidth = item.key?.name.displayWidth ?? 0
    canvas.write(
      item.title, at: Point(x: titleStart, y: 0), style: style,
      maxWidth: bounds.width - titleStart - (keyWidth > 0 ? keyWidth + 2 : 0))
    if let key = item.key?.name {
      canvas.write(
        key, at: Point(x: bounds.width - keyWidth - 1, y: 0), style: isSelected ? style : style.foreground(.textDim),
        truncates: false)
    }
  }
}
