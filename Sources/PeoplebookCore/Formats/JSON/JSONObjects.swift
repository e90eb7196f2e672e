/// Divides a stream of JSON into its outermost objects: one per line, or the elements of an array.
///
/// An unterminated object does not affect the others. Reading resumes at the next line that begins with a brace, or, in
/// a file of one line, after the next `},`.
struct JSONObjects {
  struct Object {
    var bytes: [UInt8]
    /// The line where it begins.
    var line: Int
    /// The reason why its end was not found; `nil` when its brackets match.
    var flaw: Flaw?
  }

  enum Flaw {
    case unfinished, tooDeep, tooLong

    /// For the report of an import.
    var sentence: String {
      switch self {
      case .unfinished: "this object does not end where it should."
      case .tooDeep: "this object has more than \(JSONObjects.depth) levels."
      case .tooLong: "this object is longer than \(JSONObjects.limit >> 20) MB."
      }
    }
  }

  /// The longest object that is kept, in bytes.
  private static var limit: Int { 64 << 20 }
  /// The most brackets that may be open: fewer than `JSONDecoder` accepts, and more than a person has.
  fileprivate static let depth = 500

  /// The most bytes that are read again by default.
  private static let rereadLimit = 2 * limit

  private var source: UTF8Source
  private var chunk: [UInt8] = []
  private var position = 0
  private var line = 1
  private var strayLine: Int?
  /// The number of blanks at the beginning of the line so far; `nil` after anything else.
  private var indentation: Int? = 0
  /// Whether no further line can begin with a brace.
  private var isLastLine = false
  /// The number of bytes that may still be read again.
  private var bytesToReread: Int

  /// - Parameter rereadLimit: The most bytes that are read again after objects that are not whole.
  ///
  ///   After that, reading continues below the place where such an object becomes invalid. Without a limit, each byte
  ///   of nested objects would be read as often as there may be levels.
  init(_ source: some ByteSource, rereadLimit: Int = Self.rereadLimit) {
    self.source = UTF8Source(source)
    bytesToReread = rereadLimit
  }

  var bytesRead: Int { source.bytesRead }

  /// The first line, since the last call, with something between objects that does not belong there.
  mutating func takeStrayLine() -> Int? {
    defer { strayLine = nil }
    return strayLine
  }

  /// The next object; `nil` at the end.
  mutating func next() throws(FileAccessError) -> Object? {
    guard let indentation = try skipToObject() else { return nil }
    var object = Object(bytes: [UInt8(ascii: "{")], line: line)
    var syntax = JSONSyntax()
    while let byte = try nextByte() {
      object.bytes.append(byte)
      let isSound = syntax.accept(byte)
      if syntax.isAtEnd { return object }
      if !isSound {
        object.flaw = syntax.isTooDeep ? .tooDeep : .unfinished
        break
      }
      if object.bytes.count >= Self.limit {
        object.flaw = .tooLong
        break
      }
    }
    object.flaw = object.flaw ?? .unfinished
    try resynchronise(after: object, indentation: indentation)
    return object
  }

  /// Consumes bytes up to the brace that opens an object; returns the blanks before it on its line, and as many as
  /// there can be where something else is before it.
  ///
  /// `nil` at the end.
  private mutating func skipToObject() throws(FileAccessError) -> Int? {
    while true {
      let indentation = indentation
      guard let byte = try nextByte() else { return nil }
      switch byte {
      case UInt8(ascii: "{"): return indentation ?? .max
      case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","): break
      default: strayLine = strayLine ?? line
      }
    }
  }

  /// Goes back to the beginning of an object that is not whole, and from there to where the next may begin: a line with
  /// a brace that is not indented more, else the first brace after `},`.
  private mutating func resynchronise(after object: Object, indentation: Int) throws(FileAccessError) {
    if bytesToReread > 0 {
      bytesToReread -= object.bytes.count
      pushBack(object.bytes.dropFirst(), line: object.line)
    }
    let firstLine = line
    var passed: [UInt8] = []
    var next: Int?
    var previous: (UInt8, UInt8) = (0, 0)
    while let byte = try peek(), passed.count < Self.limit {
      if byte == UInt8(ascii: "{") {
        if let blanks = self.indentation, blanks <= indentation { return }
        if next == nil, previous == (UInt8(ascii: "}"), UInt8(ascii: ",")) {
          next = passed.count
          if isLastLine { break }
        }
      }
      _ = try nextByte()
      passed.append(byte)
      if byte > 0x20 { previous = (previous.1, byte) }
    }
    isLastLine = true
    if let next { pushBack(passed[next...], line: firstLine + passed[..<next].count { $0 == 0x0A }) }
  }

  /// Makes the bytes that were consumed last the next ones.
  private mutating func pushBack(_ bytes: ArraySlice<UInt8>, line: Int) {
    if bytes.count <= position {
      position -= bytes.count
    } else {
      chunk = Array(bytes) + chunk[position...]
      position = 0
    }
    self.line = line
    indentation = nil
  }

  private mutating func peek() throws(FileAccessError) -> UInt8? {
    if position == chunk.count {
      guard let next = try source.nextChunk() else { return nil }
      chunk = next
      position = 0
    }
    return chunk[position]
  }

  private mutating func nextByte() throws(FileAccessError) -> UInt8? {
    guard let byte = try peek() else { return nil }
    position += 1
    switch byte {
    case 0x0A:
      line += 1
      indentation = 0
    case 0x20, 0x09, 0x0D: indentation = indentation.map { $0 + 1 }
    default: indentation = nil
    }
    return byte
  }
}

/// The nesting of the bytes after an object's brace, and whether they are valid there.
private struct JSONSyntax {
  /// The brackets that are open, the object's own brace first.
  private var open: [UInt8] = [UInt8(ascii: "{")]
  private var previous = UInt8(ascii: "{")
  private var isString = false
  private var isEscaped = false
  /// Whether the last byte opened one bracket more than may be open.
  private(set) var isTooDeep = false

  /// Whether the object's own brace was closed.
  var isAtEnd: Bool { open.isEmpty }

  /// Consumes a byte; `false` when it is not valid there.
  mutating func accept(_ byte: UInt8) -> Bool {
    if isString { return acceptInString(byte) }
    var isSound = true
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D: return true
    case UInt8(ascii: "\""): isString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let isValue =
        previous == UInt8(ascii: ":")
        || open.last == UInt8(ascii: "[") && (previous == UInt8(ascii: "[") || previous == UInt8(ascii: ","))
      isTooDeep = isValue && open.count == JSONObjects.depth
      isSound = isValue && !isTooDeep
      open.append(byte)
    // A closing bracket's code is that of the opening one and 2.
    case UInt8(ascii: "}"), UInt8(ascii: "]"): isSound = open.popLast() == byte - 2
    default: break
    }
    previous = byte
    return isSound
  }

  private mutating func acceptInString(_ byte: UInt8) -> Bool {
    switch byte {
    // The end of a line is written as \n, also behind a backslash.
    case 0x0A, 0x0D: return false
    case _ where isEscaped: isEscaped = false
    case UInt8(ascii: "\\"): isEscaped = true
    case UInt8(ascii: "\""):
      isString = false
      previous = byte
    default: break
    }
    return true
  }
}
