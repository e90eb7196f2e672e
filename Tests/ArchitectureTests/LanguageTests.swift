import Testing

/// Comments and the names of tests are plain English.
///
/// A word on these lists may be right in a sentence, so that a few are allowed in each 1,000 words of comments.
@Suite struct `The language of the sources` {
  @Test(arguments: [
    (words: ["whoever", "whom", "whose", "somebody", "nobody", "everybody", "anybody"], limit: 0.3),
    (words: ["tell", "tells", "told"], limit: 0.1),
    (words: ["anew", "so many", "stands"], limit: 0.1),
  ])
  func `names actors by their roles and uses plain verbs`(words: [String], limit: Double) throws {
    let comments = try Self.comments.get()
    let phrases = words.map { $0.split(separator: " ") }
    let count = comments.indices.count { index in phrases.contains { comments[index...].starts(with: $0) } }
    #expect(Double(count) / Double(comments.count) * 1000 <= limit)
  }

  /// A module with fewer words of comments has too few sentences to measure.
  private static let leastWords = 2_000

  @Test func `names actors by their roles in each module`() throws {
    let words: Set<Substring> = ["whoever", "whom", "whose", "somebody", "nobody", "everybody", "anybody"]
    let files = Dictionary(grouping: try Repository.swiftFiles(under: "Sources")) { $0.split(separator: "/")[1] }
    var measured = 0
    for (module, paths) in files {
      let comments = try paths.flatMap { Self.comments(in: try Repository.text(of: $0)) }
      guard comments.count > Self.leastWords else { continue }
      measured += 1
      let count = comments.count { words.contains($0) }
      #expect(Double(count) / Double(comments.count) * 1000 <= 0.3, "\(module)")
    }
    #expect(measured > 8)
  }

  @Test func `gives tests names of at most 70 characters, 45 on average`() throws {
    let names = try Self.files.flatMap { path in
      try Repository.text(of: path).matches(of: /\bfunc `([^`]+)`/).map { String($0.1) }
    }
    #expect(names.count > 1000)
    #expect(names.filter { $0.count > 70 } == [])
    #expect(Double(names.reduce(0) { $0 + $1.count }) / Double(names.count) <= 45)
  }

  @Test func `names verbs and options of the command in the command only`() throws {
    let libraries = ["Actors", "Bindery", "PeoplebookCore", "Persistence", "RIV", "Reactive", "Replication", "TUIKit"]
    let paths = try libraries.flatMap { try Repository.swiftFiles(under: "Sources/\($0)") }
    #expect(paths.count > 500)
    let lines = try paths.flatMap { path in
      try Repository.text(of: path).split(separator: "\n").filter { line in
        !line.drop { $0 == " " }.hasPrefix("//") && line.contains(/(?:\s|\u{201C})--[a-z]{3}|\u{201C}peoplebook\s/)
      }.map { "\(path): \($0)" }
    }
    #expect(lines == [])
  }

  private static var files: [String] {
    get throws { try ["Sources", "Tests"].flatMap { try Repository.swiftFiles(under: $0) } }
  }

  /// The words of all comments, in lower case.
  private static let comments = Result {
    try files.flatMap { comments(in: try Repository.text(of: $0)) }
  }

  private static func comments(in text: String) -> [Substring] {
    text.split(separator: "\n").flatMap { line -> [Substring] in
      guard let comment = line.firstMatch(of: /^[^"]*?\/\/+(.*)/)?.1 else { return [] }
      return Substring(comment.lowercased()).split { !$0.isLetter && $0 != "'" }
    }
  }
}
