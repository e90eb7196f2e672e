/// The key strings of a terminal that differ from the common ones.
///
/// ``InputDecoder`` has the common sequences built in. The others are read from terminfo.
public struct KeyStrings: Sendable {
  private var keys: [[UInt8]: KeyEvent] = [:]
  private var longest = 0
  /// Whether the terminal reports the mouse in the old form, in raw bytes.
  public var hasLegacyMouse = false

  /// Creates an empty set of strings.
  public init() {}

  /// Adds a key.
  ///
  /// A string that does not begin with Escape is left out, because the decoder handles control characters itself.
  public mutating func add(_ string: String, _ key: KeyEvent) {
    let bytes = Array(string.utf8)
    guard bytes.count > 1, bytes[0] == 0x1B else { return }
    keys[bytes] = key
    longest = max(longest, bytes.count)
  }

  /// The longest key at the beginning of `bytes`.
  func match(_ bytes: ArraySlice<UInt8>) -> (key: KeyEvent, length: Int)? {
    var length = min(longest, bytes.count)
    while length > 1 {
      if let key = keys[Array(bytes.prefix(length))] { return (key, length) }
      length -= 1
    }
    return nil
  }
}
