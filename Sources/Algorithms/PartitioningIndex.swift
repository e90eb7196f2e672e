extension Collection {
  /// Returns the start index of the second partition of a collection that is partitioned by a predicate.
  ///
  ///     let numbers = [1, 3, 3, 6, 8]
  ///     numbers.partitioningIndex { $0 > 3 }  // 3
  ///
  /// The collection must be partitioned: no element of the second partition is before an element of the first.
  ///
  /// - Parameter belongsInSecondPartition: Whether an element belongs in the second partition.
  /// - Returns: The index of the first element for which the predicate is true; `endIndex` if there is none.
  /// - Throws: What the predicate throws.
  /// - Complexity: O(log *n*) calls of the predicate, where *n* is the length of the collection; O(*n*) index steps if
  ///   it is not a random-access collection.
  @inlinable
  public func partitioningIndex<Failure: Error>(
    where belongsInSecondPartition: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> Index {
    var length = count
    var start = startIndex
    while length > 0 {
      let half = length / 2
      let middle = index(start, offsetBy: half)
      if try belongsInSecondPartition(self[middle]) {
        length = half
      } else {
        start = index(after: middle)
        length -= half + 1
      }
    }
    return start
  }

  /// Returns the start index of the second partition, for a partition that probably begins near the start.
  ///
  /// It examines elements at doubling distances from the start, then searches the last gap. The elements for which the
  /// predicate is false are examined in ascending order.
  ///
  /// - Parameter belongsInSecondPartition: Whether an element belongs in the second partition.
  /// - Returns: The index of the first element for which the predicate is true; `endIndex` if there is none.
  /// - Throws: What the predicate throws.
  /// - Complexity: O(log *d*) calls of the predicate, where *d* is the distance from the start to the result; O(*d*)
  ///   index steps if it is not a random-access collection.
  @inlinable
  public func gallopingPartitioningIndex<Failure: Error>(
    where belongsInSecondPartition: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> Index {
    var start = startIndex
    var distance = 0
    while let probe = index(start, offsetBy: distance, limitedBy: endIndex), probe < endIndex {
      if try belongsInSecondPartition(self[probe]) {
        return try self[start..<probe].partitioningIndex(where: belongsInSecondPartition)
      }
      start = index(after: probe)
      distance = distance * 2 + 1
    }
    return try self[start...].partitioningIndex(where: belongsInSecondPartition)
  }
}

extension Collection where Element: Comparable {
  /// Returns the index of the first element of an ascending collection that is not less than `value`.
  ///
  /// This is where `value` is, or where inserting it keeps the collection ascending.
  ///
  /// - Complexity: O(log *n*) comparisons, where *n* is the length of the collection.
  @inlinable
  public func insertionIndex(for value: Element) -> Index {
    partitioningIndex { $0 >= value }
  }

  /// Returns whether an ascending collection contains `value`.
  ///
  /// - Complexity: O(log *n*) comparisons, where *n* is the length of the collection.
  @inlinable
  public func sortedContains(_ value: Element) -> Bool {
    let index = insertionIndex(for: value)
    return index < endIndex && self[index] == value
  }
}
