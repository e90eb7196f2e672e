import FoundationEssentials
import TestSupport
import Testing

@Suite struct `The index of the compiler` {
  @Test func `has interpolated members, added ones and those of protocols`() throws {
    let references = try references([
      "Low/A.swift": #"func text<S: Shape>(_ shape: S) -> String { "\("a b".words) \(shape.area)" }"#,
      "High/B.swift": """
      protocol Shape {}
      extension Shape { var area: Int { 1 } }
      extension String { var words: Int { 2 } }
      """,
    ])
    #expect(references.allSatisfy { $0.from == "Low/A.swift" && $0.to == "High/B.swift" })
    #expect(references.map(\.symbol).sorted().filter { !$0.hasPrefix("getter:") } == ["Shape", "area", "words"])
  }

  @Test func `leaves out the uses of a file by itself and of other modules`() throws {
    let references = try references(["A.swift": "struct A { var count = [1].count }\nlet a = A().count"])
    #expect(references == [])
  }

  @Test func `a missing index is an error that says so`() {
    #expect(throws: IndexStore.Unreadable.self) { try IndexStore(path: "/nowhere") }
  }

  private func references(_ files: [String: String]) throws -> Set<IndexStore.Reference> {
    let folder = TemporaryFolder()
    for (path, text) in files {
      let file = URL(filePath: "\(folder.path)/\(path)")
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let store = "\(folder.path)/store"
    let outcome = try Compiler().index(files.keys.map { "\(folder.path)/\($0)" }, store: store, folder: folder.path)
    #expect(outcome.succeeded, "\(outcome.output)")
    return try IndexStore(path: store).references(under: folder.path)
  }
}
