/// Cuts bytes into lines and counts them.
///
/// Lines end with CR LF, LF, CR, or CR CR LF (a text-mode copy of CR LF).
struct LineScanner {
  struct Line {
    var bytes: [UInt8]
    /// Counted from 1.
    var number: Int
    /// Whether it was longer than the limit, and cut.
    var isCut = false
  }

  /// The longest line that is kept, in bytes.
  private let limit: Int
  private var source: UTF8Source
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  private var number = 0
  /// The position and the number before the last line; `nil` once the buffer has changed since.
  private var last: (position: Int, number: Int)?

  init(_ source: some ByteSource, limit: Int = 32 << 20) {
    self.source = UTF8Source(source)
    self.limit = limit
  }

  var bytesRead: Int { source.bytesRead }

  /// The next line without its end; `nil` after the last.
  mutating func next() throws(FileAccessError) -> Line? {
    var line: [UInt8] = []
    var isCut = false
    last = (position, number)
    while true {
      let end = endOfLine(from: position)
      let room = limit - line.count
      isCut = isCut || end - position > room
      line += buffer[position..<min(end, position + room)]
      position = end
      if position < buffer.count { break }
      if !(try refill()) {
        if line.isEmpty, !isCut { return nil }
        number += 1
        return Line(bytes: line, number: number, isCut: isCut)
      }
    }
    try skipEnd()
    number += 1
    return Line(bytes: line, number: number, isCut: isCut)
  }

  /// Makes the last line the next one, if its bytes are still in memory.
  ///
  /// - Returns: Whether it is.
  mutating func goBack() -> Bool {
    guard let last else { return false }
    (position, number) = last
    self.last = nil
    return true
  }

  /// Passes the bytes that are in memory to a closure, which may consume whole lines of them.
  ///
  /// - Parameter body: Receives the bytes from the next line on, and returns the number of those that it consumes, with
  ///   the number of their lines; `nil` for none.
  /// - Returns: The number of the last line before them; `nil` when none were consumed.
  mutating func consume(
    _ body: (UnsafeBufferPointer<UInt8>) -> (bytes: Int, lines: Int)?
  ) -> Int? {
    let consumed = buffer.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[position...])) }
    guard let consumed else { return nil }
    last = nil
    position += consumed.bytes
    defer { number += consumed.lines }
    return number
  }

  private func endOfLine(from start: Int) -> Int {
    buffer.withUnsafeBufferPointer { bytes in
      var index = start
      while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
      return index
    }
  }

  /// Steps over one end of line, which starts at `position`.
  private mutating func skipEnd() throws(FileAccessError) {
    let first = buffer[position]
    position += 1
    guard first == 0x0D else { return }
    if try peek(0) == 0x0A {
      position += 1
    } else if try peek(0) == 0x0D, try peek(1) == 0x0A {
      position += 2
    }
  }

  private mutating func peek(_ offset: Int) throws(FileAccessError) -> UInt8? {
    while position + offset >= buffer.count {
      if !(try refill()) { return nil }
    }
    return buffer[position + offset]
  }

  /// Appends the next chunk to what has not been consumed; `false` at the end of the source.
  private mutating func refill() throws(FileAccessError) -> Bool {
    guard !isAtEnd, let chunk = try source.nextChunk() else {
      isAtEnd = true
      return false
    }
    last = nil
    if position >= buffer.count {
      buffer = chunk
    } else {
      buffer.removeFirst(position)
      buffer += chunk
    }
    position = 0
    return true
  }
}
