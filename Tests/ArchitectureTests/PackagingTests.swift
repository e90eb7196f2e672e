import FoundationEssentials
import TestSupport
import Testing

/// The lists of the C libraries agree: the Makefile's, which all systems are set up from, the package's and the pages'.
@Suite struct PackagingTests {
  private struct Library {
    var module: String
    var debian: String
    var fedora: String
  }

  /// The rows of the Makefile's list.
  private static func libraries() throws -> [Library] {
    let makefile = try Repository.text(of: "Makefile").replacing("\\\n", with: "")
    let list = try #require(Pattern(#"\nNEEDED := (.*)\n"#).firstMatch(in: makefile))[1]
    return try list.split(separator: " ").map { row in
      let words = row.split(separator: ":").map(String.init)
      try #require(words.count == 3, "\(row)")
      return Library(module: words[0], debian: words[1], fedora: words[2])
    }
  }

  @Test func `each module of a system library has its packages`() throws {
    let libraries = try Self.libraries()
    let modules = try FileManager.default.contentsOfDirectory(atPath: "\(Repository.root)/Sources")
      .filter { $0.hasPrefix("C") && $0 != "CTerminal" }
    #expect(libraries.map(\.module).sorted() == modules.sorted())
    for library in libraries {
      #expect(library.debian.hasSuffix("-dev") && library.fedora.hasSuffix("-devel"), "\(library)")
    }
  }

  @Test func `the README names the same libraries`() throws {
    let readme = try Repository.text(of: "README.md").replacing("\n", with: " ")
    let list = try #require(Pattern(#"the C libraries \(([^)]*)\)"#).firstMatch(in: readme))[1]
    let named = list.split(separator: ", ").map { $0.lowercased().replacing("lib", with: "") }
    #expect(named.sorted() == (try Self.libraries()).map { Self.plainName($0.debian) }.sorted())
  }

  /// `sqlite` for `libsqlite3-dev`.
  private static func plainName(_ package: String) -> String {
    package.replacing("lib", with: "").replacing("-dev", with: "").replacing("3", with: "")
  }

  @Test func `the container is built with the packages of the Makefile`() throws {
    let recipe = try Repository.text(of: "Resources/packaging/Containerfile")
    let needed = try #require(
      Pattern(#"Swift (6\.\d+) or newer"#).firstMatch(in: try Repository.text(of: "Makefile")))[1]
    #expect(recipe.contains("FROM docker.io/library/swift:\(needed)-"))
    #expect(recipe.contains("\nRUN make deb\n"))
    // The package only recommends them; without them no server of https is trusted.
    #expect(recipe.contains(" --no-install-recommends ca-certificates ./*.deb "))
    #expect(!Pattern(#"\blib\w+-dev\b"#).occurs(in: recipe), "the Makefile lists the libraries")
    #expect(try Repository.text(of: "README.md").contains("a Swift \(needed) toolchain"))
  }

  @Test(arguments: ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"])
  func `each task that a page names is in the Makefile`(page: String) throws {
    let makefile = try Repository.text(of: "Makefile")
    let targets = Set(Pattern(#"\n([a-z-]+):.*##"#).matches(in: makefile).map { $0[1] })
    #expect(targets.count > 15)
    let named = Pattern(#"(?:`|\n    )make ([a-z-]+)"#).matches(in: try Repository.text(of: page)).map { $0[1] }
    #expect(named.filter { !targets.contains($0) } == [])
  }
}
