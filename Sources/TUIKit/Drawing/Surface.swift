/// A grid of cells that views draw into, and that a ``Screen`` shows.
///
/// A surface shows text: it makes control characters visible and never keeps half of a wide character.
public final class Surface {
  /// The number of columns and lines.
  public private(set) var size: Size
  /// The cells, line by line, in manually managed memory: an array would check for unique ownership at every cell.
  private(set) var cells: UnsafeMutableBufferPointer<Cell>
  /// The clusters that cells refer to by number.
  private(set) var clusters: [String] = []
  private var clusterNumbers: [String: UInt32] = [:]
  /// Whether the screen shows colours; set by the window that draws.
  var isColored = true
  /// The number of times that the clusters were renumbered.
  private(set) var generation = 0

  /// Above this number of clusters, those that no cell shows any more are removed.
  private static let clusterLimit = 16_384

  /// Creates a surface of blank cells; a negative size is empty.
  public init(size: Size) {
    self.size = size.clamped
    cells = Self.allocate(size.clamped)
  }

  deinit {
    cells.deallocate()
  }

  /// The rectangle of all cells.
  public var bounds: Rect { Rect(size: size) }

  /// Changes the size and blanks everything.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cells.
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

  // MARK: Reading

  /// The text of the cell at `point`; a space for a blank cell, and an empty string for the right half of a wide
  /// character and outside of the surface.
  public func text(at point: Point) -> String {
    guard bounds.contains(point) else { return "" }
    return text(of: cells[point.y * size.width + point.x])
  }

  /// The style of a cell; plain outside of the surface.
  public func style(at point: Point) -> Style {
    bounds.contains(point) ? cells[point.y * size.width + point.x].style : Style()
  }

  /// One line as text, without trailing blanks.
  ///
  /// - Complexity: O(*n*), where *n* is the width of the surface.
  public func line(_ y: Int) -> String {
    guard y >= 0, y < size.height else { return "" }
    var text = ""
    for x in 0..<size.width { text += self.text(of: cells[y * size.width + x]) }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// All lines, without trailing blanks, a line feed between them.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cells.
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
  ///
  /// - Complexity: O(*n*), where *n* is the number of cells.
  public func copy(_ other: Surface) {
    if size != other.size { resize(to: other.size) }
    _ = cells.update(fromContentsOf: other.cells)
    clusters = other.clusters
    clusterNumbers = other.clusterNumbers
    generation += 1
  }

  /// Writes a glyph into one or two cells, which must be inside.
  ///
  /// The rest of a halved wide character becomes blank.
  func put(_ glyph: Glyph, x: Int, y: Int, style: Style) {
    // This may renumber the clusters of all cells, so it has to be done first.
    let content = glyph.cluster.map { number(of: $0) | Cell.clusterFlag } ?? glyph.scalar.value
    let index = y * size.width + x
    releaseHalves(from: x, to: x + glyph.width, y: y)
    cells[index] = Cell(content: content, style: style)
    if glyph.width == 2 { cells[index + 1] = Cell(content: Cell.continuation, style: style) }
  }

  /// Writes printable ASCII characters into cells, which must be inside.
  func put(_ bytes: UnsafeBufferPointer<UInt8>.SubSequence, x: Int, y: Int, style: Style) {
    releaseHalves(from: x, to: x + bytes.count, y: y)
    var index = y * size.width + x
    for byte in bytes {
      cells[index] = Cell(content: UInt32(byte), style: style)
      index += 1
    }
  }

  /// Writes a character of one column into all cells of `rect`, which must be inside.
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

  /// Blanks the wide characters that extend beyond the columns `from ..< to`, before those are overwritten.
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
  /// The size without negative sides.
  fileprivate var clamped: Size { Size(width: max(0, width), height: max(0, height)) }
}
