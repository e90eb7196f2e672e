import FoundationEssentials
import Testing

/// Every source file that is worth a test is found from one: by its name, or from `Tests/Suites.md`.
@Suite struct SuiteListTests {
  /// A shorter file is covered with those that use it.
  private static let leastLines = 60
  /// The benchmarks check themselves: they compare what they measure with a baseline.
  private static let exempt = "Sources/Benchmarks/"

  private func listed() throws -> [(source: String, suite: String)] {
    let list = try Repository.text(of: "Tests/Suites.md")
    return list.matches(of: /\| `(.+?)` \| `(.+?)` \|/).map { (source: String($0.1), suite: String($0.2)) }
  }

  /// The suites by module and file name: `TUIKitTests/TableViewTests.swift`.
  private func suites() throws -> Set<String> {
    Set(
      try Repository.swiftFiles(under: "Tests").map { path in
        let parts = path.split(separator: "/")
        return "\(parts[1])/\(parts.last ?? "")"
      })
  }

  @Test func `every source file leads to its suite`() throws {
    let (listed, suites) = (Set(try listed().map(\.source)), try suites())
    var orphans: [String] = []
    for path in try Repository.swiftFiles(under: "Sources") {
      let lines = try Repository.text(of: path).split(separator: "\n", omittingEmptySubsequences: false).count - 1
      let parts = path.split(separator: "/")
      let name = (parts.last ?? "").dropLast(".swift".count)
      let isFound = suites.contains("\(parts[1])Tests/\(name)Tests.swift")
      if lines > Self.leastLines, !isFound, !path.hasPrefix(Self.exempt),
        !listed.contains(String(path.dropFirst("Sources/".count)))
      {
        orphans.append(path)
      }
    }
    #expect(orphans == [])
  }

  @Test func `the list names files that exist`() throws {
    let rows = try listed()
    #expect(rows.count > 10)
    let exists = { (path: String) in FileManager.default.fileExists(atPath: "\(Repository.root)/\(path)") }
    let missing = rows.flatMap { ["Sources/\($0.source)", "Tests/\($0.suite)"] }.filter { !exists($0) }
    #expect(missing == [])
  }
}
