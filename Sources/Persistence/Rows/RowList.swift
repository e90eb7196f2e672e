import Algorithms

/// An ordered list of row numbers, with 8 bytes for each.
///
/// Copies share unchanged parts.
///
/// It has three levels of arrays: leaves of row numbers, branches of leaves, and the trunk. Changing a copy copies one
/// leaf of at most 512 rows, one branch of at most 64 leaves and the trunk. Invariants: no leaf and no branch is empty,
/// and the counts are correct.
///
/// - Complexity: O(log n) for a look-up or a change.
struct RowList: Sendable, Equatable {
  private var branches: [Branch] = []
  private(set) var count = 0

  fileprivate struct Branch: Sendable, Equatable {
    fileprivate var leaves: [[Int64]] = []
    var count = 0
  }

  /// Appended rows fill a leaf before the next is begun.
  static let leafLimit = 512
  fileprivate static let branchLimit = 64

  init() {}

  init(_ rows: some Sequence<Int64>) {
    append(contentsOf: Array(rows))
  }

  subscript(index: Int) -> Int64 {
    // As with an array, the index must be in range: snapshots check it against their count.
    precondition(index < count, "index \(index) is out of range")
    let (branch, rest) = Self.locate(index, in: branches, count: \.count)
    return branches[branch][rest]
  }

  /// The part that contains an element, and the element's index in it.
  ///
  /// - Complexity: O(parts).
  @inline(__always)
  fileprivate static func locate<Part>(
    _ index: Int, in parts: [Part], count: (Part) -> Int
  ) -> (part: Int, index: Int) {
    var rest = index
    var part = 0
    while case let count = count(parts[part]), rest >= count {
      rest -= count
      part += 1
    }
    return (part, rest)
  }

  /// The rows at a range of indices.
  subscript(range: Range<Int>) -> [Int64] {
    var rows: [Int64] = []
    rows.reserveCapacity(range.count)
    var start = 0
    for branch in branches {
      defer { start += branch.count }
      guard start < range.upperBound, start + branch.count > range.lowerBound else { continue }
      var leafStart = start
      for leaf in branch.leaves {
        let low = max(range.lowerBound - leafStart, 0)
        let high = min(range.upperBound - leafStart, leaf.count)
        if low < high { rows += leaf[low..<high] }
        leafStart += leaf.count
      }
    }
    return rows
  }

  func forEach(_ body: (Int, Int64) -> Void) {
    var index = 0
    for branch in branches {
      for leaf in branch.leaves {
        for row in leaf {
          body(index, row)
          index += 1
        }
      }
    }
  }

  /// The index of a row, by scanning.
  ///
  /// - Complexity: O(n).
  func index(ofRow row: Int64) -> Int? {
    var start = 0
    for branch in branches {
      for leaf in branch.leaves {
        if let offset = leaf.firstIndex(of: row) { return start + offset }
        start += leaf.count
      }
    }
    return nil
  }

  /// The leaf that contains the first row that does not satisfy `precedes`, or ends before it, and its first index.
  ///
  /// Calls `precedes` only with the first rows of branches and leaves.
  func leaf(where precedes: (Int64) throws(StoreError) -> Bool) throws(StoreError) -> (start: Int, rows: [Int64])? {
    guard count > 0 else { return nil }
    let branchIndex = try Self.last(of: branches.count) { (index) throws(StoreError) in
      try precedes(branches[index].leaves[0][0])
    }
    let branch = branches[branchIndex]
    let leafIndex = try Self.last(of: branch.leaves.count) { (index) throws(StoreError) in
      try precedes(branch.leaves[index][0])
    }
    let start =
      branches[..<branchIndex].reduce(0) { $0 + $1.count } + branch.leaves[..<leafIndex].reduce(0) { $0 + $1.count }
    return (start, branch.leaves[leafIndex])
  }

