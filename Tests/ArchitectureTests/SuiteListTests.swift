import FoundationEssentials
import Testing

/// Every source file that is worth a test is found from one: by its folder and name, or from `Tests/Suites.md`.
@Suite struct SuiteListTests {
  /// A shorter file is covered with those that use it.
  private static let leastLines = 60
  /// The benchmarks check themselves: they compare what they measure with a baseline.
  private static let exempt = "Sources/Benchmarks/"

  private func listed() throws -> [(source: String, suite: String)] {
    let list = try Repository.text(of: "Tests/Suites.md")
    return list.matches(of: /\| `(.+?)` \| `(.+?)` \|/).map { (source: String($0.1), suite: String($0.2)) }
  }

  /// The suite of a source file's name and folder: `Tests/TUIKitTests/Table/TableViewTests.swift`.
  private func suite(of source: String) -> String {
    let parts = source.dropLast(".swift".count).split(separator: "/")
    return "Tests/\(parts[1])Tests/\(parts.dropFirst(2).joined(separator: "/"))Tests.swift"
  }

  /// The module and the name of a file, without its folders: `TUIKitTests/TableViewTests.swift`.
  private func withoutFolders(_ path: String) -> String {
    let parts = path.split(separator: "/")
    return "\(parts[1])/\(parts.last ?? "")"
  }

  @Test func `every source file leads to its suite`() throws {
    let (listed, suites) = (Set(try listed().map(\.source)), Set(try Repository.swiftFiles(under: "Tests")))
    var orphans: [String] = []
    for path in try Repository.swiftFiles(under: "Sources") {
      let lines = try Repository.text(of: path).split(separator: "\n", omittingEmptySubsequences: false).count - 1
      if lines > Self.leastLines, !suites.contains(suite(of: path)), !path.hasPrefix(Self.exempt),
        !listed.contains(String(path.dropFirst("Sources/".count)))
      {
        orphans.append(path)
      }
    }
    #expect(orphans == [])
  }

  @Test func `a suite with the name of a source file is in its folder`() throws {
    let places = Dictionary(
      grouping: try Repository.swiftFiles(under: "Sources").map(suite), by: withoutFolders)
    let misplaced = try Repository.swiftFiles(under: "Tests").filter { path in
      places[withoutFolders(path)].map { !$0.contains(path) } ?? false
    }
    #expect(places.count > 100)
    #expect(misplaced == [])
  }

  @Test func `the list names files that exist`() throws {
    let rows = try listed()
    #expect(rows.count > 10)
    let exists = { (path: String) in FileManager.default.fileExists(atPath: "\(Repository.root)/\(path)") }
    let missing = rows.flatMap { ["Sources/\($0.source)", "Tests/\($0.suite)"] }.filter { !exists($0) }
    #expect(missing == [])
  }
}
