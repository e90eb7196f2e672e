import Testing

/// Every public declaration says what it is for, in a documentation comment.
///
/// The requirements of protocols are documented where the protocol declares them, not at each type that meets them.
@Suite struct PublicDeclarationTests {
  /// The requirements of the standard library's protocols that the package's types meet.
  private static let standardRequirements: Set<String> = [
    "description", "debugDescription", "errorDescription", "hash", "==", "<", "encode", "startIndex",
    "endIndex", "index", "formIndex", "distance", "count", "underestimatedCount", "makeIterator", "next",
    "id", "rawValue", "allCases", "stringValue", "intValue",
  ]

  @Test func `every public declaration has a documentation comment`() throws {
    let files = try Repository.swiftFiles(under: "Sources").map { ($0, try Repository.text(of: $0)) }
    let requirements = files.reduce(into: Self.standardRequirements) {
      $0.formUnion(PublicDeclaration.requirements(in: $1.1))
    }
    var count = 0
    var silent: [String] = []
    for (path, text) in files {
      for declaration in PublicDeclaration.all(in: text) {
        count += 1
        if !declaration.isDocumented, !requirements.contains(declaration.name) {
          silent.append("\(path):\(declaration.line): \(declaration.name)")
        }
      }
    }
    #expect(count > 1000)
    #expect(silent == [])
  }

  @Test func `declarations are found with their comments`() {
    let text = """
      /// A reader.
      public protocol Reader {
        /// Reads.
        mutating func read() -> Int
        var report: Report { get }
      }
      public final class File: Reader {
        /// Opens.
        @discardableResult
        public init?(path: String) {}
        @MainActor public static var shared: File { File() }
        public override func close() {}
        public init(from decoder: Decoder) {}
        func hidden() {}
      }
      """
    let all = PublicDeclaration.all(in: text)
    #expect(all.map(\.name) == ["Reader", "File", "init", "shared"])
    #expect(all.map(\.line) == [2, 7, 10, 11])
    #expect(all.map(\.isDocumented) == [true, false, true, false])
    #expect(PublicDeclaration.requirements(in: text) == ["read", "report"])
  }
}

/// A declaration that other modules can name.
private struct PublicDeclaration {
  let name: String
  /// The line, counted from 1.
  let line: Int
  let isDocumented: Bool

  private static let kinds: Set<Substring> = [
    "func", "var", "let", "init", "struct", "class", "enum", "protocol", "actor", "typealias", "subscript", "case",
  ]

  /// The public declarations of a file, without those that override another or decode a value.
  static func all(in text: String) -> [PublicDeclaration] {
    let access = Pattern(#"\b(?:public|open)\b"#)
    guard access.occurs(in: text) else { return [] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.compactMap { index in
      guard access.occurs(in: lines[index]), let name = publicName(lines[index]) else { return nil }
      let attributes = lines[..<index].reversed().prefix { line in ["@", "#"].contains(line.first { $0 != " " }) }
      let before = lines[..<(index - attributes.count)].last ?? ""
      return PublicDeclaration(
        name: name, line: index + 1, isDocumented: before.drop { $0 == " " }.hasPrefix("///"))
    }
  }

  private static func publicName(_ line: Substring) -> String? {
    let words = line.split(separator: " ", maxSplits: 12)
    guard let start = words.firstIndex(where: { $0 == "public" || $0 == "open" }),
      words[..<start].allSatisfy({ $0.hasPrefix("@") }), !words.contains("override")
    else { return nil }
    for (index, word) in words.enumerated().dropFirst(start + 1) {
      let first = word.prefix { $0.isLetter }
      guard kinds.contains(first) else { continue }
      if first == "init" || first == "subscript" {
        return words[index].hasPrefix("init(from") ? nil : String(first)
      }
      // `class` may also be a modifier.
      guard index + 1 < words.count, !kinds.contains(words[index + 1]) else { continue }
      let name = words[index + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      return String(name.isEmpty ? words[index + 1].prefix { $0 != "(" } : name)
    }
    return nil
  }

  /// The members that the protocols of a file require.
  static func requirements(in text: String) -> Set<String> {
    var requirements: Set<String> = []
    var isInProtocol = false
    let requirement = Pattern(#"^ +(?:[a-z@]\w* )*(?:func|var|associatedtype) (\w+)"#)
    let start = Pattern(#"(?m)^(?:[a-z@]\w* )*protocol "#)
    guard start.occurs(in: text) else { return [] }
    for line in text.split(separator: "\n") {
      if line.hasPrefix("}") { isInProtocol = false }
      if isInProtocol, let match = requirement.firstMatch(in: line) {
        requirements.insert(String(match[1]))
      }
      if start.occurs(in: line) { isInProtocol = true }
    }
    return requirements
  }
}
