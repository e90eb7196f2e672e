import FoundationEssentials

/// Something that can be done with a row, as it stands in the menu of the row.
@MainActor
public struct TableViewRowAction {
  /// What the menu says.
  public var title: String
  /// The key that does it while the menu is open.
  public var key: KeyEvent?
  /// Whether it destroys something.
  public var role: Menu.Item.Role
  /// Whether it makes sense for a row.
  public var isEnabled: (IndexPath) -> Bool
  /// Does it. The index path is that of the row at this moment.
  public var handler: (IndexPath) -> Void
  /// Runs instead when the row was deleted while the menu was open.
  public var whenDeleted: () -> Void

  /// - Parameters:
  ///   - title: what the menu says.
  ///   - key: does it while the menu is open.
  ///   - role: whether it destroys something.
  ///   - isEnabled: whether it fits a row; one that does not is dim in its menu.
  ///   - whenDeleted: runs instead of `handler` when the row was deleted while the menu was open.
  ///   - handler: gets the row as it is now, wherever it has gone meanwhile.
  public init(
    _ title: String, key: KeyEvent? = nil, role: Menu.Item.Role = .standard,
    isEnabled: @escaping (IndexPath) -> Bool = { _ in true }, whenDeleted: @escaping () -> Void = {},
    handler: @escaping (IndexPath) -> Void
  ) {
    self.title = title
    self.key = key
    self.role = role
    self.isEnabled = isEnabled
    self.whenDeleted = whenDeleted
    self.handler = handler
  }
}

extension TableView {
  func makeActionCommand() -> KeyCommand {
    KeyCommand(
      KeyEvent(.character(".")), KeyEvent(.function(10), .shift), title: "actions",
      detail: "What can be done with this row",
      isEnabled: { [weak self] in self?.rowActions.isEmpty == false && self?.isEmpty == false }
    ) { [weak self] in self?.showRowActions() }
  }

  /// A click with the right button is about the row under it.
  func showRowActions(at point: Point) {
    becomeFirstResponder()
    guard let path = indexPathForRow(at: point) else { return }
    highlight(RowIndex(path), notify: true)
    delegate?.tableViewDidUpdate(self)
    showRowActions()
  }

  /// Opens the menu of ``rowActions`` beside the selected row.
  public func showRowActions() {
    loadIfNeeded()
    followSelection(withTitles: false)
    layoutIfNeeded()
    guard let selected, let controller = nearestViewController else { return }
    menuRow = selected
    let items = rowActions.map { action in
      Menu.Item(action.title, key: action.key, role: action.role, isEnabled: action.isEnabled(selected.path)) {
        [weak self] in
        // The row may have gone elsewhere while the menu was open, or for good.
        guard let self else { return }
        if let row = menuRow { action.handler(row.path) } else { action.whenDeleted() }
        menuRow = nil
      }
    }
    let frame = presentations[.row(selected)]?.view.frame ?? bounds
    let place = Rect(x: frame.minX + 2, y: frame.minY, width: frame.width, height: frame.height)
    Menu(items: items).present(from: controller, at: place.offset(by: convertToWindow(.zero)))
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
