import TUIKit

extension ApplicationPilot {
  /// The invariants of every program that do not hold now, in words; empty when all hold.
  ///
  /// - There is at most one first responder. It is in the window, is not inside a hidden view, and keys reach the
  ///   controller in front.
  /// - The cursor is on the screen.
  /// - The selection of a table, a picker or a segmented control exists.
  /// - No scroll view is scrolled beyond its content.
  ///
  /// - Complexity: O(*n*) for *n* views.
  public var violations: [String] {
    let window = application.window
    var found: [String] = []
    if let first = window.firstResponder { found += Self.violations(of: first, in: window) }
    if let cursor = window.cursorPosition, !window.contentView.bounds.contains(cursor) {
      found.append("the cursor is outside the screen, at \(cursor.x), \(cursor.y)")
    }
    visit(window.contentView, found: &found)
    return found
  }

  private static func violations(of first: Responder, in window: Window) -> [String] {
    var found: [String] = []
    if first.window !== window { found.append("the first responder, \(first), is not in the window") }
    var view = first as? View
    while let current = view {
      if current.isHidden { found.append("the first responder, \(first), is inside \(current), which is hidden") }
      view = current.superview
    }
    if let top = window.topViewController, !window.responderChain.contains(where: { $0 === top }) {
      found.append("keys do not reach the controller in front, \(top)")
    }
    return found
  }

  private func visit(_ view: View, found: inout [String]) {
    switch view {
    case let table as TableView: found += Self.violations(of: table)
    case let picker as Picker:
      for component in 0..<picker.numberOfComponents {
        let (row, count) = (picker.selectedRow(inComponent: component), picker.numberOfRows(inComponent: component))
        if row >= count || row < min(0, count - 1) { found.append("row \(row) of \(count) is selected in \(picker)") }
      }
    case let control as SegmentedControl:
      if let index = control.selectedSegmentIndex, !control.segments.indices.contains(index) {
        found.append("segment \(index) is selected in \(control), which has \(control.segments.count)")
      }
    case let scroll as ScrollView:
      if scroll.contentOffset < 0 || scroll.contentOffset > scroll.maximumOffset {
        found.append("\(scroll) has scrolled to \(scroll.contentOffset) of \(scroll.maximumOffset)")
      }
    default: break
    }
    if view.frame.width < 0 || view.frame.height < 0 { found.append("\(view) has the size \(view.frame.size)") }
    for subview in view.subviews { visit(subview, found: &found) }
  }

  private static func violations(of table: TableView) -> [String] {
    var found: [String] = []
    let rows = table.numberOfRows
    if let path = table.selectedIndexPath, table.position(of: path) == nil {
      found.append("a missing row is selected: \(path)")
    }
    if table.selectedIndexPath == nil, rows > 0, !table.allowsEmptySelection { found.append("no row is selected") }
    if table.numberOfMarkedRows > rows { found.append("\(table.numberOfMarkedRows) of \(rows) rows are marked") }
    if table.contentOffset < 0 { found.append("the table has scrolled to \(table.contentOffset)") }
    if let inconsistency = table.lastInconsistency { found.append("\(inconsistency)") }
    return found
  }
}
