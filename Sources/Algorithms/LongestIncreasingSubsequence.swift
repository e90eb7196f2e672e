extension Array where Element: Comparable {
  /// Returns the indices of a longest strictly increasing subsequence, in ascending order.
  ///
  ///     [3, 1, 2, 5, 4].longestIncreasingSubsequence()  // [1, 2, 4]: the elements 1, 2, 4
  ///
  /// Of several longest subsequences, the one with the smallest last element is returned.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the length of the array; O(*n*) if it is increasing.
  @inlinable
  public func longestIncreasingSubsequence() -> [Int] {
    // For each length, the index of the smallest element that ends a subsequence of that length.
    var ends: [Int] = []
    // The index of the element before each element in the longest subsequence that it ends, or -1.
    var previous = [Int](repeating: -1, count: count)
    for index in indices {
      let element = self[index]
      let length =
        if let last = ends.last, self[last] < element { ends.count } else {
          ends.partitioningIndex { self[$0] >= element }
        }
      if length > 0 { previous[index] = ends[length - 1] }
      if length == ends.count { ends.append(index) } else { ends[length] = index }
    }
    var result: [Int] = []
    result.reserveCapacity(ends.count)
    var index = ends.last ?? -1
    while index >= 0 {
      result.append(index)
      index = previous[index]
    }
    result.reverse()
    return result
  }
}
