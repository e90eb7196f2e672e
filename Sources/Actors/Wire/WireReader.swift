/// A reader of one format, within limits.
protocol WireReader {
  init(bytes: UnsafeBufferPointer<UInt8>, limits: WireLimits)

  var bytes: UnsafeBufferPointer<UInt8> { get }
  /// The index of the next byte.
  var offset: Int { get }

  /// Reads a value, and the blanks before and after it.
  mutating func message() throws(WireError) -> JSONValue
}

extension WireReader {
  /// Reads one value.
  ///
  /// - Parameter configure: Sets options of the reader.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  static func value(
    of bytes: [UInt8], limits: WireLimits = WireLimits(), configure: (inout Self) -> Void = { _ in }
  ) throws(WireError) -> JSONValue {
    guard bytes.count <= limits.bytes else { throw .tooLarge }
    let result: Result<JSONValue, WireError> = bytes.withUnsafeBufferPointer { buffer in
      var reader = Self(bytes: buffer, limits: limits)
      configure(&reader)
      do throws(WireError) {
        let value = try reader.message()
        guard reader.next == nil else { throw reader.malformed }
        return .success(value)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  var malformed: WireError { .malformed(offset: offset) }

  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }
}

/// What a reader has used of its limits.
struct WireBudget {
  private let limits: WireLimits
  private var depth = 0
  private var count = 0

  init(_ limits: WireLimits) { self.limits = limits }

  mutating func addValue() throws(WireError) {
    count += 1
    guard count <= limits.values else { throw .tooMany }
  }

  /// Begins an array or an object, which ``leave()`` ends.
  mutating func enter() throws(WireError) {
    depth += 1
    guard depth <= limits.depth else { throw .tooDeep }
  }

  mutating func leave() { depth -= 1 }
}
