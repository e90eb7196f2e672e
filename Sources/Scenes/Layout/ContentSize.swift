/// The size of what a component contains.
@MainActor
enum ContentSize {
  static func measure(_ element: Element, in room: CellSize) -> CellSize {
    switch element.kind {
    case .stack, .box: return FlowLayout.measure(element, in: room)
    case .grid: return GridLayout.measure(element, in: room)
    case .text:
      // The usual text needs no line breaks.
      if case .line(_, let columns) = element.plainText, columns <= room.width, element.number(.maxLines) >= 1 {
        return CellSize(width: columns, height: 1)
      }
      element.laidOutColumns = nil
      let block = TextLines.block(of: element, width: room.width)
      return CellSize(width: block.width, height: block.lines.count)
    case .rule:
      return element.option(.direction) == 1
        ? CellSize(width: room.width, height: 1) : CellSize(width: 1, height: room.height)
    case .bar: return CellSize(width: room.width, height: 1)
    case .image: return image(element, in: room)
    case .artboard, .list, .sparkline: return element.content?.measure(in: room) ?? CellSize(width: 0, height: 0)
    case .scroll:
      let isHorizontal = element.option(.direction) == 1
      let inner =
        isHorizontal ? CellSize(width: 100_000, height: room.height) : CellSize(width: room.width, height: 100_000)
      var size = CellSize(width: 0, height: 0)
      for child in element.children {
        let child = LayoutEngine.measure(child, in: inner)
        size = CellSize(width: max(size.width, child.width), height: max(size.height, child.height))
      }
      return CellSize(width: min(size.width, room.width), height: min(size.height, room.height))
    case .spacer, .run, .values: return CellSize(width: 0, height: 0)
    }
  }

  /// An image has two pixels in a cell, one above the other.
  private static func image(_ element: Element, in room: CellSize) -> CellSize {
    guard case .image(let image?) = element.value(.image) else { return CellSize(width: 0, height: 0) }
    return CellSize(width: min(image.width, room.width), height: min((image.height + 1) / 2, room.height))
  }
}
