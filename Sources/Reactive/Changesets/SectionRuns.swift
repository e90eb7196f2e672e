import Algorithms

/// The sections of a list as runs of rows: the number of rows and the key of each, which differs from its neighbours'.
///
/// Copies share unchanged parts.
///
/// - Complexity: O(log sections) to find the section of a row, or the rows of a section.
@usableFromInline
struct SectionRuns<Key: Hashable> {
  @usableFromInline
  struct Run {
    @usableFromInline var key: Key
    @usableFromInline var count: Int

    @inlinable
    init(key: Key, count: Int) {
      self.key = key
      self.count = count
    }
  }

  /// The weight of a run is its number of rows.
  @usableFromInline
  enum LengthWeight: TreeWeight {
    @inlinable
    static func weight(of run: Run) -> Int { run.count }
  }

  @usableFromInline var tree = CountedTree<LengthWeight>()

  init() {}

  @inlinable
  init(_ runs: some Sequence<(key: Key, count: Int)>) {
    tree = CountedTree(runs.lazy.map { Run(key: $0.key, count: $0.count) })
  }

  /// The number of sections.
  var count: Int { tree.count }
  /// The number of rows in all sections.
  var rows: Int { tree.weight }
  /// All sections.
  ///
  /// - Complexity: O(sections).
  @inlinable
  var all: [Run] { tree.all }

  func section(ofRow row: Int) -> Int { tree.index(ofWeight: row) }
  func firstRow(of section: Int) -> Int { tree.weight(before: section) }
  func key(ofRow row: Int) -> Key { tree[section(ofRow: row)].key }

  mutating func insert(_ key: Key, atRow row: Int) {
    let section = section(ofRow: row)
    let first = firstRow(of: section)
    if section < count, tree[section].key == key {
      tree[section].count += 1
    } else if row == first {
      if section > 0, tree[section - 1].key == key {
        tree[section - 1].count += 1
      } else {
        tree.insert(Run(key: key, count: 1), at: section)
      }
    } else {
      let run = tree[section]
      tree[section].count = row - first
      tree.insert(Run(key: key, count: 1), at: section + 1)
      tree.insert(Run(key: run.key, count: run.count - (row - first)), at: section + 2)
    }
  }

  mutating func remove(atRow row: Int) {
    let section = section(ofRow: row)
    guard tree[section].count == 1 else { return tree[section].count -= 1 }
    tree.remove(at: section)
    if section > 0, section < count, tree[section - 1].key == tree[section].key {
      tree[section - 1].count += tree.remove(at: section).count
    }
  }

  /// Applies a change of the list.
  ///
  /// - Parameter key: Returns the key of the row at a new index; called once for each insertion and modification.
  ///
  /// - Complexity: O(k log n) for k operations; above the crossover, one pass over the sections.
  mutating func apply(_ changeset: Changeset, key: (Int) -> Key) {
    var fresh: [(row: Int, key: Key)] = []
    for row in changeset.insertions { fresh.append((row, key(row))) }
    for pair in changeset.modifications { fresh.append((pair.new, key(pair.new))) }
    fresh.sort { $0.row < $1.row }
    if Changeset.isLarge(changeset.count, in: rows) {
      rebuild(changeset, fresh)
    } else {
      step(changeset, fresh)
    }
  }

  /// Row by row: deletions from the end, then insertions from the start.
  private mutating func step(_ changeset: Changeset, _ fresh: [(row: Int, key: Key)]) {
    var removed = changeset.deletions
    var added: [Int: Key] = [:]
    for pair in changeset.moves {
      removed.append(pair.old)
      added[pair.new] = self.key(ofRow: pair.old)
    }
    let moved = Set(changeset.moves)
    for pair in changeset.modifications where !moved.contains(pair) {
      // Where the key is the same, the section is the same.
      if let key = Self.find(pair.new, in: fresh), key != self.key(ofRow: pair.old) {
        removed.append(pair.old)
        added[pair.new] = key
      }
    }
    for row in changeset.insertions + changeset.moves.map({ $0.new }) {
      if let key = Self.find(row, in: fresh) { added[row] = key }
    }
    for row in removed.sorted(by: >) { remove(atRow: row) }
    for (row, key) in added.sorted(by: { $0.key < $1.key }) { insert(key, atRow: row) }
  }

  private static func find(_ row: Int, in fresh: [(row: Int, key: Key)]) -> Key? {
    let index = fresh.partitioningIndex { $0.row >= row }
    return index < fresh.count && fresh[index].row == row ? fresh[index].key : nil
  }

  private mutating func rebuild(_ changeset: Changeset, _ fresh: [(row: Int, key: Key)]) {
    var result: [(key: Key, count: Int)] = []
    func add(_ key: Key, _ count: Int) {
      if let last = result.indices.last, result[last].key == key {
        result[last].count += count
      } else {
        result.append((key, count))
      }
    }
    let old = all
    var section = 0
    var end = old.first?.count ?? 0
    var next = 0
    changeset.forEachStep(from: rows) { step in
      switch step {
      case .keep(let range):
        var row = range.lowerBound
        while row < range.upperBound {
          while row >= end {
            section += 1
            end += old[section].count
          }
          let upTo = Swift.min(range.upperBound, end)
          add(old[section].key, upTo - row)
          row = upTo
        }
      case .take(let row): add(key(ofRow: row), 1)
      case .ask:
        add(fresh[next].key, 1)
        next += 1
      }
    }
    self = SectionRuns(result)
  }
}
