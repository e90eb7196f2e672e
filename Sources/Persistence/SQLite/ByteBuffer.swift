import Glibc

/// Bytes that grow at the end, for text that is written in many small pieces.
///
/// Appending costs less than appending to an array, which checks each time whether it is shared.
public struct ByteBuffer: ~Copyable {
  @usableFromInline var base: UnsafeMutableRawPointer
  @usableFromInline var capacity: Int
  @usableFromInline var length = 0

  /// The number of bytes.
  public var count: Int { length }

  /// Creates an empty buffer with room for some bytes.
  public init(capacity: Int = 1_024) {
    self.capacity = max(capacity, 16)
    base = Self.resized(nil, to: self.capacity)
  }

  deinit {
    free(base)
  }

  /// Appends a byte.
  ///
  /// - Complexity: O(1) on average.
  @inlinable
  public mutating func append(_ byte: UInt8) {
    if length == capacity { grow(by: 1) }
    base.storeBytes(of: byte, toByteOffset: length, as: UInt8.self)
    length &+= 1
  }

  /// Appends bytes.
  ///
  /// - Complexity: O(*n*) on average, where *n* is their number.
  @inlinable
  public mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    if capacity - length < bytes.count { grow(by: bytes.count) }
    (base + length).copyMemory(from: start, byteCount: bytes.count)
    length &+= bytes.count
  }

  /// Appends the UTF-8 of a text.
  ///
  /// - Complexity: O(*n*) on average, where *n* is the length of the text.
  @inlinable
  public mutating func append(_ text: StaticString) {
    append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Removes all bytes, and keeps the room for them.
  public mutating func removeAll() { length = 0 }

  /// Some of the bytes; they are valid until the buffer changes or ends.
  public func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    precondition(range.lowerBound >= 0 && range.upperBound <= length, "the range is within the buffer")
    return UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
  }

  @usableFromInline
  mutating func grow(by number: Int) {
    capacity = max(2 * capacity, length + number)
    base = Self.resized(base, to: capacity)
  }

  /// The system moves the pages of a large block without copying them.
  private static func resized(_ block: UnsafeMutableRawPointer?, to size: Int) -> UnsafeMutableRawPointer {
    // As for every allocation of Swift: there is nothing that a caller could do without memory.
    guard let block = realloc(block, size) else { fatalError("no memory for \(size) bytes") }
    return block
  }
}

/// A buffer cannot be copied, so it is the only owner of its memory, and one thread at a time has the buffer.
extension ByteBuffer: @unchecked Sendable {}
