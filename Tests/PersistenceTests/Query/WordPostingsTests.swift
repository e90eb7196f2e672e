import Testing

@testable import Persistence

/// Leaves of the index of words, as SQLite writes them.
@Suite struct WordPostingsTests {
  /// `ab` with the rows 5 and 7, `ac` with the row 9; then the places of the terms.
  private static let leaf: [UInt8] = [0, 0, 0, 13, 2, 0x61, 0x62, 5, 2, 1, 1, 0x63, 9, 4, 5]

  /// The rows of a term on a leaf; `nil` when the leaf is not understood.
  private func rows(of term: String, isWhole: Bool = false, on leaf: [UInt8] = Self.leaf) -> [Int64]? {
    var postings = WordPostings(of: Array(term.utf8), isWhole: isWhole)
    let isUnderstood = leaf.withUnsafeBufferPointer { postings.read($0) }
    return isUnderstood ? postings.rows.rows.sorted() : nil
  }

  @Test func `a term has its rows, and a prefix those of all its terms`() {
    #expect(rows(of: "ab") == [5, 7] && rows(of: "ac") == [9])
    #expect(rows(of: "a") == [5, 7, 9] && rows(of: "a", isWhole: true) == [])
    #expect(rows(of: "b") == [] && rows(of: "ad") == [])
    #expect(rows(of: "ab", on: [0, 0, 0, 4]) == [])
  }

  @Test func `a leaf in another form is not understood`() {
    for end in 0..<4 { #expect(rows(of: "ab", on: Array(Self.leaf.prefix(end))) == nil) }
    func changed(_ index: Int, to byte: UInt8) -> [Int64]? {
      var leaf = Self.leaf
      leaf[index] = byte
      return rows(of: "ab", on: leaf)
    }
    for size: UInt8 in [0, 3, 16, 255] { #expect(changed(3, to: size) == nil) }
    // The last row goes on beyond its term, a term begins with more than the one before it, or beyond the terms.
    #expect(changed(8, to: 0x82) == nil)
    #expect(changed(9, to: 3) == nil)
    #expect(changed(13, to: 3) == nil && changed(13, to: 13) == nil)
  }
}
