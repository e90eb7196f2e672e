import Testing

/// Inside a module, folders depend on each other in one direction, as modules do in the package.
@Suite struct `The folders of a module` {
  /// The modules with circular folder references, with the reason.
  private static let exceptions = [
    "Benchmarks": "a role of the harness plays the measured programs"
  ]

  @Test func `depend on each other in one direction`() throws {
    var modules: [String: [(path: String, source: SwiftSource)]] = [:]
    for path in try Repository.swiftFiles(under: "Sources") {
      let parts = path.split(separator: "/", maxSplits: 2)
      modules[String(parts[1]), default: []].append((String(parts[2]), SwiftSource(try Repository.text(of: path))))
    }
    #expect(modules["TUIKit"].map { FolderGraph($0).references.count } ?? 0 > 20)
    for (module, files) in modules.sorted(by: { $0.key < $1.key }) where Self.exceptions[module] == nil {
      #expect(FolderGraph(files).circular == [], "\(module)")
    }
  }

  @Test func `form a circle when each refers to a type of the other`() {
    let files = [
      ("Low/A.swift", SwiftSource("public struct A { struct Inner {} }\nlet text = \"High\" // High")),
      ("High/B.swift", SwiftSource("@MainActor\nfinal class High { let a: A }")),
      ("High/C.swift", SwiftSource("struct C { enum Inner {}\n let inner: Inner }")),
      ("Main.swift", SwiftSource("let c = C()")),
    ]
    #expect(FolderGraph(files).circular == [])
    #expect(FolderGraph(files).references.map(\.description) == [" → High (Main.swift: C)", "High → Low (B.swift: A)"])
    let circle = FolderGraph(files + [("Low/D.swift", SwiftSource("extension A { var c: C { C() } }"))])
    #expect(circle.circular.map(\.type) == ["A", "C"])
  }
}
