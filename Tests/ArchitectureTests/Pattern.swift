import Foundation

/// A regular expression that is searched for in the text of a file.
///
/// It is one of Foundation's, which searches many times faster than one of the standard library.
struct Pattern: Sendable {
  private let expression: NSRegularExpression

  init(_ pattern: String) {
    do {
      expression = try NSRegularExpression(pattern: pattern)
    } catch {
      preconditionFailure("\(pattern) is not a regular expression: \(error)")
    }
  }

  struct Match {
    fileprivate let text: String
    fileprivate let result: NSTextCheckingResult

    var range: Range<String.Index> { self[0].startIndex..<self[0].endIndex }

    /// The text of a group, which is empty where the group is not part of the match; group 0 is the whole match.
    subscript(group: Int) -> Substring { Range(result.range(at: group), in: text).map { text[$0] } ?? "" }
  }

  func matches(in text: some StringProtocol) -> [Match] {
    let text = String(text)
    return expression.matches(in: text, range: Self.range(of: text)).map { Match(text: text, result: $0) }
  }

  func firstMatch(in text: some StringProtocol) -> Match? {
    let text = String(text)
    return expression.firstMatch(in: text, range: Self.range(of: text)).map { Match(text: text, result: $0) }
  }

  func occurs(in text: some StringProtocol) -> Bool { firstMatch(in: text) != nil }

  func replaced(in text: String, by replacement: String) -> String {
    expression.stringByReplacingMatches(in: text, range: Self.range(of: text), withTemplate: replacement)
  }

  private static func range(of text: String) -> NSRange { NSRange(location: 0, length: text.utf16.count) }
}
