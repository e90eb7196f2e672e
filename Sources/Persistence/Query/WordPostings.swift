import Algorithms

/// Collects the rows of one term, or of all terms with it as a prefix, leaf by leaf; see ``WordIndex``.
struct WordPostings {
  let term: [UInt8]
  private(set) var rows = RowSet()
  /// Whether only the term itself matches.
  private let isWhole: Bool
  /// The rows that newer segments have removed from older ones, by term, ascending; and those of the current segment.
  private var removedRows: [[UInt8]: [Int64]] = [:]
  private var removedInSegment: [[UInt8]: [Int64]] = [:]
  private var present: [UInt8] = []
  private var position = Position.before

  private enum Position {
    case before
    case inside
    case beyond
  }

  init(of term: [UInt8], isWhole: Bool) {
    self.term = term
    self.isWhole = isWhole
  }

  var isBeyond: Bool { position == .beyond }

  mutating func beginSegment() {
    for (term, rows) in removedInSegment { removedRows[term] = (removedRows[term, default: []] + rows).sorted() }
    removedInSegment = [:]
    present = []
    position = .before
  }

  /// Reads a leaf: four bytes, of which the last two are the end of its terms; the rest of the last leaf's rows; terms,
  /// each with its rows; the distances between the terms.
  ///
  /// - Returns: Whether the format was as expected.
  mutating func read(_ leaf: UnsafeBufferPointer<UInt8>) -> Bool {
    guard leaf.count >= 4 else { return false }
    let size = Int(leaf[2]) << 8 | Int(leaf[3])
    guard size >= 4, size <= leaf.count else { return false }
    var distances = VariableLengthReader(leaf, from: size)
    var reader = VariableLengthReader(UnsafeBufferPointer(rebasing: leaf[..<size]), from: 4)
    var end = 0
    var isFirst = true
    while true {
      if distances.isAtEnd {
        end = size
      } else {
        guard let distance = distances.next(atMost: size) else { return false }
        end += distance
        guard end >= reader.offset, end < size else { return false }
      }
      if position == .inside, !readRows(&reader, until: end) { return false }
      guard end < size else { return true }
      reader.offset = end
      guard let kept = isFirst ? 0 : reader.next(atMost: present.count), let added = reader.next(atMost: size),
        let bytes = reader.bytes(added)
      else { return false }
      present.removeSubrange(kept...)
      present += bytes
      isFirst = false
      updatePosition()
      if isBeyond { return true }
    }
  }

  private mutating func updatePosition() {
    if present.starts(with: term) {
      position = isWhole && present.count > term.count ? .beyond : .inside
    } else {
      position = present.lexicographicallyPrecedes(term) ? .before : .beyond
    }
  }

  /// The first number on a leaf, or of a term, is absolute; the others are distances.
  private mutating func readRows(_ reader: inout VariableLengthReader, until end: Int) -> Bool {
    var hidden = (removedRows.isEmpty ? nil : removedRows[present])?[...] ?? []
    // Each takes at least a byte.
    return withUnsafeTemporaryAllocation(of: Int64.self, capacity: end - reader.offset) { numbers in
      var rest = reader
      var row: Int64 = 0
      var count = 0
      while rest.offset < end {
        let isFirst = rest.offset == reader.offset
        guard let distance = rest.next() else { return false }
        row &+= Int64(bitPattern: distance)
        if isFirst { hidden = hidden[hidden.insertionIndex(for: row)...] }
        if rest.offset < end, rest.skipZero() {
          guard rest.offset < end, rest.skipZero() else {
            removedInSegment[present, default: []].append(row)
            continue
          }
        }
        while let next = hidden.first, next < row { hidden.removeFirst() }
        if hidden.first == row { continue }
        numbers.initializeElement(at: count, to: row)
        count += 1
      }
      rows.insert(UnsafeBufferPointer(rebasing: numbers[..<count]))
      reader = rest
      return rest.offset == end
    }
  }
}
