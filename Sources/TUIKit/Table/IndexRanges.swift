import Algorithms

/// Some of the indices of a list, as ranges: a million in a row cost as much as one.
///
/// Asking for one costs O(log ranges), everything else O(ranges).
struct IndexRanges: Equatable {
  /// Ascending, none empty, none touching the next.
  private(set) var ranges: [Range<Int>] = []
  private(set) var count = 0

  var isEmpty: Bool { ranges.isEmpty }

  func contains(_ index: Int) -> Bool {
    let next = firstRange { $0.upperBound > index }
    return next < ranges.count && ranges[next].lowerBound <= index
  }

  mutating func insert(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    // What overlaps or touches becomes part of it.
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

  /// Where the indices are after some elements were taken out and some put in; what was put in is not among them.
  func moved(_ map: IndexMap) -> IndexRanges {
    var result = IndexRanges()
    for range in ranges {
      // Among the elements that stayed they follow each other; what was put in may part them.
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

  /// Adds a range that comes after all others.
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

  /// The number of the first range for which `condition` holds; it holds for all that follow too.
  private func firstRange(where condition: (Range<Int>) -> Bool) -> Int {
    ranges.partitioningIndex(where: condition)
  }
}
