/// The rows that contain a word, read directly from the pages of the word index.
///
/// FTS5 returns the rows of a word one after the other, which takes 50 ns each, and 400 ns when many different words
/// begin with it. At a million records that is too slow for a list that follows typing. The index contains sorted lists
/// of row numbers, and reading those takes 2 ns a row.
///
/// This reads version 4 of FTS5's format, without positions (`detail = none`). The structure record lists the
/// *segments*, each a run of leaves with sorted terms. A *term* is a digit and a word: 0 and a whole word, or the
/// number of letters of a prefix. The numbers of its rows follow a term. A zero after a row number means that older
/// segments no longer count for it, a second zero that the row contains the term nevertheless.
struct WordIndex {
  private let database: Database
  private let table: String
  /// The segments, the newest first.
  let segments: [Segment]

  /// A run of leaves.
  struct Segment: Equatable {
    var id: Int64
    var pages: ClosedRange<Int64>

    /// The block number of a page.
    func block(_ page: Int64) -> Int64 { id << 37 + page }
  }

  /// The index has the rows of all prefixes of up to this many letters.
  static let gathered = 3

  /// Fails when the index is of another kind, or when changes to it may still be in memory.
  init?(_ table: String, in database: Database) throws(StoreError) {
    guard !database.isWriting,
      try database.firstInteger(
        "SELECT instr(sql, ?) FROM sqlite_master WHERE name = ?", .text(SchemaSQL.wordIndexOptions), .text(table)) ?? 0
        > 0,
      try database.firstInteger("SELECT v FROM \(table)_config WHERE k = 'version'") == 4,
      let segments = try database.first(
        "SELECT block FROM \(table)_data WHERE id = 10", read: { $0.withBytes(0, Self.segments) }) ?? nil
    else { return nil }
    self.database = database
    self.table = table
    self.segments = segments
  }

  private static func segments(_ structure: UnsafeBufferPointer<UInt8>) -> [Segment]? {
    var reader = VariableLengthReader(structure, from: 4)
    guard let levels = reader.next(atMost: 64), reader.next() != nil, reader.next() != nil else { return nil }
    var segments: [Segment] = []
    for _ in 0..<levels {
      guard reader.next() != nil, let count = reader.next(atMost: 2_000) else { return nil }
      var level: [Segment] = []
      for _ in 0..<count {
        guard let id = reader.next(atMost: 1 << 16), let first = reader.next(atMost: 1 << 31),
          let last = reader.next(atMost: 1 << 31)
        else { return nil }
        // A segment that is being merged may be empty.
        if first > 0, first <= last { level.append(Segment(id: Int64(id), pages: Int64(first)...Int64(last))) }
      }
      segments += level.reversed()
    }
    return segments
  }

  /// Passes leaves of a segment to a closure until it returns `true`.
  ///
  /// - Returns: Whether it did, or a leaf is missing.
  func eachLeaf(
    of segment: Segment, in pages: Range<Int64>, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
  ) throws(StoreError) -> Bool {
    let blocks = try database.statement("SELECT id, block FROM \(table)_data WHERE id BETWEEN ? AND ? ORDER BY id")
    blocks.bind(1, segment.block(pages.lowerBound))
    blocks.bind(2, segment.block(pages.upperBound - 1))
    defer { blocks.reset() }
    for page in pages {
      guard try blocks.step(), blocks.integer(0) == segment.block(page) else { return true }
      if blocks.withBytes(1, body) { return true }
    }
    return false
  }

  /// The rows with a word that begins with `word`; `nil` when the index does not have the expected format.
  func rows(withWord word: String) throws(StoreError) -> RowSet? {
    let count = word.unicodeScalars.count
    let isGathered = count <= Self.gathered
    var postings = WordPostings(of: [0x30 + UInt8(isGathered ? count : 0)] + Array(word.utf8), isWhole: isGathered)
    for segment in segments {
      guard try read(segment, &postings) else { return nil }
    }
    return postings.rows
  }

  private func read(_ segment: Segment, _ postings: inout WordPostings) throws(StoreError) -> Bool {
    let start = try database.firstInteger(
      "SELECT pgno >> 1 FROM \(table)_idx WHERE segid = ? AND term <= ? ORDER BY term DESC LIMIT 1",
      .integer(segment.id), .blob(postings.term))
    var page = max(start ?? 0, segment.pages.lowerBound)
    let blocks = try database.statement("SELECT id, block FROM \(table)_data WHERE id BETWEEN ? AND ? ORDER BY id")
    blocks.bind(1, segment.block(page))
    blocks.bind(2, segment.block(segment.pages.upperBound))
    defer { blocks.reset() }
    postings.beginSegment()
    while !postings.isBeyond, page <= segment.pages.upperBound {
      guard try blocks.step(), blocks.integer(0) == segment.block(page), blocks.withBytes(1, { postings.read($0) })
      else { return false }
      page += 1
    }
    return true
  }
}
