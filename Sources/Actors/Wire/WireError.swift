/// Why bytes from the network were not accepted.
public enum WireError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes are not in the format.
  case malformed(offset: Int)
  /// There are more bytes than ``WireLimits/bytes``.
  case tooLarge
  /// Values are nested deeper than ``WireLimits/depth``.
  case tooDeep
  /// There are more values than ``WireLimits/values``.
  case tooMany

  /// One sentence for a log.
  public var description: String {
    switch self {
    case .malformed(let offset): "malformed at byte \(offset)"
    case .tooLarge: "too large"
    case .tooDeep: "nested too deeply"
    case .tooMany: "too many values"
    }
  }
}

/// How much a reader accepts from the network, so that a hostile peer can neither exhaust the memory nor the stack.
public struct WireLimits: Sendable, Hashable {
  /// The most bytes of one message.
  public var bytes: Int
  /// How deep arrays and objects may be nested.
  public var depth: Int
  /// The most values in one message, those inside others included.
  public var values: Int

  /// Creates limits.
  public init(bytes: Int = 32 << 20, depth: Int = 128, values: Int = 1_000_000) {
    self.bytes = bytes
    self.depth = depth
    self.values = values
  }
}
