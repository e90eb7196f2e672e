/// A function, initializer, subscript or computed property, with its documentation comment.
struct DocumentedMember {
  /// The name; `init(from` for an initializer that decodes a value.
  let name: String
  /// The comment, without slashes and indentation; empty where there is none.
  let comment: [Substring]
  /// The declaration up to its body, without what is in parentheses.
  let declaration: String
  /// The names of the parameters within the function.
  let parameters: [String]
  /// The body, or the accessors, without comments and the content of texts; empty where there is none.
  let body: String
  /// The line in which the declaration begins.
  let line: Int
  /// Whether other modules can call it.
  let isPublic: Bool
  /// Whether a public protocol requires it.
  let isRequirement: Bool

  /// Whether a caller may ignore what it returns.
  let hasDiscardableResult: Bool

  /// Whether it throws errors of its own, not only those of a closure that it calls.
  var isThrowing: Bool { Self.throwing.occurs(in: declaration) }

  /// Whether the comment has a field such as `Throws`.
  func documents(_ field: String) -> Bool { comment.contains { $0.hasPrefix("- \(field):") } }

  /// The names of the parameters that the comment describes.
  var documentedParameters: [String] {
    comment.compactMap { line in
      line.hasPrefix("- ") ? Self.documentedParameter.firstMatch(in: line).map { String($0[1]) } : nil
    }
  }

  private static let throwing = Pattern(#"\bthrows\b"#)
  private static let documentedParameter = Pattern(#"^- (?:Parameter )?([a-z]\w*):"#)
  private static let start = Pattern(#"^[\w@() ]*\b(func |init[?(<]|subscript[(<]|var )"#)
  private static let modifiers = Pattern(#"^[\w@() ]*\b(public|open) "#)
  private static let named = Pattern(#"\b(?:func|var) (\w+|\S+)"#)
  private static let end = Pattern(#"^ *(\}|$)|(?<!\w\.)\b(func|var|let|init|subscript)\b"#)
  private static let observers = Pattern(#"^\{\s*(didSet|willSet)"#)

  /// The members of the types of a text, and its functions.
  static func all(in text: String) -> [DocumentedMember] { all(in: text, parsedAs: SwiftSource(text)) }

  static func all(in text: String, parsedAs source: SwiftSource) -> [DocumentedMember] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let code = source.code.split(separator: "\n", omittingEmptySubsequences: false)
    var members: [DocumentedMember] = []
    var comment: [Substring] = []
    var isInPublicProtocol = false
    var isDiscardable = false
    for (index, line) in lines.enumerated() {
      let words = line.drop { $0 == " " }
      if words.hasPrefix("@discardableResult") { isDiscardable = true }
      if line.hasPrefix("public protocol ") { isInPublicProtocol = true }
      if line == "}" { isInPublicProtocol = false }
      if words.hasPrefix("///") {
        comment.append(words.dropFirst(3).drop { $0 == " " })
      } else if start.occurs(in: code[index]) {
        let (declaration, arguments, body) = parts(code[index...])
        members.append(
          DocumentedMember(
            name: name(words), comment: comment, declaration: declaration, parameters: parameters(arguments),
            body: body, line: index + 1,
            isPublic: isInPublicProtocol || modifiers.occurs(in: words),
            isRequirement: isInPublicProtocol, hasDiscardableResult: isDiscardable))
        (comment, isDiscardable) = ([], false)
      } else if !words.hasPrefix("@"), !words.hasPrefix("#") {
        (comment, isDiscardable) = ([], false)
      }
    }
    return members
  }

  private static func name(_ line: Substring) -> String {
    if let match = named.firstMatch(in: line) { return String(match[1]) }
    return line.contains("init(from ") ? "init(from" : line.contains("subscript") ? "subscript" : "init"
  }

  /// The names of the parameters in a text such as `_ a: Int, of b: [Int]`.
  private static func parameters(_ text: String) -> [String] {
    var names: [String] = []
    var depth = 0
    // Up to the colon of each parameter.
    var words: String? = ""
    for character in text.replacing("->", with: "") {
      if "([{<".contains(character) { depth += 1 }
      if ")]}>".contains(character) { depth -= 1 }
      if depth == 0, character == "," {
        words = ""
      } else if depth == 0, character == ":", let known = words {
        names += known.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }).suffix(1).map(String.init)
        words = nil
      } else {
        words?.append(character)
      }
    }
    return names
  }

  /// The declaration that begins in the first line, what its first parentheses have, and its body.
  private static func parts(
    _ lines: ArraySlice<Substring>
  ) -> (declaration: String, arguments: String, body: String) {
    var declaration = ""
    var arguments = ""
    var depth = 0
    var hasArguments = false
    for (index, line) in zip(lines.indices, lines).prefix(12) {
      // The requirement of a protocol has no body, and ends before the next declaration; so does a stored property.
      if !declaration.isEmpty, depth == 0, end.occurs(in: line) { break }
      for (position, character) in zip(line.indices, line) {
        if character == ")" || character == "]" {
          depth -= 1
          if depth == 0 { hasArguments = true }
        }
        if depth > 0, !hasArguments { arguments.append(character) }
        if depth == 0 {
          if character == "{" {
            let body = body(line[position...], lines[(index + 1)...])
            // The first value of a stored property may be a closure.
            let isValue = declaration.contains(" = ") && !observers.occurs(in: body)
            return (declaration, arguments, isValue ? "" : body)
          }
          declaration.append(character)
        }
        if character == "(" || character == "[" { depth += 1 }
      }
    }
    return (declaration, arguments, "")
  }

  /// The text from an opening brace to the closing one.
  private static func body(_ first: Substring, _ rest: ArraySlice<Substring>) -> String {
    var body = ""
    var depth = 0
    for line in [first] + rest {
      for character in line {
        body.append(character)
        if character == "{" { depth += 1 }
        if character == "}" { depth -= 1 }
        if depth == 0 { return body }
      }
      body.append("\n")
    }
    return body
  }
}
