/// A grid of cells that views draw into, and that a ``Screen`` shows.
///
/// Whatever is written here is text for people: the surface makes control characters visible and never lets half of a
/// wide character stand.
public final class Surface {
  public private(set) var size: Size
  var cells: [Cell]
  /// The clusters that cells refer to by number.
  private(set) var clusters: [String] = []
  private var clusterNumbers: [String: UInt32] = [:]

  public init(size: Size) {
    self.size = size
    cells = Array(repeating: .blank, count: max(0, size.width) * max(0, size.height))
  }

  public var bounds: Rect { Rect(size: size) }

  /// Changes the size and blanks everything.
  public func resize(to size: Size) {
    self.size = Size(width: max(0, size.width), height: max(0, size.height))
    cells = Array(repeating: .blank, count: self.size.width * self.size.height)
    clusters = []
    clusterNumbers = [:]
  }

  /// What the cell at `point` shows; a space where there is nothing, and an empty string for the right half of a wide
  /// character and for what lies outside.
  public func text(at point: Point) -> String {
    guard bounds.contains(point) else { return "" }
    return text(of: cells[point.y * size.width + point.x])
  }

  public func style(at point: Point) -> Style {
    bounds.contains(point) ? cells[point.y * size.width + point.x].style : Style()
  }

  /// One line as text, without trailing blanks.
  public func line(_ y: Int) -> String {
    guard y >= 0, y < size.height else { return "" }
    var text = ""
    for cell in cells[y * size.width..<(y + 1) * size.width] { text += self.text(of: cell) }
    while text.last == " " { text.removeLast() }
    return text
  }

  func text(of cell: Cell) -> String {
    if cell.isContinuation { return "" }
    if let index = cell.clusterIndex { return clusters[index] }
    return Unicode.Scalar(cell.content).map { String($0) } ?? " "
  }

  /// Puts a glyph into one or two cells; what a wide character loses half of becomes blank.
  func put(_ glyph: Glyph, x: Int, y: Int, style: Style) {
    let index = y * size.width + x
    releaseHalves(index, x: x)
    var content = glyph.scalar.value
    if let cluster = glyph.cluster { content = number(of: cluster) | Cell.clusterFlag }
    if glyph.width == 2 {
      releaseHalves(index + 1, x: x + 1)
      cells[index + 1] = Cell(content: Cell.continuation, style: style)
    }
    cells[index] = Cell(content: content, style: style)
  }

  /// The cell at `index` is about to be overwritten: if it is half of a wide character, the other half becomes blank.
  @inline(__always)
  private func releaseHalves(_ index: Int, x: Int) {
    if cells[index].isContinuation, x > 0 { cells[index - 1].content = 0x20 }
    if x + 1 < size.width, cells[index + 1].isContinuation { cells[index + 1].content = 0x20 }
  }

  private func number(of cluster: String) -> UInt32 {
    if let number = clusterNumbers[cluster] { return number }
    let number = UInt32(clusters.count)
    clusters.append(cluster)
    clusterNumbers[cluster] = number
    return number
  }

  func setStyle(_ style: Style, x: Int, y: Int) {
    cells[y * size.width + x].style = style
  }
}
