import Glibc

/// Lines that have moved except for their last columns: a list that was scrolled beside an index that was not.
///
/// ncurses itself finds whole lines that have moved. Where the last columns stay in place, no whole line has moved, and
/// ncurses would write all lines again.
struct LineShift: Equatable {
  /// The lines between which they have moved, before and after.
  var lines: Range<Int>
  /// The number of lines by which they have moved up; negative for down.
  var distance: Int

  /// Columns at the right edge that may stay in place.
  static let edge = 2
  /// Writing fewer lines costs as little as moving them.
  private static let fewest = 4

  init(lines: Range<Int>, distance: Int) {
    self.lines = lines
    self.distance = distance
  }

  /// The movement of most lines; `nil` when too few lines have moved, or ncurses finds the movement itself.
  ///
  /// - Complexity: O(lines²) comparisons, which end at the first cells that differ.
  init?(from old: UnsafeBufferPointer<Cell>, to new: UnsafeBufferPointer<Cell>, size: Size) {
    let width = size.width - Self.edge
    guard width > 0, size.height > Self.fewest else { return nil }
    func part(_ cells: UnsafeBufferPointer<Cell>, _ line: Int) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: cells[line * size.width..<line * size.width + width]))
    }
    func edge(_ cells: UnsafeBufferPointer<Cell>, _ line: Int) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: cells[line * size.width + width..<(line + 1) * size.width]))
    }
    func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
      guard let one = left.baseAddress, let other = right.baseAddress else { return true }
      return memcmp(one, other, left.count) == 0
    }
    let changed = (0..<size.height).filter { !areEqual(part(old, $0), part(new, $0)) }
    guard changed.count >= Self.fewest, let first = changed.first, let last = changed.last else { return nil }
    var votes: [Int: Int] = [:]
    for line in changed {
      let text = part(new, line)
      var places = (first...last).lazy.filter { areEqual(part(old, $0), text) }.makeIterator()
      // Lines that look alike cannot be matched.
      guard let place = places.next(), places.next() == nil else { continue }
      votes[place - line, default: 0] += 1
    }
    guard let (distance, count) = votes.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), count >= Self.fewest,
      2 * count >= changed.count
    else { return nil }
    let moved = (first...last).filter {
      first...last ~= $0 + distance && areEqual(part(old, $0 + distance), part(new, $0))
    }
    guard let top = moved.first, let bottom = moved.last,
      2 * moved.count(where: { !areEqual(edge(old, $0 + distance), edge(new, $0)) }) > moved.count
    else { return nil }
    self.distance = distance
    lines = min(top, top + distance)..<max(bottom, bottom + distance) + 1
  }
  /// Moves the lines of a screen; lines that nothing moves to become unknown.
  func move(_ cells: UnsafeMutableBufferPointer<Cell>, width: Int) {
    guard let start = cells.baseAddress else { return }
    let count = lines.count - abs(distance)
    let (from, to) = (lines.lowerBound + max(distance, 0), lines.lowerBound + max(-distance, 0))
    // The memory of both may overlap.
    (start + to * width).update(from: start + from * width, count: count * width)
    let unknown = distance > 0 ? to + count : lines.lowerBound
    (start + unknown * width).update(repeating: Cell(content: 0, style: Style()), count: abs(distance) * width)
  }

  /// Whether some cells of two screens are the same.
  static func areEqual(
    _ left: UnsafeBufferPointer<Cell>, _ right: UnsafeBufferPointer<Cell>, _ range: Range<Int>
  ) -> Bool {
    guard let one = left.baseAddress, let other = right.baseAddress else { return true }
    return memcmp(one + range.lowerBound, other + range.lowerBound, range.count * MemoryLayout<Cell>.stride) == 0
  }
}
