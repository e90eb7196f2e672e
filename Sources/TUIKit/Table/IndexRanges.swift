import Algorithms

/// A set of indices, stored as ranges: a million consecutive ones cost as much as one.
///
/// - Complexity: O(log ranges) for `contains`, O(ranges) for every other operation.
struct IndexRanges: Equatable {
  /// In ascending order, not empty, not adjacent.
  private(set) var ranges: [Range<Int>] = []
  private(set) var count = 0

  var isEmpty: Bool { ranges.isEmpty }

  func contains(_ index: Int) -> Bool {
    let next = firstRange { $0.upperBound > index }
    return next < ranges.count && ranges[next].lowerBound <= index
  }

  mutating func insert(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    // Overlapping and adjacent ranges become part of it.
    let first = firstRange { $0.upperBound >= range.lowerBound }
    let last = firstRange { $0.lowerBound > range.upperBound }
    var merged = range
    if first < last {
      merged =
        min(range.lowerBound, ranges[first].lowerBound)..<max(range.upperBound, ranges[last - 1].upperBound)
    }
    replace(first..<last, with: [merged])
  }

  mutating func remove(_ range: Range<Int>) {
    let first = firstRange { $0.upperBound > range.lowerBound }
    let last = firstRange { $0.lowerBound >= range.upperBound }
    guard !range.isEmpty, first < last else { return }
    let left = ranges[first].lowerBound..<max(range.lowerBound, ranges[first].lowerBound)
    let right = min(range.upperBound, ranges[last - 1].upperBound)..<ranges[last - 1].upperBound
    replace(first..<last, with: [left, right].filter { !$0.isEmpty })
  }

  /// The new indices after deletions and insertions; inserted elements are not among them.
  func moved(_ map: IndexMap) -> IndexRanges {
    var result = IndexRanges()
    for range in ranges {
      // The remaining elements are consecutive in rank; insertions may separate them.
      var start = range.lowerBound - map.deletions.insertionIndex(for: range.lowerBound)
      let end = range.upperBound - map.deletions.insertionIndex(for: range.upperBound)
      while start < end {
        let new = map.new(ofRank: start)
        let passed = map.insertions.insertionIndex(for: new)
        let gap = passed < map.insertions.count ? map.insertions[passed] - passed : .max
        let stop = min(end, gap)
        result.append(new..<new + stop - start)
        start = stop
      }
    }
    return result
  }

  /// Adds a range after all others.
  private mutating func append(_ range: Range<Int>) {
    count += range.count
    if let last = ranges.last, last.upperBound == range.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
    } else {
      ranges.append(range)
    }
  }

  private mutating func replace(_ old: Range<Int>, with new: [Range<Int>]) {
    count += new.reduce(0) { $0 + $1.count } - ranges[old].reduce(0) { $0 + $1.count }
    ranges.replaceSubrange(old, with: new)
  }

  /// The index of the first range for which `condition` is true; it is true for all later ranges too.
  private func firstRange(where condition: (Range<Int>) -> Bool) -> Int {
    ranges.partitioningIndex(where: condition)
  }
}
