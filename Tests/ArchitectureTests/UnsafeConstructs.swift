/// The places of a source that the compiler cannot check, and those that end the process.
enum UnsafeConstructs {
  /// The places of constructs without a comment that gives the reason, as `path:line`.
  ///
  /// The comment is on the same line, or above the lines before it without a blank line between. A heading (`MARK`) is
  /// not a reason.
  static func unexplained(in text: String, path: String) -> [String] {
    let constructs = Pattern(
      #"@unchecked Sendable|nonisolated\(unsafe\)|\btry!|\bas!|\b(?:fatalError|preconditionFailure)\("#)
    guard constructs.occurs(in: text) else { return [] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.compactMap { index in
      guard constructs.occurs(in: lines[index]),
        constructs.occurs(in: SwiftSource.stripped(String(lines[index])))
      else { return nil }
      let near = lines[max(0, index - 6)...index].reversed().prefix { !$0.allSatisfy(\.isWhitespace) }
      return near.contains { $0.contains("//") && !$0.contains("// MARK") } ? nil : "\(path):\(index + 1)"
    }
  }

  /// The places of traps that have no message of their own, as `path:line`.
  static func silentTraps(in source: SwiftSource, path: String) -> [String] {
    let code = source.code
    return Pattern(#"\b(precondition|assert|fatalError|preconditionFailure|assertionFailure)\("#).matches(in: code)
      .compactMap { match in
        let hasCondition = ["precondition", "assert"].contains(match[1])
        return hasMessage(code[match.range.upperBound...], after: hasCondition ? 1 : 0)
          ? nil : "\(path):\(source.line(of: match))"
      }
  }

  /// Whether there is a string literal, outside brackets, in the arguments after the first `count`.
  private static func hasMessage(_ arguments: Substring, after count: Int) -> Bool {
    var depth = 0
    var argument = 0
    for index in arguments.indices {
      switch arguments[index] {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case "," where depth == 0: argument += 1
      case "\"" where depth == 0 && argument >= count: return true
      default: break
      }
      if depth < 0 { return false }
    }
    return false
  }
}
