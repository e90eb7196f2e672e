/// Cuts comma-separated values into records (RFC 4180), in constant memory.
///
/// Tolerant: fields may be divided by commas, semicolons or tabs, whichever the first line has most of; lines may end in any
/// way; a quote within an unquoted field is a quote.
struct CSVRecords {
  struct Record {
    var fields: [[UInt8]]
    /// Where it begins, counted from 1.
    var line: Int
    /// Whether a quote was opened and the file ended.
    var isOpen = false
    /// Whether it was longer than the limit, and what was beyond has been passed over.
    var isCut = false
  }

  /// The longest record that is kept, in bytes.
  static var limit: Int { 32 << 20 }

  private var source: UTF8Source
  private var chunk: [UInt8] = []
  private var position = 0
  private var line = 1
  private var delimiter: UInt8?

  init(_ source: some ByteSource) {
    self.source = UTF8Source(source)
  }

  var bytesRead: Int { source.bytesRead }

  private mutating func peek() throws(FileError) -> UInt8? {
    while position >= chunk.count {
      guard let next = try source.nextChunk() else { return nil }
      chunk = next
      position = 0
    }
    return chunk[position]
  }

  /// The next record; `nil` at the end. A line without anything is one of an empty field.
  mutating func next() throws(FileError) -> Record? {
    guard var byte = try peek() else { return nil }
    var record = Record(fields: [], line: line)
    var field: [UInt8] = []
    var size = 0
    var isQuoted = false
    let delimiter = try knownDelimiter()
    while true {
      position += 1
      size += 1
      if size > Self.limit {
        record.isCut = true
        // What is beyond the limit only matters for where the record ends.
        switch byte {
        case UInt8(ascii: "\""): isQuoted.toggle()
        case 0x0A where !isQuoted, 0x0D where !isQuoted: size = 0
        case 0x0A: line += 1
        default: break
        }
      }
      switch byte {
      case _ where size > Self.limit: break
      case UInt8(ascii: "\"") where isQuoted:
        if try peek() == UInt8(ascii: "\"") {
          position += 1
          field.append(byte)
        } else {
          isQuoted = false
        }
      case UInt8(ascii: "\"") where field.isEmpty: isQuoted = true
      case delimiter where !isQuoted:
        record.fields.append(field)
        field = []
      case 0x0A where !isQuoted, 0x0D where !isQuoted:
        if byte == 0x0D, try peek() == 0x0A { position += 1 }
        line += 1
        record.fields.append(field)
        return record
      default:
        if byte == 0x0A { line += 1 }
        field.append(byte)
      }
      guard let next = try peek() else { break }
      byte = next
    }
    record.isOpen = isQuoted
    record.fields.append(field)
    return record
  }

  /// The delimiter that the first line has most of, outside of quotes; a comma when it has none.
  private mutating func knownDelimiter() throws(FileError) -> UInt8 {
    if let delimiter { return delimiter }
    // The first line is looked at in the first chunks without taking anything from them.
    while chunk.count < Self.firstLineLimit, !chunk.contains(0x0A), let more = try source.nextChunk() { chunk += more }
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in chunk {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == 0x0A || byte == 0x0D { break }
      if Self.delimiters.contains(byte) { counts[byte, default: 0] += 1 }
    }
    let most = Self.delimiters.max { counts[$0, default: 0] < counts[$1, default: 0] }
    let found = most.flatMap { counts[$0] == nil ? nil : $0 } ?? UInt8(ascii: ",")
    delimiter = found
    return found
  }

  private static var delimiters: [UInt8] { [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")] }
  private static var firstLineLimit: Int { 1 << 20 }
}
