/// Translates the indices of a list before a change to those after it, and back.
///
/// The change deletes some elements and inserts others; the elements that stay keep their order. The *rank* of an
/// element that stays is the number of such elements before it, which the change does not affect.
///
///     let map = IndexMap(deletions: [0], insertions: [2])
///     map.new(of: 1)  // 0
///     map.new(of: 0)  // nil
///     map.old(of: 3)  // 3
public struct IndexMap: Hashable, Sendable {
  /// The indices of the deleted elements before the change, strictly ascending.
  public let deletions: [Int]
  /// The indices of the inserted elements after the change, strictly ascending.
  public let insertions: [Int]

  /// Creates a map for a change, from indices in any order.
  ///
  /// - Complexity: O(*k*) if both arrays are strictly ascending, else O(*k* log *k*), where *k* is their total length.
  @inlinable
  public init(deletions: [Int] = [], insertions: [Int] = []) {
    self.deletions = Self.strictlyAscending(deletions)
    self.insertions = Self.strictlyAscending(insertions)
  }

  @inlinable
  static func strictlyAscending(_ indices: [Int]) -> [Int] {
    for next in indices.indices.dropFirst() where indices[next - 1] >= indices[next] {
      var result: [Int] = []
      result.reserveCapacity(indices.count)
      for index in indices.sorted() where result.last != index { result.append(index) }
      return result
    }
    return indices
  }

  /// The change of the number of elements.
  @inlinable
  public var growth: Int { insertions.count - deletions.count }

  /// Returns the index after the change of the element that was at `old`; `nil` if it was deleted.
  ///
  /// - Complexity: O(log *k*), where *k* is the size of the change.
  @inlinable
  public func new(of old: Int) -> Int? {
    Self.rank(of: old, skipping: deletions).map(new(ofRank:))
  }

  /// Returns the index before the change of the element that is at `new`; `nil` if it was inserted.
  ///
  /// - Complexity: O(log *k*), where *k* is the size of the change.
  @inlinable
  public func old(of new: Int) -> Int? {
    Self.rank(of: new, skipping: insertions).map(old(ofRank:))
  }

  /// Returns the index after the change of the element that was at `old`, or of the next element that stays if it was
  /// deleted.
  ///
  /// - Complexity: O(log *k*), where *k* is the size of the change.
  @inlinable
  public func slot(of old: Int) -> Int {
    new(ofRank: rank(ofOld: old))
  }

  /// Returns the number of staying elements that were before the index `old`.
  ///
  /// - Complexity: O(log *k*), where *k* is the size of the change.
  @inlinable
  public func rank(ofOld old: Int) -> Int { old - deletions.insertionIndex(for: old) }

  /// Returns the number of staying elements that are before the index `new`.
  ///
  /// - Complexity: O(log *k*), where *k* is the size of the change.
  @inlinable
  public func rank(ofNew new: Int) -> Int { new - insertions.insertionIndex(for: new) }

  /// Returns the index before the change of the staying element with a rank.
  ///
  /// - Complexity: O(log *k*), where *k* is the size of the change.
  @inlinable
  public func old(ofRank rank: Int) -> Int { Self.index(ofRank: rank, skipping: deletions) }

  /// Returns the index after the change of the staying element with a rank.
  ///
  /// - Complexity: O(log *k*), where *k* is the size of the change.
  @inlinable
  public func new(ofRank rank: Int) -> Int { Self.index(ofRank: rank, skipping: insertions) }

  /// Returns the rank of the element at `index`; `nil` if the index is among `skipped`, which are strictly ascending.
  @inlinable
  static func rank(of index: Int, skipping skipped: [Int]) -> Int? {
    let count = skipped.insertionIndex(for: index)
    return count < skipped.count && skipped[count] == index ? nil : index - count
  }

  /// Returns the index of the element with `rank` elements before it that are not among `skipped`.
  @inlinable
  static func index(ofRank rank: Int, skipping skipped: [Int]) -> Int {
    // Before skipped[i] are skipped[i] - i elements that are not skipped.
    rank + skipped.indices.partitioningIndex { skipped[$0] - $0 > rank }
  }
}