  /// The first index of a row that does not satisfy `precedes`; all rows that do must precede those that don't.
  ///
  /// Calls it first with the first rows of branches and leaves, which change rarely, so that their keys are worth
  /// caching.
  func partition(where precedes: (Int64, _ isPivot: Bool) throws(StoreError) -> Bool) throws(StoreError) -> Int {
    guard let (start, leaf) = try leaf(where: { (row) throws(StoreError) in try precedes(row, true) }) else { return 0 }
    return try start + leaf.partitioningIndex { (row) throws(StoreError) in try !precedes(row, false) }
  }

  /// The last index that satisfies `precedes`, or 0.
  private static func last(
    of count: Int, _ precedes: (Int) throws(StoreError) -> Bool
  ) throws(StoreError) -> Int {
    try (0..<count).dropFirst().partitioningIndex { (index) throws(StoreError) in try !precedes(index) } - 1
  }

  // MARK: Changes

  mutating func insert(_ row: Int64, at index: Int) {
    count += 1
    if branches.isEmpty {
      branches = [Branch(leaves: [[row]], count: 1)]
      return
    }
    // After the row before it: an index between two branches belongs to the end of the first.
    let (branch, before) = Self.locate(index - 1, in: branches, count: \.count)
    branches[branch].insert(row, at: before + 1, leafLimit: Self.leafLimit)
    if branches[branch].leaves.count > Self.branchLimit {
      let tail = branches[branch].split()
      branches.insert(tail, at: branch + 1)
    }
  }

  @discardableResult
  mutating func remove(at index: Int) -> Int64 {
    count -= 1
    let (branch, rest) = Self.locate(index, in: branches, count: \.count)
    let row = branches[branch].remove(at: rest)
    if branches[branch].count == 0 { branches.remove(at: branch) }
    return row
  }

  mutating func append(contentsOf rows: [Int64]) {
    var rest = rows[...]
    while !rest.isEmpty {
      if branches.last?.hasRoom != true { branches.append(Branch()) }
      let taken = branches[branches.count - 1].append(rest)
      rest = rest.dropFirst(taken)
      count += taken
    }
  }

  static func == (left: RowList, right: RowList) -> Bool {
    left.count == right.count && left[0..<left.count] == right[0..<right.count]
  }
}

extension RowList.Branch {
  fileprivate subscript(index: Int) -> Int64 {
    let (leaf, rest) = RowList.locate(index, in: leaves, count: \.count)
    return leaves[leaf][rest]
  }

  fileprivate mutating func insert(_ row: Int64, at index: Int, leafLimit: Int) {
    count += 1
    let (leaf, before) = RowList.locate(index - 1, in: leaves, count: \.count)
    leaves[leaf].insert(row, at: before + 1)
    if leaves[leaf].count > leafLimit {
      let half = leaves[leaf].count / 2
      leaves.insert(Array(leaves[leaf][half...]), at: leaf + 1)
      leaves[leaf].removeSubrange(half...)
    }
  }

  fileprivate mutating func remove(at index: Int) -> Int64 {
    count -= 1
    let (leaf, rest) = RowList.locate(index, in: leaves, count: \.count)
    let row = leaves[leaf].remove(at: rest)
    if leaves[leaf].isEmpty { leaves.remove(at: leaf) }
    return row
  }

  fileprivate var hasRoom: Bool {
    leaves.count < RowList.branchLimit || leaves[leaves.count - 1].count < RowList.leafLimit
  }

  /// Moves as many of the rows as fit into one leaf.
  ///
  /// - Returns: The number of these rows.
  fileprivate mutating func append(_ rows: ArraySlice<Int64>) -> Int {
    if leaves.last.map({ $0.count >= RowList.leafLimit }) ?? true {
      leaves.append([])
      leaves[leaves.count - 1].reserveCapacity(min(rows.count, RowList.leafLimit))
    }
    let last = leaves.count - 1
    let taken = rows.prefix(RowList.leafLimit - leaves[last].count)
    leaves[last] += taken
    count += taken.count
    return taken.count
  }

  fileprivate mutating func split() -> RowList.Branch {
    let half = leaves.count / 2
    let tail = Array(leaves[half...])
    leaves.removeSubrange(half...)
    let tailCount = tail.reduce(0) { $0 + $1.count }
    count -= tailCount
    return RowList.Branch(leaves: tail, count: tailCount)
  }
}
