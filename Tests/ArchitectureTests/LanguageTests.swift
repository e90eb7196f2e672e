import Testing

/// Comments and the names of tests are plain English.
///
/// A word on these lists may be right in a sentence, so that a few are allowed in each 1,000 words of comments.
@Suite struct `The language of the sources` {
  /// The words, each with the number of uses that is allowed in 1,000 words.
  private static let limits = [
    (words: ["whoever", "whom", "whose", "somebody", "nobody", "everybody", "anybody"], limit: 0.3),
    (words: ["tell", "tells", "told"], limit: 0.1),
    (words: ["anew", "so many", "stands"], limit: 0.1),
  ]

  @Test(arguments: limits)
  func `names actors by their roles and uses plain verbs`(words: [String], limit: Double) throws {
    for (module, prose) in try Self.prose.get() {
      let uses = Self.count(words, in: prose)
      // One word is no habit.
      #expect(uses <= max(1, Int(Double(prose.count) / 1000 * limit)), "\(module)")
    }
  }

  @Test func `is measured in each module, and in the tests as a whole`() throws {
    let prose = try Self.prose.get()
    #expect(prose.count > 15)
    #expect(prose["Tests"].map(\.count) ?? 0 > 10_000)
    #expect(prose["Reactive"].map(\.count) ?? 0 > 10_000)
    #expect(Self.count(["so many", "told"], in: ["so", "it", "told", "so", "many"]) == 2)
    let page = "One `two` word.\n```swift\nlet code = 1\n```\nAnd more."
    #expect(Self.words(ofPage: page) == ["one", "two", "word", "and", "more"])
  }

  @Test func `gives tests names of at most 70 characters, 45 on average`() throws {
    let names = try Self.files.flatMap { path in
      Pattern(#"\bfunc `([^`]+)`"#).matches(in: try Repository.text(of: path)).map { String($0[1]) }
    }
    #expect(names.count > 1000)
    #expect(names.filter { $0.count > 70 } == [])
    #expect(Double(names.reduce(0) { $0 + $1.count }) / Double(names.count) <= 45)
  }

  @Test func `names verbs and options of the command in the command only`() throws {
    let libraries = ["Actors", "Bindery", "PeoplebookCore", "Persistence", "RIV", "Reactive", "Replication", "TUIKit"]
    let paths = try libraries.flatMap { try Repository.swiftFiles(under: "Sources/\($0)") }
    #expect(paths.count > 500)
    let words = Pattern(#"(?:\s|\u201C)--[a-z]{3}|\u201Cpeoplebook\s"#)
    let lines = try paths.flatMap { path in
      let text = try Repository.text(of: path)
      guard words.occurs(in: text) else { return [String]() }
      return text.split(separator: "\n").filter { line in
        !line.drop { $0 == " " }.hasPrefix("//") && words.occurs(in: line)
      }.map { "\(path): \($0)" }
    }
    #expect(lines == [])
  }

  private static var files: [String] {
    get throws { try ["Sources", "Tests"].flatMap { try Repository.swiftFiles(under: $0) } }
  }

  /// The words of the comments and pages of each module, and of the tests, in lower case.
  private static let prose = Result {
    var prose: [Substring: [Substring]] = [:]
    for path in try files {
      let parts = path.split(separator: "/")
      prose[parts[0] == "Tests" ? "Tests" : parts[1], default: []] += comments(in: try Repository.text(of: path))
    }
    for path in try Repository.pages {
      let parts = path.split(separator: "/")
      prose[parts.count > 1 ? parts[1] : parts[0], default: []] += words(ofPage: try Repository.text(of: path))
    }
    return prose
  }

  private static func count(_ words: [String], in prose: [Substring]) -> Int {
    let phrases = Dictionary(grouping: words.map { $0.split(separator: " ") }) { $0[0] }
    return prose.indices.count { index in
      phrases[prose[index]]?.contains { prose[index...].starts(with: $0) } ?? false
    }
  }

  /// The words of a page outside its blocks of code.
  private static func words(ofPage page: String) -> [Substring] {
    page.split(separator: "```", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset.isMultiple(of: 2) }.flatMap { words(in: $0.element) }
  }

  private static func words(in text: Substring) -> [Substring] {
    Substring(text.lowercased()).split { !$0.isLetter && $0 != "'" }
  }

  private static func comments(in text: String) -> [Substring] {
    Pattern(#"(?m)^[^"\n]*?//+(.*)"#).matches(in: text).flatMap { words(in: $0[1]) }
  }
}
