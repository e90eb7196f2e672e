import Testing

/// Inside a module, folders depend on each other in one direction, as modules do in the package.
@Suite struct `The folders of a module` {
  @Test func `depend on each other in one direction at every level`() throws {
    var modules: [String: [(path: String, source: SwiftSource)]] = [:]
    for path in try Repository.swiftFiles(under: "Sources") {
      let parts = path.split(separator: "/", maxSplits: 2)
      modules[String(parts[1]), default: []].append((String(parts[2]), try Repository.source(of: path)))
    }
    #expect(modules["TUIKit"].map { FolderGraph($0, depth: 1).references.count } ?? 0 > 20)
    for (module, files) in modules.sorted(by: { $0.key < $1.key }) {
      #expect(FolderGraph.circles(files) == [], "\(module)")
    }
  }

  @Test func `form a circle when each refers to a type of the other`() {
    let files = [
      ("Low/A.swift", SwiftSource("public struct A { struct Inner {} }\nlet text = \"High\" // High")),
      ("High/B.swift", SwiftSource("@MainActor\nfinal class High { let a: A }")),
      ("High/C.swift", SwiftSource("struct C { enum Inner {}\n let inner: Inner }")),
      ("Main.swift", SwiftSource("let c = C()")),
      ("Low/E.swift", SwiftSource("func map<High, C: Equatable>(_ a: A, _ body: (A) -> High) -> C? { nil }")),
    ]
    let graph = FolderGraph(files, depth: 1)
    #expect(graph.circular == [])
    #expect(graph.references.map(\.description) == [" → High (Main.swift: C)", "High → Low (B.swift: A)"])
    let circle = files + [("Low/D.swift", SwiftSource("extension A { var c: C { C() } }"))]
    #expect(FolderGraph.circles(circle).map(\.name) == ["A", "C"])
  }

  @Test func `form a circle when one uses a member that the other adds`() {
    let files = [
      ("Low/A.swift", SwiftSource("public struct A {}")),
      ("Low/B.swift", SwiftSource("func text(_ a: A) -> String { a.words }")),
      ("High/A+Words.swift", SwiftSource("extension A {\n  /// Words.\n  public var words: String { \"\" }\n}")),
    ]
    #expect(
      FolderGraph.circles(files).map(\.description) == [
        "High → Low (A+Words.swift: A)", "Low → High (B.swift: .words)",
      ])
    let ambiguous = files + [("Low/C.swift", SwiftSource("struct C { var words = 1 }"))]
    #expect(FolderGraph.circles(ambiguous) == [])
    let beside = files.dropLast() + [("Low/A+Words.swift", files[2].1)]
    #expect(FolderGraph.circles(Array(beside)) == [])
  }

  @Test func `form a circle when a type lists members that others add`() {
    let one = ("A/One/T+One.swift", SwiftSource("extension T {\n  static let one = T()\n}"))
    let list = "struct T {\n  static let all: [T] = [one, b.two]\n  func map(one: Int) {}\n}"
    #expect(
      FolderGraph.circles([("A/T.swift", SwiftSource(list)), one]).map(\.description) == [
        "A → A/One (T.swift: .one)", "A/One → A (T+One.swift: T)",
      ])
    let base = ("A/Base/T.swift", SwiftSource("struct T {\n  func map(one: Int) {}\n}"))
    let above = ("A/T+All.swift", SwiftSource("extension T {\n  static let all: [T] = [one]\n}"))
    #expect(FolderGraph.circles([base, above, one]) == [])
  }

  @Test func `form a circle with their own subfolders, too`() {
    let upward = [
      ("Model/A.swift", SwiftSource("struct A {}")),
      ("Model/Fields/B.swift", SwiftSource("struct B { let a: A }")),
      ("Other/C.swift", SwiftSource("struct C { let a: A }")),
    ]
    #expect(FolderGraph.circles(upward) == [])
    let circle = upward + [("Model/D.swift", SwiftSource("struct D { let b: B }"))]
    #expect(
      FolderGraph.circles(circle).map(\.description) == [
        "Model → Model/Fields (D.swift: B)", "Model/Fields → Model (B.swift: A)",
      ])
    #expect(FolderGraph.circles(circle, exceptions: ["Model"]) == [])
    let above = upward + [("Model/Fields/E.swift", SwiftSource("struct E { let c: C }"))]
    #expect(FolderGraph.circles(above).map(\.to).contains("Other"))
  }
}
