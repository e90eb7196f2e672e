import FoundationEssentials
import Testing

/// `CONTRIBUTING.md` and `ARCHITECTURE.md` name files of the repository.
@Suite struct ContributingTests {
  @Test(arguments: ["CONTRIBUTING.md", "ARCHITECTURE.md"])
  func `every path on the page exists`(page: String) throws {
    let paths = try Repository.text(of: page).split(separator: "`").map(String.init)
      .filter { $0.hasPrefix("Sources/") || $0.hasPrefix("Tests/") }
      .filter { !$0.hasPrefix("Sources/M/") && !$0.hasPrefix("Tests/MTests/") && !$0.contains("\n") }
    #expect(page != "CONTRIBUTING.md" || paths.count > 8)
    let missing = paths.filter { !FileManager.default.fileExists(atPath: "\(Repository.root)/\($0)") }
    #expect(missing == [])
  }
}
