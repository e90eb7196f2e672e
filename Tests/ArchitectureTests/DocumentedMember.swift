/// A function, initializer, subscript or computed property, with its documentation comment.
struct DocumentedMember {
  /// The name; `init(from` for an initializer that decodes a value.
  let name: String
  /// The comment, without slashes and indentation; empty where there is none.
  let comment: [Substring]
  /// The declaration up to its body, without what is in parentheses.
  let declaration: String
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
  var isThrowing: Bool { declaration.contains(/\bthrows\b/) }

  /// Whether the comment has a field such as `Throws`.
  func documents(_ field: String) -> Bool { comment.contains { $0.hasPrefix("- \(field):") } }

  /// The members of the types of a text, and its functions.
  static func all(in text: String) -> [DocumentedMember] { all(in: text, parsedAs: SwiftSource(text)) }

  static func all(in text: String, parsedAs source: SwiftSource) -> [DocumentedMember] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let code = source.code.split(separator: "\n", omittingEmptySubsequences: false)
    var members: [DocumentedMember] = []
    var comment: [Substring] = []
    var isInPublicProtocol = false
    var isDiscardable = false
    // A literal in the loop would be compiled for each line.
    let start = /^[\w@() ]*\b(func |init[?(<]|subscript[(<]|var )/
    let modifiers = /^[\w@() ]*\b(public|open)[ ]/
    for (index, line) in lines.enumerated() {
      let words = line.drop { $0 == " " }
      if words.hasPrefix("@discardableResult") { isDiscardable = true }
      if line.hasPrefix("public protocol ") { isInPublicProtocol = true }
      if line == "}" { isInPublicProtocol = false }
      if words.hasPrefix("///") {
        comment.append(words.dropFirst(3).drop { $0 == " " })
      } else if code[index].contains(start) {
        let (declaration, body) = parts(code[index...])
        members.append(
          DocumentedMember(
            name: name(words), comment: comment, declaration: declaration, body: body, line: index + 1,
            isPublic: isInPublicProtocol || words.contains(modifiers),
            isRequirement: isInPublicProtocol, hasDiscardableResult: isDiscardable))
        (comment, isDiscardable) = ([], false)
      } else if !words.hasPrefix("@"), !words.hasPrefix("#") {
        (comment, isDiscardable) = ([], false)
      }
    }
    return members
  }

  private static func name(_ line: Substring) -> String {
    if let match = line.firstMatch(of: /\b(?:func|var) (\w+|\S+)/) { return String(match.1) }
    return line.contains("init(from ") ? "init(from" : line.contains("subscript") ? "subscript" : "init"
  }

  /// The declaration that begins in the first line, and its body.
  private static func parts(_ lines: ArraySlice<Substring>) -> (declaration: String, body: String) {
    var declaration = ""
    var depth = 0
    for (index, line) in zip(lines.indices, lines).prefix(12) {
      // The requirement of a protocol has no body, and ends before the next declaration; so does a stored property.
      if !declaration.isEmpty, depth == 0, line.contains(/^ *(\}|$)|\b(func|var|let|init|subscript)\b/) { break }
      for (position, character) in zip(line.indices, line) {
        if character == ")" || character == "]" { depth -= 1 }
        if depth == 0 {
          if character == "{" {
            let body = body(line[position...], lines[(index + 1)...])
            // The first value of a stored property may be a closure.
            let isValue = declaration.contains(" = ") && !body.contains(/^\{\s*(didSet|willSet)/)
            return (declaration, isValue ? "" : body)
          }
          declaration.append(character)
        }
        if character == "(" || character == "[" { depth += 1 }
      }
    }
    return (declaration, "")
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
