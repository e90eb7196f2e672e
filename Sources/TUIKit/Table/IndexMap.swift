/// Where the elements of a list are after some were taken out and some put in; the others keep their order.
///
/// Every look-up is O(log changes).
struct IndexMap: Equatable {
  /// Indices before the change, ascending, each once.
  let deletions: [Int]
  /// Indices after the change, ascending, each once.
  let insertions: [Int]

  init(deletions: [Int] = [], insertions: [Int] = []) {
    self.deletions = Self.sorted(deletions)
    self.insertions = Self.sorted(insertions)
  }

  private static func sorted(_ indices: [Int]) -> [Int] {
    var result: [Int] = []
    result.reserveCapacity(indices.count)
    for index in indices.sorted() where result.last != index { result.append(index) }
    return result
  }

  /// The change of the number of elements.
  var growth: Int { insertions.count - deletions.count }

  /// Where an element is now; `nil` when it was taken out.
  func new(of old: Int) -> Int? {
    deletions.containsSorted(old) ? nil : slot(of: old)
  }

  /// Where an element was; `nil` when it was put in.
  func old(of new: Int) -> Int? {
    insertions.containsSorted(new)
      ? nil : Self.index(ofRank: new - insertions.lowerBound(new), skipping: deletions)
  }

  /// Where the element is now; or, when it was taken out, the next one that stayed (or where that one would be).
  func slot(of old: Int) -> Int {
    Self.index(ofRank: old - deletions.lowerBound(old), skipping: insertions)
  }

  /// Where the `rank`-th of the elements that stayed is now.
  func new(ofRank rank: Int) -> Int { Self.index(ofRank: rank, skipping: insertions) }

  /// The index of the `rank`-th element that is not among `skipped`.
  private static func index(ofRank rank: Int, skipping skipped: [Int]) -> Int {
    var low = 0
    var high = skipped.count
    while low < high {
      let middle = (low + high) / 2
      if skipped[middle] - middle <= rank { low = middle + 1 } else { high = middle }
    }
    return rank + low
  }
}
