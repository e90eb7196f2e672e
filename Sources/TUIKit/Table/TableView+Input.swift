/// Keys and the mouse.
extension TableView {
  /// The lines that one turn of the wheel scrolls.
  static let wheelLines = 3

  func makeKeyCommands() -> [KeyCommand] {
    [
      KeyCommand(
        KeyEvent(.down), KeyEvent(.character("j")), title: "down", detail: "The next row", isHint: false
      ) { [weak self] in self?.moveSelection(by: 1) },
      KeyCommand(
        KeyEvent(.up), KeyEvent(.character("k")), title: "up", detail: "The row before", isHint: false
      ) { [weak self] in self?.moveSelection(by: -1) },
      KeyCommand(
        KeyEvent(.pageDown), KeyEvent(.character("f"), .control), title: "page down", detail: "One page on",
        isHint: false
      ) { [weak self] in self?.moveSelection(byPages: 1) },
      KeyCommand(
        KeyEvent(.pageUp), KeyEvent(.character("b"), .control), title: "page up", detail: "One page back",
        isHint: false
      ) { [weak self] in self?.moveSelection(byPages: -1) },
      KeyCommand(
        KeyEvent(.home), KeyEvent(.character("g")), title: "first", detail: "The first row", isHint: false
      ) { [weak self] in self?.selectFirstRow() },
      KeyCommand(
        KeyEvent(.end), KeyEvent(.character("G")), title: "last", detail: "The last row", isHint: false
      ) { [weak self] in self?.selectLastRow() },
      KeyCommand(KeyEvent(.enter), title: "choose", detail: "Choose the selected row", isHint: false) { [weak self] in
        self?.chooseSelectedRow()
      },
    ]
  }

  func handleMouse(_ event: MouseEvent) -> Bool {
    let point = convertFromWindow(event.location)
    switch event.action {
    case .scrollDown: scroll(by: Self.wheelLines)
    case .scrollUp: scroll(by: -Self.wheelLines)
    case .press where event.button == .left: press(at: point)
    case .drag where event.button == .left && dragsScrollMark: scrollMark(to: point.y)
    case .release:
      dragsScrollMark = false
      return false
    default: return false
    }
    return true
  }

  private func press(at point: Point) {
    becomeFirstResponder()
    endCrossFade()
    if point.x == bounds.width - 1, scrollMark != nil {
      dragsScrollMark = true
      return scrollMark(to: point.y)
    }
    guard let path = indexPathForRow(at: point) else { return }
    let row = RowIndex(path)
    if row == selected { return chooseSelectedRow() }
    highlight(row, notify: true)
    followSelection(withTitles: false)
    delegate?.tableViewDidUpdate(self)
  }

  /// Brings the scroll mark's middle to a line.
  private func scrollMark(to line: Int) {
    guard let mark = scrollMark else { return }
    let room = max(1, bounds.height - mark.count)
    let place = min(max(line - mark.count / 2, 0), room)
    let travel = geometry.height - bounds.height
    scroll(by: Int((Double(place) / Double(room) * Double(travel)).rounded()) - contentOffset)
  }
}
