import FoundationEssentials
import Glibc
import Testing

/// Each snippet of a documentation page occurs, line by line, in a test or an example, and is therefore compiled.
@Suite struct `The documentation pages` {
  /// The lines without indentation, trailing comments and blank lines.
  static func essence(of text: some StringProtocol) -> String {
    text.split(separator: "\n")
      .map { line in line.split(separator: " ").prefix { $0 != "//" }.joined(separator: " ") }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The text between ```` ```swift ```` and the end of the block.
  static func snippets(of page: String) -> [Substring] {
    Pattern(#"```swift\n((?s).*?)\n```"#).matches(in: page).map { $0[1] }
  }

  @Test func `show only compiled snippets`() throws {
    let files = try (Repository.swiftFiles(under: "Tests") + Repository.swiftFiles(under: "Sources"))
      .map { try Repository.text(of: $0) }
    var count = 0
    for page in try Repository.pages {
      for snippet in Self.snippets(of: try Repository.text(of: page)) {
        count += 1
        let lines = Self.essence(of: snippet)
        // A fast search for one word leaves few files to compare.
        let words: [Substring] = lines.split(whereSeparator: \.isWhitespace)
        let longest = String(words.max { $0.count < $1.count } ?? "")
        let candidates = files.lazy.filter { strstr($0, longest) != nil }
        #expect(
          candidates.contains { Self.essence(of: $0).contains(lines) },
          "\(page) shows code that is not compiled:\n\(snippet)")
      }
    }
    #expect(count > 30)
  }

  @Test func `show the application and a whole program in the README`() throws {
    let application = try Repository.swiftFiles(under: "Sources/peoplebook").map {
      Self.essence(of: try Repository.text(of: $0))
    }
    let package = "Tests/Support/Newcomer"
    let program = try Repository.text(of: "\(package)/Sources/Newcomer/GuestList.swift").dropLast()
    let readme = try Repository.text(of: "README.md")
    let snippets = Self.snippets(of: readme)
    #expect(snippets.contains(program))
    let others = snippets.filter { $0 != program }.map { Self.essence(of: $0) }
    #expect(!others.isEmpty)
    #expect(others.filter { lines in !application.contains { $0.contains(lines) } } == [])
    let dependency = Pattern(#"dependencies: \[\.package\(name: "Peoplebook", path: "[^"]+"\)\]"#)
    #expect(dependency.occurs(in: readme))
    #expect(dependency.occurs(in: try Repository.text(of: "\(package)/Package.swift")))
  }

  @Test func `exist for each library, with an example of its main use`() throws {
    let libraries = try Package.described.get().targets.filter {
      $0.type == "library" && $0.moduleType == "SwiftTarget" && $0.path.hasPrefix("Sources/")
    }
    #expect(libraries.count >= 10)
    for library in libraries {
      let page = "\(library.path)/\(library.name).docc/\(library.name).md"
      let text = (try? Repository.text(of: page)) ?? ""
      #expect(text.hasPrefix("# ``\(library.name)``\n"), "\(page)")
      #expect(!Self.snippets(of: text).isEmpty, "\(page)")
    }
  }

  @Test func `a snippet is compared without comments and indentation`() {
    #expect(Self.essence(of: "  let a = 1   // one\n\n  // two\n  b(\"//\")") == "let a = 1\nb(\"//\")")
    #expect(Self.snippets(of: "x\n```swift\na\nb\n```\n```\nc\n```\n") == ["a\nb"])
  }
}
