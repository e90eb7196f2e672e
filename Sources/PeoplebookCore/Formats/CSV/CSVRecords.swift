/// Cuts comma-separated values into records (RFC 4180), in constant memory.
///
/// Tolerant: fields may be divided by commas, semicolons or tabs, whichever divide the headings, or by what a first
/// line `sep=;` says; lines may end in any way; a quote within an unquoted field is a quote. A quote that is never
/// closed damages only its own line; reading continues with the next one. In a file with very many such quotes, fields
/// of several lines are divided too.
struct CSVRecords {
  struct Record {
    var fields: [[UInt8]]
    /// The line where it begins, counted from 1.
    var line: Int
    /// The reason why it cannot be used.
    var problem: Problem?
  }

  enum Problem {
    /// A quote was opened that does not end where a field ends.
    case openQuote
    /// The record is longer than the limit.
    case tooLong
  }

  /// The longest record that is kept, in bytes.
  static var limit: Int { 32 << 20 }

  /// The most bytes that are read again after quotes that are never closed.
  ///
  /// After that, a quote ends with its line. Without a limit, the time would be quadratic in the number of such quotes.
  private static var rereadLimit: Int { 2 * limit }

  private var source: UTF8Source
  private var chunk: [UInt8] = []
  private var position = 0
  private var line = 1
  private var rereadBytes = 0
  private var delimiter: UInt8?
  /// Whether one of the first lines consists of headings of people.
  private(set) var hasHeadings = false

  init(_ source: some ByteSource) {
    self.source = UTF8Source(source)
  }

  var bytesRead: Int { source.bytesRead }

  /// The next record; `nil` at the end.
  ///
  /// A line without anything is one of an empty field.
  mutating func next() throws(FileAccessError) -> Record? {
    let delimiter = try knownDelimiter()
    guard try peek() != nil else { return nil }
    var record = Record(fields: [], line: line)
    var field: [UInt8] = []
    var size = 0
    var isQuoted = false
    // The lines after the record's first one, while a quote is open.
    var rest: [UInt8]?
    while let byte = try peek() {
      position += 1
      size += 1
      if size > Self.limit {
        record.problem = .tooLong
        if rest == nil { try skipLine() } else { goBack(to: rest ?? [], after: record) }
        return record
      }
      rest?.append(byte)
      switch byte {
      case UInt8(ascii: "\"") where isQuoted:
        let next = try peek()
        if next == UInt8(ascii: "\"") {
          position += 1
          rest?.append(byte)
          field.append(byte)
        } else if rest != nil, let next, ![delimiter, 0x0A, 0x0D, 0x20].contains(next) {
          record.problem = .openQuote
          goBack(to: rest ?? [], after: record)
          return record
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
        // A lone CR ends a line, and one before LF does not.
        let next = byte == 0x0D ? try peek() : nil
        if byte == 0x0A || byte == 0x0D && next != 0x0A {
          line += 1
          if rest == nil {
            guard rereadBytes < Self.rereadLimit else {
              record.problem = .openQuote
              return record
            }
            rest = []
          }
        }
        field.append(byte)
      }
    }
    if isQuoted {
      record.problem = .openQuote
      goBack(to: rest ?? [], after: record)
    }
    record.fields.append(field)
    return record
  }

  /// Continues reading after the record's first line.
  private mutating func goBack(to rest: [UInt8], after record: Record) {
    rereadBytes += rest.count
    chunk = rest + chunk[position...]
    position = 0
    line = record.line + 1
  }

  private mutating func skipLine() throws(FileAccessError) {
    while let byte = try peek() {
      position += 1
      guard byte == 0x0A || byte == 0x0D else { continue }
      if byte == 0x0D, try peek() == 0x0A { position += 1 }
      line += 1
      return
    }
  }

  /// Divides the following records at another delimiter.
  mutating func divide(at delimiter: UInt8) { self.delimiter = delimiter }

  private mutating func peek() throws(FileAccessError) -> UInt8? {
    while position >= chunk.count {
      guard let next = try source.nextChunk() else { return nil }
      chunk = next
      position = 0
    }
    return chunk[position]
  }

  // MARK: The delimiter

  /// Finds the delimiter at the beginning of the file, and consumes only a line `sep=;`.
  private mutating func knownDelimiter() throws(FileAccessError) -> UInt8 {
    if let delimiter { return delimiter }
    while chunk.count < FileBeginning.limit, let more = try source.nextChunk() { chunk += more }
    let beginning = FileBeginning(Array(chunk.prefix(FileBeginning.limit)))
    let found: UInt8
    if let named = CSVHeadings.delimiter(namedBy: beginning.firstLine) {
      found = named
      while let byte = try peek(), byte <= 0x20 { try skipLine() }
      try skipLine()
    } else {
      let headings = CSVHeadings.find(in: beginning.lines)
      hasHeadings = headings != nil
      found = headings?.delimiter ?? mostFrequentDelimiter()
    }
    delimiter = found
    return found
  }

  /// The delimiter that is most frequent in the first line, outside of quotes; a comma without any.
  private func mostFrequentDelimiter() -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in chunk {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == 0x0A || byte == 0x0D { break }
      if CSVHeadings.delimiters.contains(byte) { counts[byte, default: 0] += 1 }
    }
    let most = CSVHeadings.delimiters.max { counts[$0, default: 0] < counts[$1, default: 0] }
    return most.flatMap { counts[$0] == nil ? nil : $0 } ?? UInt8(ascii: ",")
  }
}
