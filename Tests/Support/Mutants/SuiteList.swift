import FoundationEssentials

/// The suites that cover each source file: those of its name, or of its row in `Tests/Suites.md`.
struct SuiteList {
  private let rows: [String: String]
  private let workspace: Workspace

  init(_ workspace: Workspace) throws {
    self.workspace = workspace
    let list = try workspace.text(of: "Tests/Suites.md")
    let pairs = list.matches(of: /\| `(.+?)` \| `(.+?)` \|/).map { ("Sources/\($0.1)", "Tests/\($0.2)") }
    rows = Dictionary(pairs) { first, _ in first }
  }

  /// The filter for the tests of modules.
  static func filter(for modules: [String]) -> String {
    "^(\(modules.map { $0.replacing("-", with: "_") }.joined(separator: "|")))Tests\\."
  }

  /// The filter for the tests of a source file; `nil` where they are not known.
  func filter(for source: String) -> String? {
    let parts = source.dropLast(".swift".count).split(separator: "/")
    let named = "Tests/\(parts[1])Tests/\(parts.dropFirst(2).joined(separator: "/"))"
    let whole = named.split(separator: "+").first.map(String.init) ?? named
    let files = [rows[source], "\(named)Tests.swift", "\(whole)Tests.swift"].compactMap { $0 }
    guard let text = files.lazy.compactMap({ try? workspace.text(of: $0) }).first else { return nil }
    let suites = text.matches(of: /(?m)^(?:@[^\n]* )?(?:final )?(?:struct|class|enum|extension) (`[^`\n]+`|\w+)/)
    if suites.isEmpty { return nil }
    return "^\(parts[1].replacing("-", with: "_"))Tests\\.(\(suites.map { String($0.1) }.joined(separator: "|")))/"
  }
}
