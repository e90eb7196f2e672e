/// A Swift file, parsed as far as the architecture tests need it.
struct SwiftSource {
  /// The text without comments and without the content of string literals.
  ///
  /// Lines keep their numbers.
  let code: String
  /// The types of the file, without the type aliases that other types contain.
  let types: [TypeDeclaration]

  init(_ text: String) {
    code = Self.stripped(text)
    types = Self.types(in: code)
  }

  /// The line of a match in `code`.
  func line(of match: Pattern.Match) -> Int {
    code.utf8[..<match.range.lowerBound].count { $0 == UInt8(ascii: "\n") } + 1
  }

  /// A class and the properties that the architecture tests check.
  struct Class {
    var name: String
    var line: Int
    var ancestors: [String]
    var isMainActor: Bool
    var declaresIsolatedDeinit: Bool
    /// The declarations of its stored properties, as written, without accessors.
    var storedProperties: [String]
  }

  static func stripped(_ text: String) -> String {
    var stripping = Stripping(rest: Array(text.utf8)[...])
    stripping.run()
    return String(decoding: stripping.result, as: UTF8.self)
  }
}

/// The removal of comments and of the content of string literals, byte by byte: all that it looks for is ASCII.
private struct Stripping {
  var rest: ArraySlice<UInt8>
  private(set) var result: [UInt8] = []

  init(rest: ArraySlice<UInt8>) {
    self.rest = rest
    result.reserveCapacity(rest.count)
  }

  private static let newline = UInt8(ascii: "\n")
  private static let slash = UInt8(ascii: "/")
  private static let quote = UInt8(ascii: "\"")
  private static let pound = UInt8(ascii: "#")

  private func starts(with text: String) -> Bool { rest.starts(with: text.utf8) }

  mutating func run() {
    while let byte = rest.first {
      switch byte {
      case Self.slash where starts(with: "//"): rest = rest.drop { $0 != Self.newline }
      case Self.slash where starts(with: "/*"): skipComment()
      case Self.quote: skipString()
      case Self.pound where rest.drop { $0 == Self.pound }.first == Self.quote: skipString()
      default:
        let end =
          rest.dropFirst().firstIndex { $0 == Self.slash || $0 == Self.quote || $0 == Self.pound } ?? rest.endIndex
        result += rest[..<end]
        rest = rest[end...]
      }
    }
  }

  private mutating func skipComment() {
    var depth = 0
    while let byte = rest.first {
      if starts(with: "/*") {
        depth += 1
        rest = rest.dropFirst(2)
      } else if starts(with: "*/") {
        depth -= 1
        rest = rest.dropFirst(2)
        if depth == 0 { break }
      } else {
        if byte == Self.newline { result.append(byte) }
        rest.removeFirst()
      }
    }
  }

  private mutating func skipString() {
    let pounds = String(repeating: "#", count: rest.prefix { $0 == Self.pound }.count)
    rest = rest.dropFirst(pounds.utf8.count)
    let quote = starts(with: "\"\"\"") ? "\"\"\"" : "\""
    let (end, escape) = (quote + pounds, "\\" + pounds)
    rest = rest.dropFirst(quote.utf8.count)
    result += "\"\"".utf8
    while let byte = rest.first {
      if starts(with: end) {
        rest = rest.dropFirst(end.utf8.count)
        return
      }
      if starts(with: escape + "(") {
        rest = rest.dropFirst(escape.utf8.count)
        skipInterpolation()
      } else if starts(with: escape) {
        rest = rest.dropFirst(escape.utf8.count)
        if rest.first == Self.newline { result.append(Self.newline) }
        rest = rest.dropFirst()
      } else {
        if byte == Self.newline {
          if quote == "\"" { return }
          result.append(byte)
        }
        rest.removeFirst()
      }
    }
  }

  private mutating func skipInterpolation() {
    var depth = 0
    while let byte = rest.first {
      if byte == Self.quote {
        // Its lines count already.
        let count = result.count
        skipString()
        result.removeSubrange(count...)
        continue
      }
      rest.removeFirst()
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") {
        depth -= 1
        if depth == 0 { break }
      }
      if byte == Self.newline { result.append(byte) }
    }
  }
}
