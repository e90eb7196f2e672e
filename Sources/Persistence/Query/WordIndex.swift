/// Who has a word: read from the index of words as it lies in the file.
///
/// Asked for a word, FTS5 hands out one row after the other, which takes 50 ns each, and 400 ns when many different
/// words begin with it: at a million records that is more than anybody waits for. What it keeps are sorted lists of row
/// numbers, and reading those takes 2 ns a row.
///
/// It understands what FTS5 calls version 4, without positions (`detail = none`). The structure record names the
/// *segments*, each a run of leaves with sorted terms. A *term* is a digit and a word: 0 and a whole word, or the number
/// of letters and the beginnings of words that have been gathered beforehand. A term is followed by the numbers of its
/// rows; a zero behind one says that older segments no longer count for it, a second zero that it is there all the same.
struct WordIndex {
  private let database: Database
  private let table: String
  /// The newest first.
  private let segments: [Segment]

  private struct Segment {
    var id: Int64
    var pages: ClosedRange<Int64>

    /// Where a page stands among the blocks.
    func block(_ page: Int64) -> Int64 { id << 37 + page }
  }

  /// Up to so many letters the index has gathered beforehand.
  static let gathered = 3
  /// How the index is to be made for this to read it.
  static let options = "prefix = '1 2 3', detail = none"

  /// Nil when the index is of another kind, or when what is written to it may still be in memory.
  init?(_ table: String, in database: Database) throws(StoreError) {
    guard !database.isWriting,
      try database.firstInteger(
        "SELECT instr(sql, ?) FROM sqlite_master WHERE name = ?", .text(Self.options), .text(table)) ?? 0 > 0,
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
        // One that is being merged may have given everything away.
        if first > 0, first <= last { level.append(Segment(id: Int64(id), pages: Int64(first)...Int64(last))) }
      }
      segments += level.reversed()
    }
    return segments
  }

  /// The rows in which a word begins so; nil when something is not as it should be.
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

/// Gathers the rows of one term, or of all that begin with it, leaf by leaf; see ``WordIndex``.
struct WordPostings {
  let term: [UInt8]
  private(set) var rows = RowSet()
  /// Whether only the term itself is looked for.
  private let isWhole: Bool
  /// What the newer segments have taken away from the older ones.
  private var gone: [[UInt8]: Set<Int64>] = [:]
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
    present = []
    position = .before
  }

  /// A leaf: four bytes of which the last two say where its terms end; what is left of the last leaf's rows; terms, each
  /// with its rows; the distances between the terms.
  ///
  /// - Returns: whether it has been understood.
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
      place()
      if isBeyond { return true }
    }
  }

  private mutating func place() {
    if present.starts(with: term) {
      position = isWhole && present.count > term.count ? .beyond : .inside
    } else {
      position = present.lexicographicallyPrecedes(term) ? .before : .beyond
    }
  }

  /// The first number on a leaf, or of a term, is itself; the others are distances.
  private mutating func readRows(_ reader: inout VariableLengthReader, until end: Int) -> Bool {
    let hidden = gone.isEmpty ? nil : gone[present]
    // Each takes a byte at least.
    return withUnsafeTemporaryAllocation(of: Int64.self, capacity: end - reader.offset) { numbers in
      var rest = reader
      var row: Int64 = 0
      var count = 0
      while rest.offset < end {
        guard let distance = rest.next() else { return false }
        row &+= Int64(bitPattern: distance)
        if rest.offset < end, rest.skipZero() {
          guard rest.offset < end, rest.skipZero() else {
            gone[present, default: []].insert(row)
            continue
          }
        }
        if hidden?.contains(row) == true { continue }
        numbers.initializeElement(at: count, to: row)
        count += 1
      }
      rows.insert(UnsafeBufferPointer(rebasing: numbers[..<count]))
      reader = rest
      return rest.offset == end
    }
  }
}

/// Reads numbers as SQLite writes them: seven bits a byte, the highest first, as long as the eighth bit says that more
/// come; of a ninth byte all eight.
struct VariableLengthReader {
  private let buffer: UnsafeBufferPointer<UInt8>
  var offset: Int

  init(_ buffer: UnsafeBufferPointer<UInt8>, from offset: Int) {
    self.buffer = buffer
    self.offset = offset
  }

  var isAtEnd: Bool { offset >= buffer.count }

  /// Nil at the end.
  @inline(__always)
  mutating func next() -> UInt64? {
    guard offset < buffer.count else { return nil }
    let byte = buffer[offset]
    guard byte >= 0x80 else {
      offset += 1
      return UInt64(byte)
    }
    return nextLong()
  }

  private mutating func nextLong() -> UInt64? {
    var number: UInt64 = 0
    for count in 1...9 {
      guard offset < buffer.count else { return nil }
      let byte = buffer[offset]
      offset += 1
      if count == 9 { return number << 8 | UInt64(byte) }
      number = number << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { return number }
    }
    return nil
  }

  mutating func next(atMost limit: Int) -> Int? {
    guard let number = next(), number <= UInt64(limit) else { return nil }
    return Int(number)
  }

  mutating func bytes(_ count: Int) -> Slice<UnsafeBufferPointer<UInt8>>? {
    guard count <= buffer.count - offset else { return nil }
    defer { offset += count }
    return buffer[offset..<offset + count]
  }

  /// Whether there was one.
  @inline(__always)
  mutating func skipZero() -> Bool {
    guard offset < buffer.count, buffer[offset] == 0 else { return false }
    offset += 1
    return true
  }
}
