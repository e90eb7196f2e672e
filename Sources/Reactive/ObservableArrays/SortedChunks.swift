import Algorithms

/// A sorted list in chunks of up to 256 elements.
///
/// Changing it in place is faster than changing a ``CountedTree``: the elements that a search compares are neighbours
/// in memory, and inserting or removing an element moves half a chunk.
///
/// - Complexity: O(log n) comparisons to find a place.
@usableFromInline
struct SortedChunks<Element> {
  /// The place of an element, or the place to insert it.
  @usableFromInline
  struct Position {
    @usableFromInline
    let chunk: Int
    @usableFromInline
    let offset: Int
    /// Counted from the beginning of the list.
    @usableFromInline
    let index: Int

    @inlinable
    init(chunk: Int, offset: Int, index: Int) {
      self.chunk = chunk
      self.offset = offset
      self.index = index
    }
  }

  @inlinable
  static var limit: Int { 256 }

  /// None is empty.
  @usableFromInline
  var chunks: [[Element]]
  /// The first element of each chunk, which most comparisons concern.
  @usableFromInline
  var firsts: [Element]
  /// The number of elements of each chunk.
  @usableFromInline
  var counts: [Int]

  @inlinable
  init(_ sorted: [Element] = []) {
    let width = Self.limit * 3 / 4
    chunks = stride(from: 0, to: sorted.count, by: width).map {
      Array(sorted[$0..<Swift.min($0 + width, sorted.count)])
    }
    firsts = chunks.map { $0[0] }
    counts = chunks.map { $0.count }
  }

  /// Returns the place before the first element for which `isBefore` is false.
  ///
  /// - Complexity: O(log n) calls, and a sum of n/256 numbers.
  @inlinable
  func place(_ isBefore: (Element) -> Bool) -> Position {
    guard !chunks.isEmpty else { return Position(chunk: 0, offset: 0, index: 0) }
    let chunk = Swift.max(firsts.partitioningIndex { !isBefore($0) } - 1, 0)
    var index = 0
    for before in 0..<chunk { index += counts[before] }
    let offset = chunks[chunk].partitioningIndex { !isBefore($0) }
    return Position(chunk: chunk, offset: offset, index: index + offset)
  }

  /// Returns the place of the first element that satisfies `predicate`, whatever the order.
  ///
  /// - Complexity: O(n).
  @inlinable
  func firstPlace(where predicate: (Element) -> Bool) -> Position? {
    var index = 0
    for chunk in chunks.indices {
      if let offset = chunks[chunk].firstIndex(where: predicate) {
        return Position(chunk: chunk, offset: offset, index: index + offset)
      }
      index += counts[chunk]
    }
    return nil
  }

  /// The element after `place`; `nil` at the end.
  @inlinable
  subscript(place: Position) -> Element? {
    let (chunk, offset) = element(after: place)
    return chunk < chunks.count ? chunks[chunk][offset] : nil
  }

  @inlinable
  mutating func insert(_ element: Element, at place: Position) {
    guard !chunks.isEmpty else { return self = SortedChunks([element]) }
    chunks[place.chunk].insert(element, at: place.offset)
    counts[place.chunk] += 1
    if place.offset == 0 { firsts[place.chunk] = element }
    guard counts[place.chunk] > Self.limit else { return }
    let right = chunks[place.chunk].split()
    chunks.insert(right, at: place.chunk + 1)
    firsts.insert(right[0], at: place.chunk + 1)
    counts[place.chunk] -= right.count
    counts.insert(right.count, at: place.chunk + 1)
  }

  /// Removes the element after `place`.
  @inlinable
  mutating func remove(at place: Position) {
    let (chunk, offset) = element(after: place)
    chunks[chunk].remove(at: offset)
    counts[chunk] -= 1
    if counts[chunk] == 0 {
      chunks.remove(at: chunk)
      firsts.remove(at: chunk)
      counts.remove(at: chunk)
    } else if offset == 0 {
      firsts[chunk] = chunks[chunk][0]
    }
  }

  /// Replaces the element after `place`.
  @inlinable
  mutating func replace(with element: Element, at place: Position) {
    let (chunk, offset) = self.element(after: place)
    chunks[chunk][offset] = element
    if offset == 0 { firsts[chunk] = element }
  }

  /// The end of a chunk is the beginning of the next.
  @inlinable
  func element(after place: Position) -> (chunk: Int, offset: Int) {
    place.offset < counts[place.chunk] ? (place.chunk, place.offset) : (place.chunk + 1, 0)
  }

  /// All elements.
  ///
  /// - Complexity: O(n).
  @inlinable
  var all: [Element] {
    var result: [Element] = []
    result.reserveCapacity(counts.reduce(0, +))
    for chunk in chunks { result.append(contentsOf: chunk) }
    return result
  }
}
