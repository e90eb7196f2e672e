import FoundationEssentials
import Testing

/// `CONTRIBUTING.md` and `ARCHITECTURE.md` name files of the repository.
@Suite struct ContributingTests {
  @Test(arguments: ["CONTRIBUTING.md", "ARCHITECTURE.md"])
  func `every path on the page exists`(page: String) throws {
    let paths = try Repository.text(of: page).split(separator: "`").map(String.init)
      .filter { $0.hasPrefix("Sources/") || $0.hasPrefix("Tests/") || $0.hasPrefix("Resources/") }
      .filter { !$0.hasPrefix("Sources/M/") && !$0.hasPrefix("Tests/MTests/") && !$0.contains("\n") }
    #expect(page != "CONTRIBUTING.md" || paths.count > 8)
    let missing = paths.filter { !FileManager.default.fileExists(atPath: "\(Repository.root)/\($0)") }
    #expect(missing == [])
  }

  /// The names that a pattern finds in the Swift files of a folder, with the path of their file.
  private func names(_ pattern: Pattern, under folder: String) throws -> [(name: String, path: String)] {
    try Repository.swiftFiles(under: folder).flatMap { path in
      pattern.matches(in: try Repository.source(of: path).code).map { (String($0[1]), path) }
    }
  }

  @Test func `every verb has its place in the commands of the program`() throws {
    let verbs = try names(Pattern(#"\benum (\w+): Command\b"#), under: "Sources/peoplebook").map(\.name)
    let program = try Repository.source(of: "Sources/peoplebook/Command/Program.swift").code
    #expect(verbs.count > 20)
    #expect(verbs.filter { !program.contains(" \($0).self,") } == [])
  }

  @Test func `every format has its place in the list of all formats`() throws {
    let root = "Sources/PeoplebookCore/Formats"
    let formats = try names(Pattern(#"\bstatic let (\w+) = PersonFormat\("#), under: root)
    let list = try #require(
      Pattern(#"static let all: \[PersonFormat\] = \[([^\]]*)\]"#)
        .firstMatch(in: try Repository.source(of: "\(root)/PersonFormat+All.swift").code)
    )[1]
    let listed = list.split(whereSeparator: { !$0.isLetter }).map(String.init)
    #expect(formats.map(\.name).sorted() == listed.sorted())
    let folders = Set(try Repository.swiftFiles(under: root).map { $0.split(separator: "/").dropLast() })
    let described = Set(formats.map { $0.path.split(separator: "/").dropLast() })
    #expect(folders.subtracting(described).map { $0.joined(separator: "/") }.sorted() == [root, "\(root)/Base"])
  }

  @Test func `every operator is tested`() throws {
    let operators = Set(try names(Pattern(#"\bpublic func (\w+)"#), under: "Sources/Reactive/Operators").map(\.name))
    let tests = try Repository.swiftFiles(under: "Tests/ReactiveTests").map { try Repository.text(of: $0) }
    let called = Set(tests.flatMap { Pattern(#"\.(\w+)"#).matches(in: $0).map { String($0[1]) } })
    #expect(operators.count > 60)
    #expect(operators.subtracting(called).sorted() == [])
  }

  @Test func `every kind of field has cells in tables`() throws {
    let kinds = try names(Pattern(#"\bstruct (\w+Kind):"#), under: "Sources/PeoplebookCore/Model/Fields").map(\.name)
    let cells = try names(Pattern(#"\bextension (\w+): CSVKind\b"#), under: "Sources/PeoplebookCore/Formats/CSV").map(
      \.name)
    #expect(kinds.count > 5)
    // The lines of a card are in no table.
    #expect(Set(kinds).subtracting(cells) == ["CardLinesKind"])
  }

  @Test func `every set of scenes has the same files`() throws {
    let root = "\(Repository.root)/Resources/scenes"
    let sets = try ["plain", "cards", "compact"].map { set in
      try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(set)").sorted()
    }
    #expect(sets[0].contains("card.json"))
    #expect(sets.allSatisfy { $0 == sets[0] })
    let readme = try Repository.text(of: "README.md")
    #expect(sets[0].filter { !readme.contains("| `\($0)` |") } == [])
    let folders = try FileManager.default.contentsOfDirectory(atPath: root).filter { !$0.contains(".") }
    #expect(folders.sorted() == ["cards", "compact", "plain"])
  }
}
