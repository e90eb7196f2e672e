/// A list of choices beside a view: the actions of a row, or the orders of a list.
///
///     Menu(items: [
///       Menu.Item("Edit", key: KeyEvent(.character("e"))) { … },
///       .separator,
///       Menu.Item("Delete", key: KeyEvent(.character("d")), role: .destructive) { … },
///     ]).present(from: self, at: cell)
///
/// Up and Down select the next and the previous item, and wrap around. Enter, a click and an item's own key choose; Esc
/// and a click outside close. If no item has a key, typing filters the items by their titles.
@MainActor
public final class Menu: ViewController {
  /// An item that can be chosen, or a line between two groups.
  public struct Item {
    /// The kind of an item: a choice, a destructive choice, or a line between two groups.
    public enum Role: Sendable { case standard, destructive, separator }

    /// The title of the item.
    public var title: String
    /// A key that chooses the item while the menu is open.
    public var key: KeyEvent?
    /// The kind of the item.
    public var role: Role
    /// Whether the item is the current choice, which has a check mark.
    public var isOn: Bool
    /// Whether the item can be chosen; a disabled one is dim, and the cursor keys skip it.
    public var isEnabled: Bool
    /// Runs after the menu is dismissed.
    public var action: @MainActor () -> Void

    /// Creates an item that can be chosen.
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

  /// The items, from the top.
  public let items: [Item]
  private let list: MenuView

  /// Creates a menu.
  ///
  /// - Parameters:
  ///   - title: What the items are about, shown above them; nothing by default.
  ///   - items: The items, from the top.
  public init(title: String = "", items: [Item]) {
    self.items = items
    list = MenuView(title: title, items: items)
    super.init()
    self.title = title
    list.onChoose = { [weak self] in self?.choose($0) }
  }

  /// Presents the menu beside `view`, or in the middle of the window.
  ///
  /// - Returns: Whether the menu is on the screen; one without enabled items is not presented.
  /// - Complexity: O(*n*), where *n* is the number of items.
  @discardableResult
  public func present(from controller: ViewController, at view: View? = nil) -> Bool {
    let place = view.map { Rect(origin: $0.convertToWindow(.zero), size: $0.bounds.size) }
    return present(from: controller, at: place)
  }

  /// Presents the menu beside a rectangle in the window's coordinates, or in the middle of the window.
  ///
  /// - Returns: Whether the menu is on the screen; one without enabled items is not presented.
  /// - Complexity: O(*n*), where *n* is the number of items.
  @discardableResult
  public func present(from controller: ViewController, at place: Rect?) -> Bool {
    guard items.contains(where: \.canBeChosen) else { return false }
    return controller.present(self, style: place.map { .popover($0) } ?? .sheet)
  }

  public override func loadView() -> View { list }

  public override func contentSizeThatFits(_ size: Size) -> Size { list.contentSize }

  public override var dismissesOnOutsideClick: Bool { true }

  /// Dismisses the menu, then runs the action.
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
      KeyCommand(
        keys: list.filters ? [KeyEvent(.enter)] : [KeyEvent(.enter), KeyEvent(.character(" "))], title: "choose"
      ) { [weak self] in self?.list.chooseSelected() },
      KeyCommand(KeyEvent(.escape), title: "close") { [weak self] in self?.dismiss() },
    ]
  }
}
