/// Input from keys and the mouse.
extension TableView {
  /// The number of lines that one turn of the wheel scrolls.
  static let wheelLines = 3

  func makeKeyCommands() -> [KeyCommand] {
    [
      KeyCommand(
        KeyEvent(.down), KeyEvent(.character("j")), title: "down", detail: "The next row", role: .movement,
        isHint: false
      ) { [weak self] in self?.moveSelection(by: 1) },
      KeyCommand(
        KeyEvent(.up), KeyEvent(.character("k")), title: "up", detail: "The previous row", role: .movement,
        isHint: false
      ) { [weak self] in self?.moveSelection(by: -1) },
      KeyCommand(
        KeyEvent(.pageDown), KeyEvent(.character("f"), .control), title: "page down", detail: "One page down",
        role: .movement,
        isHint: false
      ) { [weak self] in self?.moveSelection(byPages: 1) },
      KeyCommand(
        KeyEvent(.pageUp), KeyEvent(.character("b"), .control), title: "page up", detail: "One page up",
        role: .movement,
        isHint: false
      ) { [weak self] in self?.moveSelection(byPages: -1) },
      KeyCommand(
        KeyEvent(.home), KeyEvent(.character("g")), title: "first", detail: "The first row", role: .movement,
        isHint: false
      ) { [weak self] in self?.selectFirstRow() },
      KeyCommand(
        KeyEvent(.end), KeyEvent(.character("G")), title: "last", detail: "The last row", role: .movement, isHint: false
      ) { [weak self] in self?.selectLastRow() },
      KeyCommand(
        KeyEvent(.enter), title: "open", detail: "Open the selected row", isHint: false,
        isEnabled: { [weak self] in
          self.map { $0.selectedIndexPath != nil && !$0.isClaimedAbove(KeyEvent(.enter)) } ?? false
        }
      ) { [weak self] in self?.chooseSelectedRow() },
    ] + makeSectionCommands() + makeReorderingCommands() + makeMarkCommands() + [makeActionCommand()]
  }

  /// Whether a responder above has a command for a key: it says what the key does with the selected row.
  private func isClaimedAbove(_ key: KeyEvent) -> Bool {
    sequence(first: next) { $0?.next }.prefix { $0 != nil }.contains { responder in
      responder?.keyCommands.contains { $0.matches(key) && $0.isEnabled() } ?? false
    }
  }

  private func makeSectionCommands() -> [KeyCommand] {
    let hasSections: @MainActor () -> Bool = { [weak self] in self?.geometry.sections.count ?? 0 > 1 }
    return [
      KeyCommand(
        KeyEvent(.down, .control), KeyEvent(.character("}")), title: "next section",
        detail: "The next section", role: .movement, isHint: false, isEnabled: hasSections
      ) { [weak self] in self?.moveSelection(bySections: 1) },
      KeyCommand(
        KeyEvent(.up, .control), KeyEvent(.character("{")), title: "previous section",
        detail: "The beginning of this section, then the previous section", role: .movement, isHint: false,
        isEnabled: hasSections
      ) { [weak self] in self?.moveSelection(bySections: -1) },
    ]
  }

  func handleMouse(_ event: MouseEvent) -> Bool {
    let point = convertFromWindow(event.location)
    switch event.action {
    case .scrollDown: scroll(by: Self.wheelLines)
    case .scrollUp: scroll(by: -Self.wheelLines)
    case .press where event.button == .left: press(at: point, event.modifiers)
    case .press where event.button == .right && !rowActions.isEmpty: showRowActions(at: point)
    case .drag where event.button == .left && viewport.isScrollMarkHeld: dragScrollMark(to: point.y)
    case .drag where event.button == .left && selection.drag != nil: drag(to: point.y)
    case .release:
      viewport.releaseScrollMark()
      return drop()
    default: return false
    }
    return true
  }

  /// Selects a row, or chooses the selected one.
  ///
  /// With Control a click toggles a mark, with Shift it marks the rows from the selected one.
  private func press(at point: Point, _ modifiers: KeyEvent.Modifiers) {
    becomeFirstResponder()
    presenter.endCrossFade()
    // The release of the press before may have gone elsewhere.
    selection.endDrag()
    viewport.releaseScrollMark()
    if point.x >= contentWidth, showsIndexRail || viewport.scrollMark != nil {
      viewport.holdScrollMark()
      return dragScrollMark(to: point.y)
    }
    guard let path = indexPathForRow(at: point) else {
      if let section = sectionOfTitle(at: point) { selectFirstRow(ofSection: section) }
      return
    }
    let row = RowIndex(path)
    let marking = modifiers.intersection([.control, .shift])
    if allowsMultipleSelection, !marking.isEmpty {
      if marking == .control {
        mark(!selection.marks.contains(row), from: row, through: row)
      } else {
        mark(true, from: selection.row ?? row, through: row)
      }
    } else if row == selection.row {
      // A row that may be dragged is chosen when it is released.
      if !beginDrag(of: row, choosesRow: true) { chooseSelectedRow() }
      return
    } else {
      _ = beginDrag(of: row, choosesRow: false)
    }
    highlight(row, notify: true)
    viewport.followSelection(withTitles: false)
    delegate?.tableViewDidUpdate(self)
  }

  /// Scrolls to the section title on a line, or moves the middle of the scroll mark there.
  private func dragScrollMark(to line: Int) {
    if showsIndexRail { return goToTitle(at: line) }
    guard let mark = viewport.scrollMark else { return }
    let room = max(1, bounds.height - mark.count)
    let place = min(max(line - mark.count / 2, 0), room)
    let travel = geometry.height - bounds.height
    scroll(by: Int((Double(place) / Double(room) * Double(travel)).rounded()) - contentOffset)
  }
}
