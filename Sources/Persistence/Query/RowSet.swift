/// A set of row numbers: a bit for each that is not extraordinarily high.
struct RowSet {
  private var bits: [UInt64] = []
  private var high: Set<Int64> = []

  /// O(n / 64).
  var count: Int { bits.reduce(high.count) { $0 + $1.nonzeroBitCount } }
  var isEmpty: Bool { high.isEmpty && bits.allSatisfy { $0 == 0 } }

  /// 8 MB of bits.
  private static let limit: Int64 = 1 << 26

  func contains(_ row: Int64) -> Bool {
    guard (0..<Self.limit).contains(row) else { return high.contains(row) }
    let word = Int(row >> 6)
    return word < bits.count && bits[word] & (1 << UInt64(row & 63)) != 0
  }

  /// All of them, in no particular order.
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
    if word >= bits.count { bits += repeatElement(0, count: max(word + 1 - bits.count, bits.count)) }
    bits[word] |= 1 << UInt64(row & 63)
  }

  mutating func remove(_ row: Int64) {
    guard (0..<Self.limit).contains(row) else {
      high.remove(row)
      return
    }
    let word = Int(row >> 6)
    if word < bits.count { bits[word] &= ~(1 << UInt64(row & 63)) }
  }

  mutating func formIntersection(_ other: RowSet) {
    bits.removeSubrange(min(bits.count, other.bits.count)...)
    for word in bits.indices { bits[word] &= other.bits[word] }
    high.formIntersection(other.high)
  }
}

extension RowList {
  /// Those that are in the set, in this order. O(n), some 2 ns each.
  func filter(_ set: RowSet) -> RowList {
    var found: [Int64] = []
    found.reserveCapacity(set.count)
    forEach { _, row in
      if set.contains(row) { found.append(row) }
    }
    return RowList(found)
  }
}
