extension SwiftSource {
  /// A type and who can name it.
  struct TypeDeclaration {
    var name: Substring
    var isPublic: Bool
    /// Whether only the file can name it.
    var isPrivate: Bool
    /// Whether another type contains it.
    var isNested: Bool
  }

  private static let type = Pattern(
    #"(?:^|\n)( *)(?:@\w+(?:\([^)\n]*\))?\s+)*"#
      + #"((?:(?:public|package|internal|private|fileprivate|open|final|indirect|nonisolated)\s)*)"#
      + #"(class|struct|enum|protocol|actor|typealias)\s(\w+)"#)

  static func types(in code: String) -> [TypeDeclaration] {
    type.matches(in: code).compactMap { match in
      let isNested = !match[1].isEmpty
      // `class` before a member does not declare a type.
      if isNested && match[3] == "typealias" || match[4].first?.isUppercase != true { return nil }
      return TypeDeclaration(
        name: match[4], isPublic: match[2].contains("public") || match[2].contains("open"),
        isPrivate: match[2].contains("private"),
        isNested: isNested)
    }
  }

  /// The types that no other type contains.
  var fileScopeTypes: [TypeDeclaration] { types.filter { !$0.isNested } }

  private static let classHead = Pattern(#"\bclass[ \n]+([A-Z]\w*)"#)
  private static let isolatedDeinit = Pattern(#"\bisolated\s+deinit\b"#)

  /// The classes of the file, nested ones included.
  var classes: [Class] {
    var found: [Class] = []
    for match in Self.classHead.matches(in: code) {
      guard let brace = code.utf8[match.range.upperBound...].firstIndex(of: UInt8(ascii: "{")) else { continue }
      let head = code[match.range.upperBound..<brace]
      // `class` before a member or in a constraint does not declare a type.
      guard !head.contains(";"), !head.contains("}") else { continue }
      let body = Self.body(of: code, openedAt: brace)
      let attributes = Self.attributes(before: code[..<match.range.lowerBound])
      found.append(
        Class(
          name: String(match[1]),
          line: line(of: match),
          ancestors: Self.ancestors(in: head),
          isMainActor: attributes.contains("@MainActor"),
          declaresIsolatedDeinit: Self.isolatedDeinit.occurs(in: body),
          storedProperties: Self.storedProperties(in: body)
        ))
    }
    return found
  }

  private static let typeHead = Pattern(#"\b(?:class|struct|enum|actor|protocol|extension)[ \n]+([A-Z][\w.]*)"#)
  private static let method = Pattern(
    #"\n +(?:(?:private|fileprivate|internal|public|override|open|final|@objc) )*func (\w+)"#)

  /// The instance methods that the file declares, by the names of the types that it declares or extends.
  var methods: [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for match in Self.typeHead.matches(in: code) {
      guard let brace = code.utf8[match.range.upperBound...].firstIndex(of: UInt8(ascii: "{")) else { continue }
      let head = code[match.range.upperBound..<brace]
      guard !head.contains(";"), !head.contains("}"), let name = match[1].split(separator: ".").last else { continue }
      let declarations = Self.method.matches(in: Self.body(of: code, openedAt: brace))
      found[String(name), default: []].formUnion(declarations.map { String($0[1]) })
    }
    return found
  }

  /// The words before a declaration: attributes and modifiers, back to the end of the preceding declaration.
  private static func attributes(before text: Substring) -> Substring {
    let start = text.lastIndex { "{};".contains($0) }
    let words = start.map { text[text.index(after: $0)...] } ?? text
    // The preceding declaration may also be a property without braces. A blank line or a line that is not an attribute
    // ends the search.
    var lines = words.split(separator: "\n", omittingEmptySubsequences: false)[...]
    var own: [Substring] = lines.popLast().map { [$0] } ?? []
    while let line = lines.popLast(), line.drop(while: { $0 == " " }).first == "@" { own.append(line) }
    return Substring(own.joined(separator: "\n"))
  }

  private static let inheritance = Pattern(#":((?s).*?)(?:\bwhere\b|\z)"#)

  private static func ancestors(in head: Substring) -> [String] {
    guard let list = inheritance.firstMatch(in: head)?[1] else { return [] }
    return list.split(separator: ",")
      .compactMap { $0.split(whereSeparator: { " \n".contains($0) }).last.map { String($0.prefix { $0 != "<" }) } }
  }

  /// The code between a brace and its partner, at the first level.
  ///
  /// Nested code is reduced to `{}`, or to `{ didSet }` when it observes a stored property.
  private static func body(of code: String, openedAt brace: String.Index) -> String {
    var body = ""
    var depth = 0
    // The first level is copied from here.
    var start = code.index(after: brace)
    var index = brace
    while index < code.endIndex {
      let byte = code.utf8[index]
      if byte == UInt8(ascii: "{") {
        depth += 1
        if depth == 2 {
          let inside = code[code.index(after: index)...].drop { $0.isWhitespace }
          body += code[start..<index]
          body += inside.hasPrefix("didSet") || inside.hasPrefix("willSet") ? "{ didSet " : "{"
        }
      } else if byte == UInt8(ascii: "}") {
        depth -= 1
        if depth == 0 { return body + code[start..<index] }
        if depth == 1 { start = index }
      }
      index = code.utf8.index(after: index)
    }
    return depth == 1 ? body + code[start...] : body
  }

  private static let property = Pattern(#"\b(var|let)\s+\w+"#)
  private static let typeProperty = Pattern(#"\b(static|class)\s+(var|let)\b"#)

  private static func storedProperties(in body: String) -> [String] {
    return body.split(separator: "\n").compactMap { line in
      guard property.occurs(in: line), !typeProperty.occurs(in: line) else { return nil }
      // Accessors without an initial value: the property is computed.
      if line.contains("{"), !line.contains("="), !line.contains("{ didSet") { return nil }
      return String(line)
    }
  }
}
