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

  static func types(in code: String) -> [TypeDeclaration] {
    let declaration =
      #/
      (?:^|\n)(\x20*)(?:@\w+(?:\([^)\n]*\))?\s+)*
      ((?:(?:public|package|internal|private|fileprivate|open|final|indirect|nonisolated)\s)*)
      (class|struct|enum|protocol|actor|typealias)\s(\w+)
      /#
    return code.matches(of: declaration).compactMap { match in
      let isNested = !match.1.isEmpty
      // `class` before a member does not declare a type.
      if isNested && match.3 == "typealias" || match.4.first?.isUppercase != true { return nil }
      return TypeDeclaration(
        name: match.4, isPublic: match.2.contains(/public|open/), isPrivate: match.2.contains("private"),
        isNested: isNested)
    }
  }

  /// The types that no other type contains.
  var fileScopeTypes: [TypeDeclaration] { types.filter { !$0.isNested } }

  /// The classes of the file, nested ones included.
  var classes: [Class] {
    var found: [Class] = []
    for match in code.matches(of: /\bclass[ \n]+([A-Z]\w*)/) {
      let before = code[..<match.range.lowerBound]
      guard let brace = code[match.range.upperBound...].firstIndex(of: "{") else { continue }
      let head = code[match.range.upperBound..<brace]
      // `class` before a member or in a constraint does not declare a type.
      guard !head.contains(";"), !head.contains("}") else { continue }
      let body = Self.body(of: code, openedAt: brace)
      let attributes = Self.attributes(before: before)
      found.append(
        Class(
          name: String(match.1),
          line: before.count { $0.isNewline } + 1,
          ancestors: Self.ancestors(in: head),
          isMainActor: attributes.contains("@MainActor"),
          declaresIsolatedDeinit: body.contains(/\bisolated\s+deinit\b/),
          storedProperties: Self.storedProperties(in: body)
        ))
    }
    return found
  }

  /// The instance methods that the file declares, by the names of the types that it declares or extends.
  var methods: [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for match in code.matches(of: /\b(?:class|struct|enum|actor|protocol|extension)[ \n]+([A-Z][\w.]*)/) {
      guard let brace = code[match.range.upperBound...].firstIndex(of: "{") else { continue }
      let head = code[match.range.upperBound..<brace]
      guard !head.contains(";"), !head.contains("}"), let name = match.1.split(separator: ".").last else { continue }
      let declarations = Self.body(of: code, openedAt: brace).matches(
        of: /\n[ ]+(?:(?:private|fileprivate|internal|public|override|open|final|@objc) )*func (\w+)/)
      found[String(name), default: []].formUnion(declarations.map { String($0.1) })
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

  private static func ancestors(in head: Substring) -> [String] {
    guard let colon = head.firstIndex(of: ":") else { return [] }
    return head[head.index(after: colon)...]
      .prefix(upTo: head.firstRange(of: /\bwhere\b/)?.lowerBound ?? head.endIndex)
      .split(separator: ",")
      .compactMap { $0.split(whereSeparator: { " \n".contains($0) }).last.map { String($0.prefix { $0 != "<" }) } }
  }

  /// The code between a brace and its partner, at the first level.
  ///
  /// Nested code is reduced to `{}`, or to `{ didSet }` when it observes a stored property.
  private static func body(of code: String, openedAt brace: String.Index) -> String {
    var body = ""
    var depth = 0
    var index = brace
    while index < code.endIndex {
      let character = code[index]
      if character == "{" {
        depth += 1
        if depth == 2 {
          let inside = code[code.index(after: index)...].drop { $0.isWhitespace }
          body += inside.hasPrefix("didSet") || inside.hasPrefix("willSet") ? "{ didSet " : "{"
        }
      } else if character == "}" {
        depth -= 1
        if depth == 0 { break }
        if depth == 1 { body.append("}") }
      } else if depth == 1 {
        body.append(character)
      }
      index = code.index(after: index)
    }
    return body
  }

  private static func storedProperties(in body: String) -> [String] {
    let property = /\b(var|let)\s+\w+/
    let typeProperty = /\b(static|class)\s+(var|let)\b/
    return body.split(separator: "\n").compactMap { line in
      guard line.contains(property), !line.contains(typeProperty) else { return nil }
      // Accessors without an initial value: the property is computed.
      if line.contains("{"), !line.contains("="), !line.contains("{ didSet") { return nil }
      return String(line)
    }
  }
}
