// Places the rows of a list, from the first visible item on.
extension ListContent {
  /// The number of items that a list without a fixed height measures at most.
  private static let measureLimit = 1_000

  private var isHorizontal: Bool { element.option(.direction) == 1 }

  /// The index of the first visible item, which scrolling moves.
  private func first(of count: Int) -> Int { min(element.cells(.offset), max(0, count - 1)) }

  private func size(of machine: StateMachine, in room: CellSize) -> CellSize {
    machine.artboard.tree.root.map { LayoutEngine.measure($0, in: room) } ?? CellSize(width: 0, height: 0)
  }

  func measure(in room: CellSize) -> CellSize {
    let gap = element.cells(.gap)
    let isHorizontal = isHorizontal
    var (length, breadth) = (0, 0)
    let items = items
    var index = first(of: items.count)
    let end = min(items.count, index + Self.measureLimit)
    while index < end, length < (isHorizontal ? room.width : room.height) {
      let row = rows[index] ?? self.row(at: index, items[index])
      index += 1
      guard let machine = row.machine else { continue }
      let size = size(of: machine, in: room)
      length += (length > 0 ? gap : 0) + (isHorizontal ? size.width : size.height)
      breadth = max(breadth, isHorizontal ? size.height : size.width)
    }
    return isHorizontal ? CellSize(width: length, height: breadth) : CellSize(width: breadth, height: length)
  }

  func place(in frame: CellRect) {
    let gap = element.cells(.gap)
    let isHorizontal = isHorizontal
    let items = items
    let room = CellSize(width: frame.width, height: frame.height)
    let end = isHorizontal ? frame.width : frame.height
    var position = 0
    var index = first(of: items.count)
    while index < items.count, position < end {
      let row = rows[index] ?? self.row(at: index, items[index])
      index += 1
      guard let machine = row.machine else { continue }
      let size = size(of: machine, in: room)
      row.frame =
        isHorizontal
        ? CellRect(x: frame.x + position, y: frame.y, width: size.width, height: frame.height)
        : CellRect(x: frame.x, y: frame.y + position, width: frame.width, height: size.height)
      machine.artboard.setHostSize(CellSize(width: row.frame.width, height: row.frame.height))
      // An artboard without height would make every item visible.
      position += max(1, isHorizontal ? size.width : size.height) + gap
    }
  }
}
