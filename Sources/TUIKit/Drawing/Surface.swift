/// A grid of cells that views draw into, and that a ``Screen`` shows.
///
/// Whatever is written here is text for people: the surface makes control characters visible and never lets half of a
/// wide character stand.
public final class Surface {
  /// Columns and lines.
  public private(set) var size: Size
  /// The cells, line by line. Memory of our own, because an array would check its owner at every cell.
  private(set) var cells: UnsafeMutableBufferPointer<Cell>
  /// The clusters that cells refer to by number.
  private(set) var clusters: [String] = []
  private var clusterNumbers: [String: UInt32] = [:]
  /// Counts how often the numbers of clusters have lost their meaning.
  private(set) var generation = 0

  /// More clusters than this are sorted out: those that no cell shows any more are forgotten.
  private static let clusterLimit = 16_384

  /// Blank cells; a size below zero is none.
  public init(size: Size) {
    self.size = size.clamped
    cells = Self.allocate(size.clamped)
  }

  deinit {
    cells.deallocate()
  }

  /// All cells.
  public var bounds: Rect { Rect(size: size) }

  /// Changes the size and blanks everything.
  public func resize(to size: Size) {
    cells.deallocate()
    self.size = size.clamped
    cells = Self.allocate(size.clamped)
    clusters = []
    clusterNumbers = [:]
    generation += 1
  }

  private static func allocate(_ size: Size) -> UnsafeMutableBufferPointer<Cell> {
    let cells = UnsafeMutableBufferPointer<Cell>.allocate(capacity: size.width * size.height)
    cells.initialize(repeating: .blank)
    return cells
  }

  // MARK: Looking

  /// What the cell at `point` shows; a space where there is nothing, and an empty string for the right half of a wide
  /// character and for what lies outside.
  public func text(at point: Point) -> String {
    guard bounds.contains(point) else { return "" }
    return text(of: cells[point.y * size.width + point.x])
  }

  /// How a cell looks; plain outside.
  public func style(at point: Point) -> Style {
    bounds.contains(point) ? cells[point.y * size.width + point.x].style : Style()
  }

  /// One line as text, without trailing blanks.
  public func line(_ y: Int) -> String {
    guard y >= 0, y < size.height else { return "" }
    var text = ""
    for x in 0..<size.width { text += self.text(of: cells[y * size.width + x]) }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// All lines, without trailing blanks, a line feed between them.
  public var text: String {
    (0..<size.height).map(line).joined(separator: "\n")
  }

  func text(of cell: Cell) -> String {
    if cell.isContinuation { return "" }
    if let index = cell.clusterIndex { return clusters[index] }
    return Unicode.Scalar(cell.content).map { String($0) } ?? " "
  }

  // MARK: Drawing

  /// Makes this an exact copy of `other`.
  public func copy(_ other: Surface) {
    if size != other.size { resize(to: other.size) }
    _ = cells.update(fromContentsOf: other.cells)
    clusters = other.clusters
    clusterNumbers = other.clusterNumbers
    generation += 1
  }

  /// Puts a glyph into one or two cells, which must lie inside; what a wide character loses half of becomes blank.
  func put(_ glyph: Glyph, x: Int, y: Int, style: Style) {
    // Numbering a cluster may renumber all cells, so it comes first.
    let content = glyph.cluster.map { number(of: $0) | Cell.clusterFlag } ?? glyph.scalar.value
    let index = y * size.width + x
    releaseHalves(from: x, to: x + glyph.width, y: y)
    cells[index] = Cell(content: content, style: style)
    if glyph.width == 2 { cells[index + 1] = Cell(content: Cell.continuation, style: style) }
  }

  /// Puts printable ASCII characters into cells that must lie inside.
  func put(_ bytes: UnsafeBufferPointer<UInt8>.SubSequence, x: Int, y: Int, style: Style) {
    releaseHalves(from: x, to: x + bytes.count, y: y)
    var index = y * size.width + x
    for byte in bytes {
      cells[index] = Cell(content: UInt32(byte), style: style)
      index += 1
    }
  }

  /// Puts one character, one column wide, into all cells of `rect`, which must lie inside.
  func fill(_ rect: Rect, with scalar: Unicode.Scalar, style: Style) {
    let cell = Cell(content: scalar.value, style: style)
    for y in rect.minY..<rect.maxY {
      releaseHalves(from: rect.minX, to: rect.maxX, y: y)
      let start = y * size.width
      UnsafeMutableBufferPointer(rebasing: cells[start + rect.minX..<start + rect.maxX]).update(repeating: cell)
    }
  }

  func setStyle(_ style: Style, x: Int, y: Int) {
    cells[y * size.width + x].style = style
  }

  /// The columns `from ..< to` are about to be overwritten: wide characters that reach out of them become blank there.
  @inline(__always)
  private func releaseHalves(from: Int, to: Int, y: Int) {
    let line = y * size.width
    if from > 0, cells[line + from].isContinuation { cells[line + from - 1].content = 0x20 }
    if to < size.width, cells[line + to].isContinuation { cells[line + to].content = 0x20 }
  }

  // MARK: Clusters

  private func number(of cluster: String) -> UInt32 {
    if let number = clusterNumbers[cluster] { return number }
    if clusters.count >= Self.clusterLimit { forgetUnusedClusters() }
    let number = UInt32(clusters.count)
    clusters.append(cluster)
    clusterNumbers[cluster] = number
    return number
  }

  private func forgetUnusedClusters() {
    let old = clusters
    clusters = []
    clusterNumbers = [:]
    generation += 1
    for index in cells.indices {
      guard let number = cells[index].clusterIndex else { continue }
      let cluster = old[number]
      let renumbered = clusterNumbers[cluster] ?? UInt32(clusters.count)
      if renumbered == clusters.count {
        clusters.append(cluster)
        clusterNumbers[cluster] = renumbered
      }
      cells[index].content = renumbered | Cell.clusterFlag
    }
  }
}

extension Size {
  /// Without negative sides.
  fileprivate var clamped: Size { Size(width: max(0, width), height: max(0, height)) }
}
