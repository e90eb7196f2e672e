/// A Swift file, parsed as far as the architecture tests need it.
struct SwiftSource {
  /// The text without comments and without the content of string literals.
  ///
  /// Lines keep their numbers.
  let code: String

  init(_ text: String) {
    code = Self.stripped(text)
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

  private static func stripped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    var rest = Substring(text)
    while let character = rest.first {
      if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*") {
        rest = skippingComment(rest, into: &result)
      } else if character == "\"" || (character == "#" && rest.drop { $0 == "#" }.first == "\"") {
        rest = skippingString(rest, into: &result)
      } else {
        result.append(character)
        rest.removeFirst()
      }
    }
    return result
  }

  private static func skippingComment(_ text: Substring, into result: inout String) -> Substring {
    var rest = text
    var depth = 0
    while let character = rest.first {
      if rest.hasPrefix("/*") {
        depth += 1
        rest = rest.dropFirst(2)
      } else if rest.hasPrefix("*/") {
        depth -= 1
        rest = rest.dropFirst(2)
        if depth == 0 { break }
      } else {
        if character.isNewline { result.append("\n") }
        rest.removeFirst()
      }
    }
    return rest
  }

  private static func skippingString(_ text: Substring, into result: inout String) -> Substring {
    let pounds = text.prefix { $0 == "#" }
    var rest = text.dropFirst(pounds.count)
    let quote = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
    let end = quote + pounds
    let escape = "\\" + pounds
    rest = rest.dropFirst(quote.count)
    result += "\"\""
    while let character = rest.first {
      if rest.hasPrefix(end) { return rest.dropFirst(end.count) }
      if rest.hasPrefix(escape + "(") {
        rest = skippingInterpolation(rest.dropFirst(escape.count), into: &result)
      } else if rest.hasPrefix(escape) {
        rest = rest.dropFirst(escape.count)
        if rest.first?.isNewline == true { result.append("\n") }
        rest = rest.dropFirst()
      } else {
        if character.isNewline {
          if quote == "\"" { return rest }
          result.append("\n")
        }
        rest.removeFirst()
      }
    }
    return rest
  }

  private static func skippingInterpolation(_ text: Substring, into result: inout String) -> Substring {
    var rest = text
    var depth = 0
    var ignored = ""
    while let character = rest.first {
      if character == "\"" {
        rest = skippingString(rest, into: &ignored)
        continue
      }
      rest.removeFirst()
      if character == "(" { depth += 1 }
      if character == ")" {
        depth -= 1
        if depth == 0 { break }
      }
      if character.isNewline { result.append("\n") }
    }
    return rest
  }
}
