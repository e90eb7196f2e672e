/// Answers where the elements of one side of a changeset are on the other. O(log k) for each question, where k counts
/// the operations.
@usableFromInline
struct Places {
  /// Old indices that do not stay: deleted or moved. Ascending.
  @usableFromInline
  let removed: [Int]
  /// New indices that do not stay: inserted or moved. Ascending.
  @usableFromInline
  let added: [Int]
  @usableFromInline
  let newOfMoved: [Int: Int]
  @usableFromInline
  let oldOfMoved: [Int: Int]

  @inlinable
  init(_ changeset: Changeset) {
    let moves = changeset.moves
    if moves.isEmpty {
      removed = changeset.deletions
      added = changeset.insertions
      newOfMoved = [:]
      oldOfMoved = [:]
    } else {
      removed = (changeset.deletions + moves.map { $0.old }).sorted()
      added = (changeset.insertions + moves.map { $0.new }).sorted()
      newOfMoved = Dictionary(moves.map { ($0.old, $0.new) }) { first, _ in first }
      oldOfMoved = Dictionary(moves.map { ($0.new, $0.old) }) { first, _ in first }
    }
  }

  /// The new index of the element that was at `old`; `nil` if it has been deleted.
  @inlinable
  func new(of old: Int) -> Int? {
    if let moved = newOfMoved[old] { return moved }
    let gone = Self.count(of: removed, below: old)
    if gone < removed.count, removed[gone] == old { return nil }
    return Self.place(ofStaying: old - gone, among: added)
  }

  /// The old index of the element that is at `new`; `nil` if it has been inserted.
  @inlinable
  func old(of new: Int) -> Int? {
    if let moved = oldOfMoved[new] { return moved }
    let come = Self.count(of: added, below: new)
    if come < added.count, added[come] == new { return nil }
    return Self.place(ofStaying: new - come, among: removed)
  }

  /// How many of the ascending `indices` are less than `limit`.
  @inlinable
  static func count(of indices: [Int], below limit: Int) -> Int {
    indices.partition { $0 < limit }
  }

  /// The index of the element that has `rank` staying ones before it, when those at `others` do not stay.
  @inlinable
  static func place(ofStaying rank: Int, among others: [Int]) -> Int {
    // others[i] - i staying elements are before others[i].
    var low = 0
    var high = others.count
    while low < high {
      let middle = (low + high) / 2
      if others[middle] - middle <= rank { low = middle + 1 } else { high = middle }
    }
    return rank + low
  }
}

extension Array {
  /// The index of the first element that does not come before a place; those that come before it are in front.
  /// O(log n).
  @inlinable
  func partition(_ isBefore: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
