/// A set of row numbers: a bit for each number that is not extremely high.
struct RowSet {
  private var bits: [UInt64] = []
  private var high: Set<Int64> = []

  /// - Complexity: O(n / 64).
  var count: Int { bits.reduce(high.count) { $0 + $1.nonzeroBitCount } }
  var isEmpty: Bool { high.isEmpty && bits.allSatisfy { $0 == 0 } }

  /// 8 MB of bits.
  private static let limit: Int64 = 1 << 26

  func contains(_ row: Int64) -> Bool {
    // A negative number counts as a very high one.
    let word = UInt64(bitPattern: row) >> 6
    if word < UInt64(bits.count) { return bits[Int(word)] & (1 << UInt64(row & 63)) != 0 }
    return !high.isEmpty && high.contains(row)
  }

  /// All row numbers, in unspecified order.
  var rows: [Int64] {
    var rows: [Int64] = []
    rows.reserveCapacity(count)
    for (index, word) in bits.enumerated() {
      var rest = word
      while rest != 0 {
        rows.append(Int64(index << 6 | rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
    return rows + high
  }

  mutating func insert(_ row: Int64) {
    guard (0..<Self.limit).contains(row) else {
      high.insert(row)
      return
    }
    let word = Int(row >> 6)
    if word >= bits.count {
      let count = min(max(word + 1, 2 * bits.count), Int(Self.limit >> 6))
      bits += repeatElement(0, count: count - bits.count)
    }
    bits[word] |= 1 << UInt64(row & 63)
  }

  /// Inserts several rows, fastest when they ascend.
  mutating func insert(_ rows: UnsafeBufferPointer<Int64>) {
    guard let last = rows.last else { return }
    insert(last)
    var others: [Int64] = []
    bits.withUnsafeMutableBufferPointer { bits in
      let count = UInt64(bits.count)
      for row in rows {
        let word = UInt64(bitPattern: row) >> 6
        if word < count { bits[Int(word)] |= 1 << UInt64(row & 63) } else { others.append(row) }
      }
    }
    for row in others { insert(row) }
  }

  mutating func remove(_ row: Int64) {
    guard (0..<Self.limit).contains(row) else {
      high.remove(row)
      return
    }
    let word = Int(row >> 6)
    if word < bits.count { bits[word] &= ~(1 << UInt64(row & 63)) }
  }

  mutating func formUnion(_ other: RowSet) {
    if bits.count < other.bits.count { bits += repeatElement(0, count: other.bits.count - bits.count) }
    for word in other.bits.indices { bits[word] |= other.bits[word] }
    high.formUnion(other.high)
  }

  mutating func formIntersection(_ other: RowSet) {
    bits.removeSubrange(min(bits.count, other.bits.count)...)
    for word in bits.indices { bits[word] &= other.bits[word] }
    high.formIntersection(other.high)
  }
}

extension RowList {
  /// The rows that are in the set, in this order.
  ///
  /// - Complexity: O(n), some 2 ns each.
  func filter(_ set: RowSet) -> RowList {
    var found: [Int64] = []
    found.reserveCapacity(set.count)
    forEach { _, row in
      if set.contains(row) { found.append(row) }
    }
    return RowList(found)
  }
}
