import FoundationEssentials

/// An action on a row.
///
/// The menu of the row lists it, and so does the ``CommandPalette``.
@MainActor
public struct TableViewRowAction {
  /// The title in the menu and the palette.
  public var title: String
  /// A sentence for the palette; empty for none.
  public var detail: String
  /// Other words under which the palette finds the action.
  public var keywords: [String]
  /// The key that runs the action while the menu is open.
  public var key: KeyEvent?
  /// Whether the action is destructive.
  public var role: Menu.Item.Role
  /// Whether the action applies to a row; where it does not, the menu shows it dim and the palette leaves it out.
  public var isEnabled: (IndexPath) -> Bool
  /// Runs the action with the row's current index path.
  public var handler: (IndexPath) -> Void
  /// Called instead when the row has left the table, or the table was reloaded, while the menu was open.
  public var whenGone: () -> Void

  /// Creates an action.
  ///
  /// - Parameters:
  ///   - title: What the menu and the palette show.
  ///   - detail: A sentence for the palette.
  ///   - keywords: Other words under which the palette finds the action.
  ///   - key: The key that runs the action while the menu is open.
  ///   - role: Whether the action destroys something.
  ///   - isEnabled: Whether the action makes sense for a row.
  ///   - whenGone: Runs instead of `handler` when the row is no longer known; see ``whenGone``.
  ///   - handler: Receives the row's index path at the moment of the call, also after batches.
  public init(
    _ title: String, detail: String = "", keywords: [String] = [], key: KeyEvent? = nil,
    role: Menu.Item.Role = .standard, isEnabled: @escaping (IndexPath) -> Bool = { _ in true },
    whenGone: @escaping () -> Void = {},
    handler: @escaping (IndexPath) -> Void
  ) {
    self.title = title
    self.detail = detail
    self.keywords = keywords
    self.key = key
    self.role = role
    self.isEnabled = isEnabled
    self.whenGone = whenGone
    self.handler = handler
  }
}

extension TableView {
  func makeActionCommand() -> KeyCommand {
    KeyCommand(
      KeyEvent(.character(".")), KeyEvent(.function(10), .shift), title: "actions",
      detail: "Show the actions for this row", keywords: ["menu"],
      isEnabled: { [weak self] in self?.rowActions.isEmpty == false && self?.isEmpty == false }
    ) { [weak self] in self?.showRowActions() }
  }

  /// The row actions as commands for the selected row.
  ///
  /// They have no keys: only the palette lists them.
  var rowActionCommands: [KeyCommand] {
    rowActions.map { action in
      KeyCommand(
        keys: [], title: action.title, detail: action.detail.isEmpty ? nil : action.detail, keywords: action.keywords,
        role: action.role == .destructive ? .destructive : .standard, isHint: false, actsOnSelection: true,
        isEnabled: { [weak self] in self?.selectedIndexPath.map(action.isEnabled) ?? false }
      ) { [weak self] in
        if let path = self?.selectedIndexPath, action.isEnabled(path) { action.handler(path) }
      }
    }
  }

  /// Selects the row under a click of the right button and shows its actions.
  func showRowActions(at point: Point) {
    becomeFirstResponder()
    guard let path = indexPathForRow(at: point) else { return }
    highlight(RowIndex(path), notify: true)
    delegate?.tableViewDidUpdate(self)
    showRowActions()
  }

  /// Opens the menu of ``rowActions`` beside the selected row.
  ///
  /// - Complexity: O(*n*), where *n* is the number of actions.
  public func showRowActions() {
    loadIfNeeded()
    viewport.followSelection(withTitles: false)
    layoutIfNeeded()
    guard let selected = selection.row, let controller = nearestViewController else { return }
    selection.openMenu(at: selected)
    let items = rowActions.map { action in
      Menu.Item(action.title, key: action.key, role: action.role, isEnabled: action.isEnabled(selected.path)) {
        [weak self] in
        guard let self else { return }
        // The row may have moved while the menu was open, or may have left the table: also in a batch that waits.
        loadIfNeeded()
        let row = selection.menuRow
        // First, because the action may open a menu itself.
        selection.closeMenu()
        if let row { action.handler(row.path) } else { action.whenGone() }
      }
    }
    let frame = presenter.cell(at: selected)?.frame ?? bounds
    let place = Rect(x: frame.minX + 2, y: frame.minY, width: frame.width, height: frame.height)
    Menu(items: items).present(from: controller, at: place.offset(by: convertToWindow(.zero)))
  }

  /// Remembers the selected row, and returns whether it is still in the table when it is called.
  ///
  /// That is `false` after the table was loaded again, which forgets the rows, and `true` without a selected row.
  /// Opening the menu of a row ends it.
  public func makeRowCheck() -> @MainActor () -> Bool {
    guard let row = selection.row else { return { true } }
    selection.openMenu(at: row)
    return { [weak self] in
      self?.loadIfNeeded()
      return self?.selection.menuRow != nil
    }
  }

  private var nearestViewController: ViewController? {
    var responder: Responder? = next
    while let current = responder {
      if let controller = current as? ViewController { return controller }
      responder = current.next
    }
    return nil
  }
}
