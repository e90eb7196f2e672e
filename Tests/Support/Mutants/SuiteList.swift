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

  /// Whether a suite, such as `TUIKitTests.TableViewTests`, is one of a module.
  static func suite(_ suite: String, isOf module: String) -> Bool {
    suite.hasPrefix("\(module.replacing("-", with: "_"))Tests.")
  }

  /// The suites of a source file, with their module; empty where they are not known.
  func suites(of source: String) -> [String] {
    let parts = source.dropLast(".swift".count).split(separator: "/")
    let named = "Tests/\(parts[1])Tests/\(parts.dropFirst(2).joined(separator: "/"))"
    let whole = named.split(separator: "+").first.map(String.init) ?? named
    let files = [rows[source], "\(named)Tests.swift", "\(whole)Tests.swift"].compactMap { $0 }
    for file in files {
      guard let text = try? workspace.text(of: file) else { continue }
      let module = file.split(separator: "/")[1].replacing("-", with: "_")
      let suites = text.matches(of: /(?m)^(?:@[^\n]* )?(?:final )?(?:struct|class|enum|extension) (`[^`\n]+`|\w+)/)
      if !suites.isEmpty { return suites.map { "\(module).\($0.1)" } }
    }
    return []
  }
}
