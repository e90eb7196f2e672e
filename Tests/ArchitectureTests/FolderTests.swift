import TestSupport
import Testing

/// Inside a module, folders depend on each other in one direction, as modules do in the package.
@Suite struct `The folders of a module` {
  private typealias Use = IndexStore.Reference

  @Test func `depend on each other in one direction at every level`() throws {
    var modules: [Substring: [Use]] = [:]
    for use in try IndexStore(path: Built.index).references(under: "\(Repository.root)/Sources") {
      guard let slash = use.from.firstIndex(of: "/") else { continue }
      let module = use.from[..<slash]
      guard use.to.hasPrefix("\(module)/") else { continue }
      let length = module.count + 1
      modules[module, default: []].append(
        Use(from: String(use.from.dropFirst(length)), to: String(use.to.dropFirst(length)), symbol: use.symbol))
    }
    #expect(modules["TUIKit"].map { FolderGraph($0, depth: 1).references.count } ?? 0 > 20)
    for (module, uses) in modules.sorted(by: { $0.key < $1.key }) {
      #expect(FolderGraph.circles(uses) == [], "\(module)")
    }
  }

  @Test func `form a circle when each uses a symbol of the other`() {
    let uses = [
      Use(from: "High/B.swift", to: "Low/A.swift", symbol: "A"),
      Use(from: "High/B.swift", to: "High/C.swift", symbol: "C"),
      Use(from: "Main.swift", to: "High/C.swift", symbol: "C"),
    ]
    let graph = FolderGraph(uses, depth: 1)
    #expect(graph.circular == [])
    #expect(graph.references.map(\.description) == [" → High (Main.swift: C)", "High → Low (B.swift: A)"])
    let circle = uses + [Use(from: "Low/D.swift", to: "High/C.swift", symbol: "C")]
    #expect(FolderGraph.circles(circle).map(\.name) == ["A", "C"])
  }

  @Test func `form a circle over several folders`() {
    let uses = [
      Use(from: "A/A.swift", to: "B/B.swift", symbol: "B"),
      Use(from: "B/B.swift", to: "C/C.swift", symbol: "C"),
      Use(from: "C/C.swift", to: "D/D.swift", symbol: "D"),
    ]
    #expect(FolderGraph.circles(uses) == [])
    let circle = uses + [Use(from: "C/C.swift", to: "A/A.swift", symbol: "A")]
    #expect(FolderGraph.circles(circle).map(\.name) == ["B", "C", "A"])
  }

  @Test func `form a circle with their own subfolders, too`() {
    let upward = [
      Use(from: "Model/Fields/B.swift", to: "Model/A.swift", symbol: "A"),
      Use(from: "Other/C.swift", to: "Model/A.swift", symbol: "A"),
    ]
    #expect(FolderGraph.circles(upward) == [])
    let circle = upward + [Use(from: "Model/D.swift", to: "Model/Fields/B.swift", symbol: "B")]
    #expect(
      FolderGraph.circles(circle).map(\.description) == [
        "Model → Model/Fields (D.swift: B)", "Model/Fields → Model (B.swift: A)",
      ])
    let above = upward + [Use(from: "Model/Fields/E.swift", to: "Other/C.swift", symbol: "C")]
    #expect(FolderGraph.circles(above).map(\.to).contains("Other"))
  }
}
