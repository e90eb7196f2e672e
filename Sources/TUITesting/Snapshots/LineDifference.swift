/// The difference of two texts, line by line, with two lines of context around each change.
struct LineDifference: CustomStringConvertible {
  enum Line: Equatable {
    case same(String)
    case removed(String)
    case added(String)

    var isSame: Bool { if case .same = self { true } else { false } }
  }

  let lines: [Line]

  init(from old: String, to new: String) {
    let old = old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let new = new.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let changes = new.difference(from: old)
    let removed = Set(changes.removals.map(Self.offset))
    let added = Set(changes.insertions.map(Self.offset))
    var lines: [Line] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if removed.contains(i) {
        lines.append(.removed(old[i]))
        i += 1
      } else if added.contains(j) {
        lines.append(.added(new[j]))
        j += 1
      } else {
        lines.append(.same(old[i]))
        i += 1
        j += 1
      }
    }
    self.lines = lines
  }

  private static func offset(_ change: CollectionDifference<String>.Change) -> Int {
    switch change {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }

  var description: String {
    var text: [String] = []
    var skipped = false
    for (index, line) in lines.enumerated() {
      let near = lines[max(0, index - 2)...min(lines.count - 1, index + 2)]
      guard near.contains(where: { !$0.isSame }) else {
        skipped = true
        continue
      }
      if skipped { text.append("  ⋯") }
      skipped = false
      switch line {
      case .same(let line): text.append("  \(line)")
      case .removed(let line): text.append("- \(line)")
      case .added(let line): text.append("+ \(line)")
      }
    }
    return text.joined(separator: "\n")
  }
}
