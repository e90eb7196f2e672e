/// The head of a request: its first line and its headers.
///
/// It keeps the address as the client has sent it; see ``RequestTarget``.
///
/// The library refuses a WebSocket whose list of subprotocols is longer than 127 bytes, and the params of a connection
/// are in that list. This head keeps a longer list, and gives the library one with a single name.
struct RequestHead {
  /// What the library reads before it reads the socket.
  private(set) var bytes: [UInt8] = []
  /// The address in the first line; `nil` if there is no valid one.
  private(set) var target: RequestTarget?
  /// The list that ``bytes`` lacks; `nil` if it is short enough.
  private(set) var protocols: String?

  /// The headers, as far as they are known; names are in lower case.
  private(set) var headers: [String: String] = [:]

  /// The length of the body, or `Int.max` for one that is too large for a number; `nil` if it is not valid.
  private(set) var length: Int? = 0

  /// The longest list that the library reads.
  private static let limit = 127
  private static let name = Array("sec-websocket-protocol:".utf8)

  /// Creates a head of which nothing has been read.
  init() {}

  /// Creates a head of which nothing has been read, although its bytes are known.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  init(unread bytes: [UInt8]) {
    target = Self.target(of: bytes)
    headers = Self.headers(in: bytes[...])
    length = Self.length(in: bytes)
  }

  /// Creates a head from what has been read, complete or not.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    target = Self.target(of: bytes)
    headers = Self.headers(in: bytes[...])
    length = Self.length(in: bytes)
    guard bytes.count > Self.limit else { return }
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: 13), end > start {
      let line = bytes[start..<end]
      if line.count - Self.name.count > Self.limit, Self.isProtocols(line) {
        let list = String(decoding: line.dropFirst(Self.name.count), as: UTF8.self)
        let names = list.split(separator: ",").map { $0.drop { $0 == " " } }
        protocols = names.joined(separator: ", ")
        self.bytes.replaceSubrange(
          start..<end, with: Self.name + (names.contains("rivet") ? "rivet" : "").utf8)
        return
      }
      // After the carriage return and the line feed.
      start = min(end + 2, bytes.endIndex)
    }
  }

  private static func target(of bytes: [UInt8]) -> RequestTarget? {
    let words = bytes.prefix { $0 != 10 }.split(separator: 32, omittingEmptySubsequences: false)
    return words.count == 3 ? RequestTarget(String(decoding: words[1], as: UTF8.self)) : nil
  }

  private static func isProtocols(_ line: ArraySlice<UInt8>) -> Bool { has(line, name) }

  /// Whether a line is the header with a name, which is in lower case and ends with a colon.
  private static func has(_ line: ArraySlice<UInt8>, _ name: [UInt8]) -> Bool {
    line.count >= name.count
      && zip(line, name).allSatisfy { $0 == $1 || (65...90).contains($0) && $0 + 32 == $1 }
  }

  private static let lengthName = Array("content-length:".utf8)

  private static func length(in bytes: [UInt8]) -> Int? {
    let values = bytes.split(separator: 10).filter { has($0, lengthName) }.map { line in
      length(String(decoding: line.dropFirst(lengthName.count), as: UTF8.self))
    }
    guard let first = values.first else { return 0 }
    return values.allSatisfy { $0 == first } ? first : nil
  }

  /// Returns the number of a header; `Int.max` if it is too large, and `nil` if it is not one.
  static func length(_ text: String) -> Int? {
    let digits = text.utf8.drop { $0 == 32 || $0 == 9 }.prefix { $0 != 32 && $0 != 9 && $0 != 13 }
    let rest = text.utf8[digits.endIndex...]
    guard !digits.isEmpty, digits.allSatisfy({ (48...57).contains($0) }),
      rest.allSatisfy({ $0 == 32 || $0 == 9 || $0 == 13 })
    else { return nil }
    return Int(String(decoding: digits, as: UTF8.self)) ?? .max
  }

  /// Returns the headers of a head, in lower case; those of the same name are joined by commas.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  static func headers(in bytes: ArraySlice<UInt8>) -> [String: String] {
    var headers: [String: String] = [:]
    for line in bytes.split(separator: 10).dropFirst() {
      guard let colon = line.firstIndex(of: 58) else { continue }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      let value = String(decoding: line[(colon + 1)...].drop { $0 == 32 || $0 == 9 }.prefix { $0 != 13 }, as: UTF8.self)
      headers[name] = headers[name].map { "\($0), \(value)" } ?? value
    }
    return headers
  }

  /// Returns the index after the end of a head; `nil` if it is not complete.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  static func end(of bytes: [UInt8]) -> Int? {
    bytes.indices.dropFirst(3).first { index in
      bytes[index] == 10 && bytes[index - 1] == 13 && bytes[index - 2] == 10 && bytes[index - 3] == 13
    }.map { $0 + 1 }
  }
}
