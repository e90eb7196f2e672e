/// Cuts a stream of JSON into the arrays that begin with a text, as jCards do.
struct JCardArrays {
  /// One array.
  struct Element {
    var bytes: [UInt8]
    /// The line where it begins.
    var line: Int
    /// The reason why it cannot be read; `nil` for a whole array.
    var problem: String?
  }

  private static let beginning = Array("[\"vcard\"".utf8)

  private var source: UTF8Source
  private var chunk: [UInt8] = []
  private var position = 0
  private var line = 1
  /// The beginning of an array that was read behind another one without an end.
  private var isAtArray = false

  init(_ source: some ByteSource) {
    self.source = UTF8Source(source)
  }

  /// The number of bytes read from the source.
  var bytesRead: Int { source.bytesRead }

  /// The next array; `nil` at the end.
  ///
  /// An array without an end is cut at the next line that begins like a jCard.
  mutating func next() throws(FileAccessError) -> Element? {
    var element = Element(bytes: [], line: line)
    if isAtArray {
      element.bytes = Self.beginning
      isAtArray = false
    } else {
      guard try skipToArray() else { return nil }
      element = Element(bytes: Array("[\"".utf8), line: line)
    }
    // A text is open after the bracket and the quotation mark.
    var depth = 1
    var isText = element.bytes != Self.beginning
    var isEscaped = false
    var lineStart: Int?
    while let byte = try nextByte() {
      element.bytes.append(byte)
      if let start = lineStart, element.bytes.count - start == Self.beginning.count {
        if element.bytes[start...].elementsEqual(Self.beginning) {
          isAtArray = true
          element.problem = "the jCard that begins here has no end"
          return element
        }
        lineStart = nil
      }
      switch byte {
      case 0x0A: lineStart = element.bytes.count
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isText: isEscaped = true
      case UInt8(ascii: "\""): isText.toggle()
      case UInt8(ascii: "[") where !isText: depth += 1
      case UInt8(ascii: "]") where !isText: depth -= 1
      default: break
      }
      if depth == 0 { return element }
      if element.bytes.count > RecordLimits.card {
        element.problem = "the jCard that begins here is larger than \(RecordLimits.card >> 20) MB"
        element.bytes = []
        lineStart = nil
      }
    }
    element.problem = element.problem ?? "the jCard that begins here has no end"
    return element
  }

  /// Reads up to a bracket with a quotation mark after it; `false` at the end.
  private mutating func skipToArray() throws(FileAccessError) -> Bool {
    var isAfterBracket = false
    while let byte = try nextByte() {
      switch byte {
      case UInt8(ascii: "\"") where isAfterBracket: return true
      case UInt8(ascii: "["): isAfterBracket = true
      case 0x20, 0x09, 0x0A, 0x0D: break
      default: isAfterBracket = false
      }
    }
    return false
  }

  private mutating func nextByte() throws(FileAccessError) -> UInt8? {
    if position == chunk.count {
      guard let next = try source.nextChunk() else { return nil }
      chunk = next
      position = 0
    }
    defer { position += 1 }
    if chunk[position] == 0x0A { line += 1 }
    return chunk[position]
  }
}
