/// Finds the differences between two cells on screen.
@MainActor
enum CellComparison {
  /// The parts of `new` with another text than `old`, extended to whole runs of text, which end at two blanks (the
  /// columns of a table are further apart than words).
  ///
  /// - Returns: The parts; `nil` without a difference.
  /// - Complexity: O(area).
  static func changedRegions(from old: TableViewCell, to new: TableViewCell, size: Size) -> [Rect]? {
    guard !size.isEmpty else { return nil }
    let surface = Surface(size: Size(width: size.width, height: size.height * 2))
    let canvas = Canvas(surface)
    let glow = old.glow
    let wasSelected = old.isSelected
    old.glow = 0
    old.isSelected = new.isSelected
    old.drawTree(in: canvas.part(Rect(size: size)))
    new.drawTree(in: canvas.part(Rect(x: 0, y: size.height, width: size.width, height: size.height)))
    old.glow = glow
    old.isSelected = wasSelected
    var regions: [Rect] = []
    for y in 0..<size.height {
      let before = surface.cells[y * size.width..<(y + 1) * size.width].map(\.content)
      let after = surface.cells[(y + size.height) * size.width..<(y + size.height + 1) * size.width].map(\.content)
      var x = 0
      while x < size.width {
        guard before[x] != after[x] else {
          x += 1
          continue
        }
        let run = run(around: x, in: after)
        if let last = regions.last, last.minY == y, run.lowerBound <= last.maxX {
          regions[regions.count - 1] = last.union(
            Rect(x: run.lowerBound, y: y, width: run.count, height: 1))
        } else {
          regions.append(Rect(x: run.lowerBound, y: y, width: run.count, height: 1))
        }
        x = run.upperBound
      }
    }
    return regions.isEmpty ? nil : regions
  }

  private static func run(around x: Int, in line: [UInt32]) -> Range<Int> {
    let blank: UInt32 = 0x20
    func isGap(_ x: Int) -> Bool {
      line[x] == blank && (x + 1 >= line.count || line[x + 1] == blank || x == 0 || line[x - 1] == blank)
    }
    guard !isGap(x) else { return x..<x + 1 }
    var start = x
    while start > 0, !isGap(start - 1) { start -= 1 }
    var end = x + 1
    while end < line.count, !isGap(end) { end += 1 }
    return start..<end
  }
}
