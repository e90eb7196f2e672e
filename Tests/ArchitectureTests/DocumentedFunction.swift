/// A function, initializer or subscript, with its documentation comment.
struct DocumentedFunction {
  /// The name; `init(from` for an initializer that decodes a value.
  let name: String
  /// The comment, without slashes and indentation; empty where there is none.
  let comment: [Substring]
  /// The declaration up to its body, without what is in parentheses.
  let declaration: String
  /// The line in which the declaration begins.
  let line: Int
  /// Whether other modules can call it.
  let isPublic: Bool
  /// Whether a public protocol requires it.
  let isRequirement: Bool

  /// Whether it throws errors of its own, not only those of a closure that it calls.
  var isThrowing: Bool { declaration.contains(/\bthrows\b/) }

  /// Whether the comment has a field such as `Throws`.
  func documents(_ field: String) -> Bool { comment.contains { $0.hasPrefix("- \(field):") } }

  /// The functions of a file.
  static func all(in text: String) -> [DocumentedFunction] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var functions: [DocumentedFunction] = []
    var comment: [Substring] = []
    var isInPublicProtocol = false
    for (index, line) in lines.enumerated() {
      let words = line.drop { $0 == " " }
      if line.hasPrefix("public protocol ") { isInPublicProtocol = true }
      if line == "}" { isInPublicProtocol = false }
      if words.hasPrefix("///") {
        comment.append(words.dropFirst(3).drop { $0 == " " })
      } else if words.contains(/^[\w@() ]*\b(func |init[?(<]|subscript[(<])/) {
        functions.append(
          DocumentedFunction(
            name: name(words), comment: comment, declaration: declaration(lines[index...]), line: index + 1,
            isPublic: isInPublicProtocol || words.contains(/^[\w@() ]*\b(public|open)[ ]/),
            isRequirement: isInPublicProtocol))
        comment = []
      } else if !words.hasPrefix("@") {
        comment = []
      }
    }
    return functions
  }

  private static func name(_ line: Substring) -> String {
    if let match = line.firstMatch(of: /\bfunc (\w+|\S+)/) { return String(match.1) }
    return line.contains("init(from ") ? "init(from" : line.contains("subscript") ? "subscript" : "init"
  }

  private static func declaration(_ lines: ArraySlice<Substring>) -> String {
    var declaration = ""
    var depth = 0
    for line in lines.prefix(12) {
      // The requirement of a protocol has no body: it ends before the next declaration.
      if !declaration.isEmpty, depth == 0, line.contains(/^ *(\/\/\/|\}|$)|\bfunc\b/) { break }
      for character in line {
        if character == ")" || character == "]" { depth -= 1 }
        if depth == 0 {
          if character == "{" { return declaration }
          declaration.append(character)
        }
        if character == "(" || character == "[" { depth += 1 }
      }
    }
    return declaration
  }
}
