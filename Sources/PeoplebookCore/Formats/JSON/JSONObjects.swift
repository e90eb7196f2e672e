/// Cuts a stream of JSON into its outermost objects: one a line, or the elements of an array.
struct JSONObjects {
  struct Object {
    var bytes: [UInt8]
    /// The line where it begins.
    var line: Int
    /// Whether its closing brace is there, and it is not longer than the limit.
    var isWhole = true
  }

  /// The longest object that is kept, in bytes.
  private static var limit: Int { 64 << 20 }

  private var source: UTF8Source
  private var chunk: [UInt8] = []
  private var position = 0
  private var line = 1
  private var strayLine: Int?

  init(_ source: some ByteSource) {
    self.source = UTF8Source(source)
  }

  var bytesRead: Int { source.bytesRead }

  /// The first line, since the last call, with something between objects that does not belong there.
  mutating func takeStrayLine() -> Int? {
    defer { strayLine = nil }
    return strayLine
  }

  /// The next object; `nil` at the end.
  mutating func next() throws(FileError) -> Object? {
    guard try skipToObject() else { return nil }
    var object = Object(bytes: [UInt8(ascii: "{")], line: line)
    var depth = 1
    var isString = false
    var isEscaped = false
    while let byte = try nextByte() {
      if object.bytes.count < Self.limit { object.bytes.append(byte) } else { object.isWhole = false }
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isString: isEscaped = true
      case UInt8(ascii: "\""): isString.toggle()
      case UInt8(ascii: "{") where !isString: depth += 1
      case UInt8(ascii: "}") where !isString:
        depth -= 1
        if depth == 0 { return object }
      default: break
      }
    }
    object.isWhole = false
    return object
  }

  /// Consumes bytes up to the brace that opens an object; `false` at the end.
  private mutating func skipToObject() throws(FileError) -> Bool {
    while let byte = try nextByte() {
      switch byte {
      case UInt8(ascii: "{"): return true
      case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","): break
      default: strayLine = strayLine ?? line
      }
    }
    return false
  }

  private mutating func nextByte() throws(FileError) -> UInt8? {
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
