/// Places the children of a grid in columns of equal width, line by line.
@MainActor
enum GridLayout {
  private static func rows(of element: Element, width: Int) -> (columnWidth: Int, rows: [[Element]]) {
    let columns = max(1, min(element.cells(.columns), 1_000))
    let gaps = element.cells(.columnGap) * (columns - 1)
    let children = element.children.filter { $0.isVisible && $0.kind != .values }
    let rows = stride(from: 0, to: children.count, by: columns).map { start in
      Array(children[start..<min(start + columns, children.count)])
    }
    return (max(0, (width - gaps) / columns), rows)
  }

  private static func height(of row: [Element], _ width: Int, in room: Int) -> Int {
    row.reduce(0) { max($0, LayoutEngine.measure($1, in: CellSize(width: width, height: room)).height) }
  }

  static func measure(_ element: Element, in room: CellSize) -> CellSize {
    let insets = ElementInsets(element)
    let inner = max(0, room.width - insets.width)
    let (width, rows) = rows(of: element, width: inner)
    let gaps = element.cells(.rowGap) * max(0, rows.count - 1)
    let height = rows.reduce(0) { $0 + self.height(of: $1, width, in: room.height) }
    return CellSize(width: room.width, height: height + gaps + insets.height)
  }

  static func place(_ element: Element, in frame: CellRect) {
    let (width, rows) = rows(of: element, width: frame.width)
    var y = frame.y
    for row in rows {
      let height = height(of: row, width, in: frame.height)
      var x = frame.x
      for child in row {
        let size = LayoutEngine.measure(child, in: CellSize(width: width, height: height))
        let fills = SizeMode(child, .width, .widthMode).isFit
        LayoutEngine.place(child, CellRect(x: x, y: y, width: fills ? width : size.width, height: size.height))
        x += width + element.cells(.columnGap)
      }
      y += height + element.cells(.rowGap)
    }
  }
}
