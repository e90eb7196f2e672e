/// The lines of a text component in the widths that its layout and painting ask for, until the text changes.
@MainActor
final class TextLines: ElementContent {
  private unowned let element: Element
  private var known: [(width: Int, block: TextBlock)] = []
  private var revision = -1

  /// The number of widths that are remembered.
  private static let limit = 4

  private init(_ element: Element) {
    self.element = element
  }

  /// The lines of a component at a width.
  ///
  /// - Complexity: O(length) for a new text or width, else O(1).
  static func block(of element: Element, width: Int) -> TextBlock {
    let lines = element.content as? TextLines ?? TextLines(element)
    element.content = lines
    return lines.block(width: width)
  }

  private func block(width: Int) -> TextBlock {
    if revision != element.revision { known = [] }
    revision = element.revision
    if let match = known.first(where: { $0.width == width }) { return match.block }
    let block = TextBlock(element, width: width)
    if known.count == Self.limit { known.removeFirst() }
    known.append((width, block))
    return block
  }

  func measure(in room: CellSize) -> CellSize {
    let block = block(width: room.width)
    return CellSize(width: block.width, height: block.lines.count)
  }

  func place(in frame: CellRect) {}
}
