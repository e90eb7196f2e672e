extension Collection where Element: Equatable {
  /// Returns the least number of elements to insert, delete, replace or exchange with a neighbor, to get `other`.
  ///
  ///     "nmae".editDistance(to: "name")  // 1
  ///
  /// An exchanged pair is not edited again (the restricted Damerau–Levenshtein distance).
  ///
  /// - Complexity: O(*m* *n*) time and O(*m* + *n*) memory, where *m* and *n* are the lengths of the collections.
  @inlinable
  public func editDistance(to other: some Collection<Element>) -> Int {
    let (old, new) = (Array(self), Array(other))
    // The distances of the two preceding beginnings of the old elements to each beginning of the new ones.
    var beforeLast: [Int] = []
    var last = Array(0...new.count)
    for (i, element) in old.enumerated() {
      var row = [i + 1]
      row.reserveCapacity(new.count + 1)
      for (j, candidate) in new.enumerated() {
        var distance = Swift.min(last[j] + (element == candidate ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, element == new[j - 1], old[i - 1] == candidate {
          distance = Swift.min(distance, beforeLast[j - 1] + 1)
        }
        row.append(distance)
      }
      beforeLast = last
      last = row
    }
    return last[new.count]
  }
}
