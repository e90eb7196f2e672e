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
    return Pattern(#"\| `(.+?)` \| `(.+?)` \|"#).matches(in: list)
      .map { (source: String($0[1]), suite: String($0[2])) }
  }

  /// The suite of a source file's name and folder: `Tests/TUIKitTests/Table/TableViewTests.swift`.
  private func suite(of source: String) -> String {
    let parts = source.dropLast(".swift".count).split(separator: "/")
    return "Tests/\(parts[1])Tests/\(parts.dropFirst(2).joined(separator: "/"))Tests.swift"
  }

  /// The suites that cover a source file by rule.
  ///
  /// The suite of its name comes first. `Thing+Part.swift` is also covered by `ThingPartTests.swift` or
  /// `ThingTests.swift`, and each file of a folder by the suite of the folder, inside it or beside it.
  private func candidates(for source: String) -> [String] {
    let suite = suite(of: source)
    guard let slash = suite.lastIndex(of: "/") else { return [suite] }
    let (folder, name) = (suite[..<slash], suite[slash...].dropLast("Tests.swift".count))
    var candidates = [suite]
    if let plus = name.firstIndex(of: "+") {
      candidates += ["\(folder)\(name.replacing("+", with: ""))Tests.swift", "\(folder)\(name[..<plus])Tests.swift"]
    }
    if let last = folder.split(separator: "/").last, source.count(where: { $0 == "/" }) > 2 {
      candidates += ["\(folder)Tests.swift", "\(folder)/\(last)Tests.swift"]
    }
    return candidates
  }

  private func needsSuite(_ path: String) throws -> Bool {
    try !path.hasPrefix(Self.exempt) && Repository.lineCount(of: path) > Self.leastLines
  }

  @Test func `every source file leads to its suite`() throws {
    let (listed, suites) = (Set(try listed().map(\.source)), Set(try Repository.swiftFiles(under: "Tests")))
    let orphans = try Repository.swiftFiles(under: "Sources").filter { path in
      try needsSuite(path) && suites.isDisjoint(with: candidates(for: path))
        && !listed.contains(String(path.dropFirst("Sources/".count)))
    }
    #expect(orphans == [])
  }

  @Test func `the list has only files that no rule covers`() throws {
    let suites = Set(try Repository.swiftFiles(under: "Tests"))
    let superfluous = try listed().map { "Sources/\($0.source)" }.filter { path in
      try !needsSuite(path) || !suites.isDisjoint(with: candidates(for: path))
    }
    #expect(superfluous == [])
  }

  @Test func `a rule covers extensions and folders`() {
    #expect(
      candidates(for: "Sources/M/A/B/T+Part.swift") == [
        "Tests/MTests/A/B/T+PartTests.swift", "Tests/MTests/A/B/TPartTests.swift", "Tests/MTests/A/B/TTests.swift",
        "Tests/MTests/A/BTests.swift", "Tests/MTests/A/B/BTests.swift",
      ])
    #expect(candidates(for: "Sources/M/T.swift") == ["Tests/MTests/TTests.swift"])
  }

  @Test func `a suite with the name of a source file is in its module and folder`() throws {
    let name = { (path: String) in path.split(separator: "/").last }
    let places = Dictionary(grouping: try Repository.swiftFiles(under: "Sources").map(suite), by: name)
    let misplaced = try Repository.swiftFiles(under: "Tests").filter { path in
      places[name(path)].map { !$0.contains(path) } ?? false
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
