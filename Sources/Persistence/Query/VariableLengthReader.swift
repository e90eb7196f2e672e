/// Reads numbers in SQLite's variable-length form: seven bits a byte, the highest first, as long as the eighth bit is
/// set; of a ninth byte all eight bits.
struct VariableLengthReader {
  private let buffer: UnsafeBufferPointer<UInt8>
  var offset: Int

  init(_ buffer: UnsafeBufferPointer<UInt8>, from offset: Int) {
    self.buffer = buffer
    self.offset = offset
  }

  var isAtEnd: Bool { offset >= buffer.count }

  /// `nil` at the end.
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

  /// Whether there was a number.
  @inline(__always)
  mutating func skipZero() -> Bool {
    guard offset < buffer.count, buffer[offset] == 0 else { return false }
    offset += 1
    return true
  }
}
