import FoundationEssentials

/// The mutants that no test can notice, each with the reason: the rows of `Tests/Survivors.md`.
struct SurvivorList {
  /// A line by its text, since its number would change with every edit above it, and a mutation of the line.
  private struct Key: Hashable {
    let source: String
    let line: String
    let mutation: String
  }

  private let rows: Set<Key>
  private let workspace: Workspace

  init(_ workspace: Workspace) throws {
    self.workspace = workspace
    let list = try workspace.text(of: "Tests/Survivors.md")
    rows = Set(
      list.matches(of: /(?m)^\| `(.+?)` \| `(.+?)` \| `(.+?)` \| .+ \|$/).map { row in
        // A bar in a cell has a backslash before it.
        let cells = [row.2, row.3].map { String($0).replacing("\\|", with: "|") }
        return Key(source: "Sources/\(row.1)", line: cells[0], mutation: cells[1])
      })
  }

  /// Whether the list has the mutant.
  func contains(_ mutant: Mutant) throws -> Bool {
    let lines = try workspace.text(of: mutant.path).split(separator: "\n", omittingEmptySubsequences: false)
    let line = lines[mutant.mutation.line - 1].drop { $0 == " " }
    return rows.contains(Key(source: mutant.path, line: String(line), mutation: mutant.mutation.description))
  }
}
