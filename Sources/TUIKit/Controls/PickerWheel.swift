/// One wheel of a ``Picker``: the number of its rows, the chosen one, and the views of the visible rows.
@MainActor
struct PickerWheel {
  private(set) var rowCount = 0
  private(set) var width = 0
  /// The chosen row; -1 without rows.
  private(set) var selected: Int
  /// Whether the delegate makes views for the rows.
  private var hasViews = false
  private var views: [Int: PickerRowView] = [:]

  /// The number of rows that are measured.
  private static let measuredRowCount = 200

  init(selected: Int = 0) {
    self.selected = selected
  }

  /// Chooses the nearest existing row; returns whether the choice changed.
  mutating func select(_ row: Int) -> Bool {
    let allowed = min(max(row, 0), rowCount - 1)
    defer { selected = allowed }
    return allowed != selected
  }

  /// Reloads the rows.
  ///
  /// The chosen row keeps its number if it still exists.
  mutating func load(_ component: Int, of picker: Picker) {
    rowCount = max(0, picker.dataSource?.picker(picker, numberOfRowsInComponent: component) ?? 0)
    removeViews()
    let first = rowCount > 0 ? view(forRow: 0, component, of: picker, reusing: nil) : nil
    hasViews = first != nil
    let chosenWidth = picker.delegate?.picker(picker, widthForComponent: component)
    width = max(0, chosenWidth ?? fittingWidth(component, of: picker, first))
    _ = select(selected)
  }

  private func fittingWidth(_ component: Int, of picker: Picker, _ first: PickerRowView?) -> Int {
    let rows = 0..<min(rowCount, Self.measuredRowCount)
    guard var view = first else { return rows.map { picker.title($0, component).plain.displayWidth }.max() ?? 0 }
    var width = 0
    for row in rows {
      view = self.view(forRow: row, component, of: picker, reusing: view) ?? view
      width = max(width, view.sizeThatFits(Size(width: 1000, height: 1)).width)
    }
    return width
  }

  private func view(
    forRow row: Int, _ component: Int, of picker: Picker, reusing view: PickerRowView?
  ) -> PickerRowView? {
    picker.delegate?.picker(picker, viewForRow: row, forComponent: component, reusing: view)
  }

  // MARK: Views

  /// The view of a visible row; `nil` where rows show titles.
  func view(ofRow row: Int) -> PickerRowView? { views[row] }

  mutating func removeViews() {
    for view in views.values { view.removeFromSuperview() }
    views = [:]
  }

  /// Makes the views of the visible rows, and removes the others.
  ///
  /// - Complexity: O(visible rows).
  mutating func layoutViews(of component: Int, in picker: Picker, frame: Rect, middle: Int) {
    guard hasViews else { return }
    let first = selected - middle
    let visible = max(0, first)..<max(max(0, first), min(rowCount, first + frame.height))
    var unused = views.filter { !visible.contains($0.key) }.map(\.value)
    views = views.filter { visible.contains($0.key) }
    for row in visible {
      if views[row] == nil {
        let reused = unused.popLast()
        guard let view = view(forRow: row, component, of: picker, reusing: reused) else { continue }
        if view !== reused { reused?.removeFromSuperview() }
        if view.superview !== picker { picker.addSubview(view) }
        views[row] = view
      }
      views[row]?.isSelected = row == selected
      views[row]?.frame = Rect(x: frame.minX + 1, y: row - first, width: width, height: 1)
    }
    for view in unused { view.removeFromSuperview() }
  }
}
