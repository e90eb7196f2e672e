import Algorithms
import Reactive

/// The place of a changed row in the old list, and its place in the new one.
///
/// A *slot* is a place between the unchanged rows: the number of them before it. Rows that stay in their slot have not
/// moved, whatever was deleted and inserted around them.
struct Relocation: Sendable {
  struct Position: Hashable, Sendable {
    var index: Int
    var slot: Int
  }

  var row: Int64
  /// `nil`: it was not in the list.
  var from: Position?
  /// `nil` when it is no longer in the list.
  var to: Position?

  /// The inverse relocation.
  var reversed: Relocation { Relocation(row: row, from: to, to: from) }
}

extension Changeset {
  /// The changeset for the rows' relocations: the deleted, inserted and modified rows, and the moves.
  init(_ relocations: [Relocation]) {
    var deletions: [Int] = []
    var insertions: [Int] = []
    var stayers: [(from: Relocation.Position, to: Relocation.Position)] = []
    for relocation in relocations {
      switch (relocation.from, relocation.to) {
      case (let from?, let to?): stayers.append((from, to))
      case (let from?, nil): deletions.append(from.index)
      case (nil, let to?): insertions.append(to.index)
      case (nil, nil): break
      }
    }
    stayers.sort { $0.from.index < $1.from.index }
    var moves: [Changeset.Pair] = []
    var start = 0
    while start < stayers.count {
      // Rows of one old slot: those that keep the slot, and their order in it, do not move.
      var end = start
      while end < stayers.count, stayers[end].from.slot == stayers[start].from.slot { end += 1 }
      let group = stayers[start..<end]
      let same = group.filter { $0.to.slot == $0.from.slot }
      let indices = same.map(\.to.index)
      let kept = Set(indices.longestIncreasingSubsequence().map { indices[$0] })
      for stayer in group where !kept.contains(stayer.to.index) {
        moves.append(Changeset.Pair(old: stayer.from.index, new: stayer.to.index))
      }
      start = end
    }
    self.init(
      deletions: deletions.sorted(), insertions: insertions.sorted(),
      modifications: stayers.map { Changeset.Pair(old: $0.from.index, new: $0.to.index) }.sorted { $0.new < $1.new },
      moves: moves.sorted { $0.new < $1.new })
  }
}

extension RowList {
  /// Removes the changed rows and inserts them at their new places.
  ///
  /// - Parameters:
  ///   - indices: The indices of changed rows; those that are not in the list are left out.
  ///   - places: The places of changed rows; those that no longer belong in the list are left out.
  ///   - precedes: The list's order.
  ///   - key: Returns the key of an unchanged row; `isPivot` means that it is likely to be requested again.
  ///   - slot: A faster way to find the slot of a place in a list without the touched rows, if there is one.
  mutating func relocate(
    indices: [Int64: Int], places: [Int64: OrderPosition], precedes: (OrderPosition, OrderPosition) -> Bool,
    key: (Int64, _ isPivot: Bool) throws(StoreError) -> StoredValue,
    slot: ((OrderPosition, RowList) throws(StoreError) -> Int?)? = nil
  ) throws(StoreError) -> [Relocation] {
    var relocations: [Int64: Relocation] = [:]
    for (offset, (row, index)) in indices.sorted(by: { $0.value < $1.value }).enumerated() {
      relocations[row] = Relocation(row: row, from: .init(index: index, slot: index - offset))
    }
    for index in indices.values.sorted(by: >) { remove(at: index) }
    let arrivals = places.values.sorted(by: precedes)
    var slots: [Int] = []
    for place in arrivals {
      if let slot, let known = try slot(place, self) {
        slots.append(known)
        continue
      }
      slots.append(
        try partition { (row, isPivot) throws(StoreError) in
          precedes(OrderPosition(key: try key(row, isPivot), row: row), place)
        })
    }
    for (offset, (place, slot)) in zip(arrivals, slots).enumerated() {
      insert(place.row, at: slot + offset)
      relocations[place.row, default: Relocation(row: place.row)].to = .init(index: slot + offset, slot: slot)
    }
    return Array(relocations.values)
  }

  /// The relocations between two lists of which only `touched` rows may differ, with all others in one order.
  ///
  /// - Complexity: O(n), for large changes.
  static func relocations(from old: RowList, to new: RowList, touched: Set<Int64>) -> [Relocation] {
    var relocations: [Int64: Relocation] = [:]
    var seen = 0
    old.forEach { index, row in
      guard touched.contains(row) else { return }
      relocations[row] = Relocation(row: row, from: .init(index: index, slot: index - seen))
      seen += 1
    }
    seen = 0
    new.forEach { index, row in
      guard touched.contains(row) else { return }
      relocations[row, default: Relocation(row: row)].to = .init(index: index, slot: index - seen)
      seen += 1
    }
    return Array(relocations.values)
  }
}
